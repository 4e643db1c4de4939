// SPDX-License-Identifier: GPL-3.0-or-later
#include "custom/operators.h"

#include "base/sha256.h"
#include "custom/script_file.h"
#include "custom/te_script.h"
#include "custom/type_relation.h"

namespace nw::custom {

namespace {

Diagnostic at_span_of(Diagnostic d, const TextSpan& at) {
  d.where.insert(d.where.begin(), at_span(at));
  return d;
}

class Declaration {
 public:
  Declaration(const pattern::CustomOperator& declared, const std::string& table_path)
      : declared_(declared), table_path_(table_path) {}

  op::OpInfo run(Diagnostics& diagnostics) {
    op::OpInfo info;
    info.name = declared_.name;
    info.traits.known = true;
    info.traits.pattern = graph::parse_pattern(declared_.pattern).value_or(graph::OpPattern::Opaque);
    info.num_inputs = declared_.inputs;
    if (!declared_.te.empty()) read_script(info, diagnostics);
    set_type(info, diagnostics);
    info.definition =
        text_sha256(declared_.type + "\n" + declared_.pattern + "\n" + (te_ ? te_->text() : "")).substr(0, 16);
    return info;
  }

 private:
  void read_script(op::OpInfo& info, Diagnostics& diagnostics) {
    Result<std::string> text = script_text(declared_.te, table_path_);
    if (text.value) {
      Result<std::shared_ptr<const TeScript>> script = TeScript::read(*text, declared_.inputs);
      for (Diagnostic& d : script.diagnostics) diagnostics.push_back(at_span_of(std::move(d), declared_.te_at));
      if (script.value) te_ = std::move(*script.value);
    }
    for (Diagnostic& d : text.diagnostics) diagnostics.push_back(at_span_of(std::move(d), declared_.te_at));
    if (!te_) return;
    info.compute = [te = te_](const op::ComputeContext& c) { return te->compute(c.node, c.args, c.name); };
    info.evaluate = [te = te_](const graph::Node& node, const std::vector<NDArray>& arguments) {
      return te->evaluate(node, arguments);
    };
    info.scheduled = [te = te_](const graph::Node& node, const std::vector<graph::Type>& arguments) {
      return te->scheduled(node, arguments);
    };
  }

  void set_type(op::OpInfo& info, Diagnostics& diagnostics) {
    if (declared_.type.empty() && te_) {
      info.type = [te = te_](const op::TypeContext& c) {
        std::vector<graph::Type> arguments;
        for (const graph::Type& type : c.args)
          for (graph::Type& each : flattened(type)) arguments.push_back(std::move(each));
        return te->result(c.node, arguments);
      };
      return;
    }
    Result<TypeRelation> relation =
        read_type_relation(declared_.type.empty() ? "same_as_first" : declared_.type, declared_.inputs);
    const TextSpan at = declared_.type_at.valid() ? declared_.type_at : declared_.name_at;
    for (Diagnostic& d : relation.diagnostics) diagnostics.push_back(at_span_of(std::move(d), at));
    if (!relation.value) return;
    info.type = [relation = std::move(*relation.value)](const op::TypeContext& c) { return apply(relation, c); };
  }

  const pattern::CustomOperator& declared_;
  const std::string& table_path_;
  std::shared_ptr<const TeScript> te_;
};

}  // namespace

Result<std::shared_ptr<const op::Registry>> declared_operators(const pattern::Table& table,
                                                               const std::string& table_path) {
  if (table.custom.empty()) return std::shared_ptr<const op::Registry>();
  auto registry = std::make_shared<op::Registry>(op::Registry::standard());
  Diagnostics diagnostics;
  for (const pattern::CustomOperator& declared : table.custom)
    registry->add(Declaration(declared, table_path).run(diagnostics));
  return {std::shared_ptr<const op::Registry>(std::move(registry)), std::move(diagnostics)};
}

}  // namespace nw::custom
