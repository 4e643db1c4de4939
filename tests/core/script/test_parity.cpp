// SPDX-License-Identifier: GPL-3.0-or-later
// The measured programs: bounds as TVM 0.11.1 inferred them, and mistakes found on their line.
#include <QTest>
#include <nlohmann/json.hpp>

#include "fixes/read.h"
#include "registry.h"
#include "schedule/bounds.h"
#include "script/script.h"
#include "tir/print.h"
#include "tir/visit.h"

using namespace nw;
using nlohmann::json;

class TestParity : public QObject {
  Q_OBJECT

  static void samples(const std::string& folder) {
    QTest::addColumn<QString>("name");
    const json all = json::parse(nw::test::read_data(folder + "/expected.json"));
    for (const auto& [name, expected] : all.items()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }
  // Symbols (sizes, loops) are compared by value: every name stands for a number of its own.
  static int64_t number(const std::string& name) {
    int64_t n = 40;
    for (const char c : name) n = (n * 31 + c) % 997;
    return n + 40;
  }
  static int64_t value(const tir::Expr& e) {
    const auto fill = [](const tir::Expr& x) -> tir::Expr {
      const auto* v = tir::node_cast<tir::VarNode>(x);
      return v ? tir::int_imm(number(v->name), v->dtype) : x;
    };
    const tir::Expr filled = tir::rewrite(e, fill);
    const int64_t* known = tir::as_const_int(filled);
    return known ? *known : INT64_MIN;
  }
  // TVM's text of a bound, evaluated as the script language would.
  static int64_t value(const json& expected) {
    if (expected.is_number()) return expected.get<int64_t>();
    const std::string text = expected.get<std::string>();
    std::string filled;
    for (size_t i = 0; i < text.size();) {
      size_t end = i;
      while (end < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_' || text[end] == '.'))
        ++end;
      const std::string word = text.substr(i, std::max<size_t>(end - i, 1));
      if (end == i || std::isdigit(static_cast<unsigned char>(text[i])))
        filled += word;
      else
        filled +=
            end < text.size() && text[end] == '(' ? "tir." + word : "tir.const(" + std::to_string(number(word)) + ")";
      i += word.size();
    }
    const script::Program p = script::read("x = te.placeholder((" + filled + " + 100000,), name='x')\n");
    return p.tensors.empty() ? INT64_MIN + 1 : value(p.tensors[0]->shape[0]) - 100000;
  }
  static std::string text_of(const script::Program& p) {
    std::string text;
    for (const Diagnostic& d : p.diagnostics) text += format(d);
    return text;
  }

 private Q_SLOTS:
  void bounds_are_tvms_data() { samples("parity/te"); }
  void bounds_are_tvms() {
    QFETCH(QString, name);
    const json expected = json::parse(nw::test::read_data("parity/te/expected.json"))[name.toStdString()]["bounds"];
    const script::Program p = script::read(nw::test::read_data("parity/te/" + name.toStdString() + ".py"));
    QVERIFY2(p.ok(), text_of(p).c_str());
    const auto normalized = schedule::normalize(*p.schedule);
    QVERIFY(normalized.ok());
    const auto bounds = schedule::infer_bounds(*normalized);
    QVERIFY(bounds.ok());
    std::map<std::string, std::map<std::string, std::pair<int64_t, int64_t>>> got;
    std::map<std::string, int> stage_uses;
    for (const StageId id : normalized->order()) {
      const schedule::Stage& stage = normalized->stage(id);
      if (stage.op->kind == te::OpKind::Placeholder || stage.attach.kind == schedule::AttachKind::InlinedAlready)
        continue;
      const int uses = ++stage_uses[stage.name()];
      auto& axes = got[uses == 1 ? stage.name() : stage.name() + "#" + std::to_string(uses)];
      std::vector<AxisId> ids = stage.root;
      for (const AxisId leaf : stage.leaf)
        if (std::find(ids.begin(), ids.end(), leaf) == ids.end()) ids.push_back(leaf);
      std::map<std::string, int> axis_uses;
      for (const AxisId axis : ids) {
        const std::string axis_name = stage.find_axis(axis)->iter->var->name;
        const int n = ++axis_uses[axis_name];
        const tir::Range& r = bounds->ranges.at(axis);
        axes[n == 1 ? axis_name : axis_name + "#" + std::to_string(n)] = {value(r.min), value(r.extent)};
      }
    }
    for (const auto& [stage, axes] : expected.items()) {
      QVERIFY2(got.contains(stage), ("no stage " + stage).c_str());
      for (const auto& [axis, range] : axes.items()) {
        QVERIFY2(got[stage].contains(axis), ("no axis " + stage + "." + axis).c_str());
        const std::string what = stage + "." + axis + ": [" + std::to_string(got[stage][axis].first) + ", " +
                                 std::to_string(got[stage][axis].second) + "], TVM has " + range.dump();
        QVERIFY2(got[stage][axis].first == value(range[0]), what.c_str());
        QVERIFY2(got[stage][axis].second == value(range[1]), what.c_str());
      }
      QCOMPARE(got[stage].size(), axes.size());
    }
    QCOMPARE(got.size(), expected.size());
  }

  void mistakes_are_found_on_their_line_data() { samples("parity/te-bad"); }
  void mistakes_are_found_on_their_line() {
    QFETCH(QString, name);
    const json expected = json::parse(nw::test::read_data("parity/te-bad/expected.json"))[name.toStdString()];
    const std::string source = nw::test::read_data("parity/te-bad/" + name.toStdString() + ".py");
    const script::Program p = fixes::read(source);
    if (qEnvironmentVariableIsSet("NW_SHOW")) printf("== %s\n%s", qPrintable(name), text_of(p).c_str());
    QVERIFY2(!p.diagnostics.empty(), "nothing was said");
    const int line = expected["line"].get<int>();
    QVERIFY2(line_of(p.diagnostics[0]) == line, text_of(p).c_str());
    QVERIFY2(p.diagnostics[0].severity == Severity::Error, text_of(p).c_str());
    QVERIFY2(p.diagnostics[0].where[0].stage == expected["stage"].get<std::string>(), text_of(p).c_str());
    QVERIFY2(!p.diagnostics[0].fixes.empty(), text_of(p).c_str());
    const script::Program mended = script::read(apply_fix(source, p.diagnostics[0].fixes[0]));
    QVERIFY2(mended.ok(), text_of(mended).c_str());
  }
};

NW_TEST(TestParity);
#include "test_parity.moc"
