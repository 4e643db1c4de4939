// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes of operators that a document declares: calls of them, typed by their own rule.
#include <QTest>

#include "onnx_builder.h"
#include "registry.h"

using namespace nw;

class TestOnnxDeclaredOperators : public QObject {
  Q_OBJECT

  static import::Operators with(const char* name, size_t results = 1) {
    auto operators = std::make_shared<op::Registry>(op::Registry::standard());
    op::OpInfo info;
    info.name = name;
    info.traits.known = true;
    info.num_inputs = 2;
    info.definition = "test";
    info.type = [results](const op::TypeContext& c) -> Result<graph::Type> {
      if (results == 1) return c.args[0];
      return graph::Type::tuple(std::vector<graph::Type>(results, c.args[0]));
    };
    operators->add(std::move(info));
    return operators;
  }

  // The operator, type and attributes of what gives the output, or the first diagnostic's code.
  static QString given(const char* domain, const import::Operators& operators, size_t outputs = 1) {
    test::OnnxBuilder b;
    b.input("a", {2, 3}).input("b", {3, 4}).output("y");
    auto* node = b.node("Blend", {"a", "b"},
                        outputs == 1 ? std::vector<std::string>{"y"} : std::vector<std::string>{"z", "y"}, "blend");
    node->set_domain(domain);
    test::OnnxBuilder::set(node, "factor", int64_t{3});
    const std::string bytes = b.model.SerializeAsString();
    const auto owner = std::make_shared<const std::string>(bytes);
    const auto graph =
        import::read_onnx(std::as_bytes(std::span(owner->data(), owner->size())), owner, {}, {}, operators);
    if (!graph.diagnostics.empty()) return QString::fromStdString(graph.diagnostics[0].code);
    const graph::Node& result = graph->node(graph->outputs[0]);
    const graph::Node& call = result.kind == graph::NodeKind::TupleGet ? graph->node(result.inputs[0]) : result;
    return QStringLiteral("%1 %2 %3 factor=%4")
        .arg(QString::fromStdString(call.name), QString::fromStdString(call.op),
             QString::fromStdString(to_string(result.type)))
        .arg(graph::int_attr(call.attrs, "factor", 0));
  }

 private Q_SLOTS:
  void by_domain_and_name() {
    QCOMPARE(given("mine", with("mine.Blend")), QStringLiteral("blend mine.Blend Tensor[(2, 3), float32] factor=3"));
    QCOMPARE(given("", with("Blend")), QStringLiteral("blend Blend Tensor[(2, 3), float32] factor=3"));
  }
  void of_several_results() {
    QCOMPARE(given("mine", with("mine.Blend", 2), 2),
             QStringLiteral("blend mine.Blend Tensor[(2, 3), float32] factor=3"));
  }
  void others_stay_unknown() {
    QVERIFY(given("mine", nullptr).startsWith(QStringLiteral("NW")));
    QVERIFY(given("other", with("mine.Blend")).startsWith(QStringLiteral("NW")));
  }
};

NW_TEST(TestOnnxDeclaredOperators);
#include "test_declared_operators.moc"
