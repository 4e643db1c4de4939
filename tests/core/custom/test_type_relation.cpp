// SPDX-License-Identifier: GPL-3.0-or-later
// Types of declared operators, in words.
#include <QTest>

#include "custom/type_relation.h"
#include "registry.h"

using namespace nw;
using namespace nw::custom;
using graph::Type;

class TestTypeRelation : public QObject {
  Q_OBJECT

  static Type tensor(std::vector<int64_t> shape, DType dtype = DType::Float(32)) {
    return Type::tensor(dtype, {shape.begin(), shape.end()});
  }

  // The result's type, or what is wrong.
  static QString of(const std::string& text, std::vector<Type> arguments) {
    const Result<TypeRelation> relation = read_type_relation(text, static_cast<int>(arguments.size()));
    if (!relation.value) return QString::fromStdString(relation.diagnostics[0].message);
    graph::Graph graph;
    graph::Node call;
    call.op = "my.op";
    call.name = "%0";
    const op::TypeContext context{call, std::move(arguments), {}, graph};
    const Result<Type> type = apply(*relation, context);
    return QString::fromStdString(type.value ? to_string(*type.value)
                                             : type.diagnostics[0].code + " " + type.diagnostics[0].message);
  }

 private Q_SLOTS:
  void results_data() {
    QTest::addColumn<QString>("relation");
    QTest::addColumn<QString>("result");
    const auto row = [](const char* relation, const char* result) {
      QTest::newRow(relation) << QString::fromLatin1(relation) << QString::fromLatin1(result);
    };
    row("same_as_first", "Tensor[(2, 3), float32]");
    row("like(1)", "Tensor[(3, 4), float32]");
    row("TensorType((1, 8), \"int8\")", "Tensor[(1, 8), int8]");
    row("(n, m), (m, k) -> (n, k)", "Tensor[(2, 4), float32]");
    row("(n, m), (_, k) -> (n * k, m // 2 + 1)", "Tensor[(8, 2), float32]");
    row("(n, 3), (3, k) -> (n, k), (k, n - 1)", "(Tensor[(2, 4), float32], Tensor[(4, 1), float32])");
    row("(n, m), (m, k) -> ()", "float32");
    row("(n, m), (n, k) -> (n, k)", "NW1403 in my.op '%0', dimension 0 of argument 1 is 3 where 2 is wanted");
    row("(n, m, q), (m, k) -> (n, k)",
        "NW1402 in my.op '%0', argument 0 must have 3 dimensions, not be Tensor[(2, 3), float32]");
  }
  void results() {
    QFETCH(QString, relation);
    QFETCH(QString, result);
    const QString got = of(relation.toStdString(), {tensor({2, 3}), tensor({3, 4})});
    if (result.startsWith(QStringLiteral("NW"))) {
      QCOMPARE(got.left(6), result.left(6));
      return;
    }
    QCOMPARE(got, result);
  }

  void shapes_are_broadcast() {
    QCOMPARE(of("broadcast", {tensor({1, 3}), tensor({4, 1})}), QStringLiteral("Tensor[(4, 3), float32]"));
    QVERIFY(of("broadcast", {tensor({2, 3}), tensor({4, 3})}).startsWith(QStringLiteral("NW1403")));
    QVERIFY(of("broadcast", {tensor({2, 3}), tensor({2, 3}, DType::Int(8))}).startsWith(QStringLiteral("NW1402")));
  }

  void texts_that_are_none_data() {
    QTest::addColumn<QString>("relation");
    for (const char* text :
         {"", "same", "like(2)", "like(x)", "like(", "(n, m) -> (n)", "(n, m), (m, k)", "(n, m), (m, k) -> (z)",
          "(n, m), (m, k) -> (_)", "(n, m), (m, k) -> (n // 0)", "(n, m), (m, k) -> (n, k", "TensorType(",
          "TensorType((n), \"float32\")", "(n, m), (m, k) -> (99999999999999999999)", "(n, m), (m, k) -> (n) x"})
      QTest::newRow(text) << QString::fromLatin1(text);
    QTest::newRow("brackets") << QStringLiteral("(n, m), (m, k) -> ") + QString(100'000, QLatin1Char('('));
  }
  void texts_that_are_none() {
    QFETCH(QString, relation);
    QVERIFY(of(relation.toStdString(), {tensor({2, 3}), tensor({3, 4})})
                .startsWith(QStringLiteral("the operator's type cannot be read: ")));
  }
};

NW_TEST(TestTypeRelation);
#include "test_type_relation.moc"
