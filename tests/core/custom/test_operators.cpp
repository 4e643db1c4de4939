// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that a table declares: which scripts are taken, what they compute, and that a registry is one document's.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "custom/operators.h"
#include "import/relay.h"
#include "page_examples.h"
#include "registry.h"

using namespace nw;

class TestDeclaredOperators : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  static constexpr const char* kTwice =
      "import tvm\nfrom tvm import te\nn = te.var(\"n\")\nA = te.placeholder((n, 4), name=\"A\")\n"
      "B = te.compute((n, 4), lambda i, j: A[i, j] * 2.0, name=\"B\")\ns = te.create_schedule(B.op)\n"
      "s[B].vectorize(s[B].op.axis[1])\ntvm.lower(s, [A, B])\n";

  void file(const char* name, const QString& text) const {
    QDir(folder_.path()).mkpath(QFileInfo(folder_.filePath(QString::fromLatin1(name))).path());
    QVERIFY(test::write_text(folder_.filePath(QString::fromLatin1(name)), text));
  }

  Result<std::shared_ptr<const op::Registry>> declared(const std::string& table) const {
    return custom::declared_operators(*pattern::read_table(table),
                                      folder_.filePath(QStringLiteral("t.pat")).toStdString());
  }

  // "line:column code message"
  QString said(const std::string& table) const {
    const auto made = declared(table);
    if (made.diagnostics.empty()) return {};
    const Diagnostic& d = made.diagnostics[0];
    return QStringLiteral("%1:%2 %3 %4")
        .arg(d.where[0].span.line)
        .arg(d.where[0].span.column)
        .arg(QString::fromStdString(d.code), QString::fromStdString(d.message));
  }

 private Q_SLOTS:
  void initTestCase() {
    file("twice.py", QString::fromLatin1(kTwice));
    file("below/twice.py", QString::fromLatin1(kTwice));
    file("nothing.py", QStringLiteral("import tvm\nfrom tvm import te\nA = te.placeholder((4,), name=\"A\")\n"));
    file("wrong.py",
         QStringLiteral("import tvm\nfrom tvm import te\nA = te.placeholder((4,), name=\"A\")\nB = C + A\n"));
    // A tensor that needs itself cannot be written: the name is not there yet.
    file("cyclic.py", QStringLiteral("import tvm\nfrom tvm import te\nA = te.placeholder((4,), name=\"A\")\n"
                                     "B = te.compute((4,), lambda i: C[i] + A[i], name=\"B\")\n"
                                     "C = te.compute((4,), lambda i: B[i], name=\"C\")\n"));
  }

  void scripts_that_cannot_be_used_data() {
    QTest::addColumn<QString>("te");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* te, const char* why) {
      QTest::newRow(te) << QString::fromLatin1(te) << QString::fromLatin1(why);
    };
    row("../twice.py", "'../twice.py' is not in the table's folder");
    row("/etc/passwd", "'/etc/passwd' is not in the table's folder");
    row("below/../../twice.py", "'below/../../twice.py' is not in the table's folder");
    row("nowhere.py", "cannot read");
    row("below", "cannot read");
    row("nothing.py", "NW2043");
    row("wrong.py", "NW20");
    row("cyclic.py", "NW20");
  }
  void scripts_that_cannot_be_used() {
    QFETCH(QString, te);
    QFETCH(QString, why);
    const QString got = said("custom(\"my.op\", inputs=1, te=\"" + te.toStdString() + "\")");
    QVERIFY2(got.startsWith(QStringLiteral("1:30 NW3114 the operator's script cannot be used: ")), qPrintable(got));
    QVERIFY2(got.contains(why), qPrintable(got));
  }

  void placeholders_are_the_inputs() {
    QCOMPARE(said("custom(\"my.op\", inputs=2, te=\"twice.py\")"),
             QStringLiteral(
                 "1:30 NW3114 the operator's script cannot be used: it has 1 placeholder, the operator 2 inputs"));
    QCOMPARE(said("custom(\"my.op\", inputs=1, te=\"below/twice.py\")"), QString());
  }

  void a_type_that_cannot_be_read() {
    QCOMPARE(said("custom(\"my.op\", inputs=1, type=\"like(3)\")").left(15), QStringLiteral("1:32 NW3113 the"));
  }

  void declarations_that_are_none_data() {
    QTest::addColumn<QString>("line");
    for (const char* line :
         {"custom(\"nn.relu\", inputs=1)", "custom(\"my.op\")", "custom(\"\", inputs=1)", "custom(\"my op\", inputs=1)",
          "custom(\"my.op\", inputs=-1)", "custom(\"my.op\", inputs=1, pattern=\"none\")",
          "custom(\"my.op\", inputs=1, color=\"red\")"})
      QTest::newRow(line) << QString::fromLatin1(line);
  }
  void declarations_that_are_none() {
    QFETCH(QString, line);
    const Result<pattern::Table> table = pattern::read_table(line.toStdString() + "\nb: wildcard()\n");
    QCOMPARE(table.diagnostics.size(), size_t{1});
    QCOMPARE(table.diagnostics[0].where[0].span.line, 1);
    QCOMPARE(table->custom.size(), size_t{0});
    QCOMPARE(table->listed.size(), size_t{1});
  }
  void a_name_is_declared_once() {
    const Result<pattern::Table> table =
        pattern::read_table("custom(\"my.op\", inputs=1)\ncustom(\"my.op\", inputs=2)\n");
    QCOMPARE(table.diagnostics.size(), size_t{1});
    QCOMPARE(table.diagnostics[0].where[0].span.line, 2);
  }

  void two_documents_have_their_own() {
    const auto one = declared("custom(\"my.op\", inputs=1, te=\"twice.py\")");
    const auto other = declared("custom(\"my.other\", inputs=1)");
    QVERIFY((*one)->find("my.op") && !(*one)->find("my.other"));
    QVERIFY((*other)->find("my.other") && !(*other)->find("my.op"));
    QVERIFY(!op::Registry::standard().find("my.op"));
    QVERIFY((*one)->find("nn.relu"));
    QVERIFY(!*declared("a: wildcard()"));
  }

  void a_call_is_typed_and_computed() {
    const auto operators = declared("custom(\"my.op\", inputs=1, te=\"twice.py\")");
    QVERIFY(operators.ok());
    const auto graph = import::read_relay(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(3, 4), float32]) {\n  my.op(%x)\n}\n", *operators.value);
    QVERIFY(graph.ok());
    const graph::Node& call = graph->node(graph->outputs[0]);
    QCOMPARE(to_string(call.type), std::string("Tensor[(3, 4), float32]"));
    NDArray data(DType::Float(32), {3, 4});
    for (int64_t i = 0; i < 12; ++i) data.set(i, static_cast<double>(i));
    const auto values = graph->operators->evaluate(call, {data});
    QVERIFY(values.ok());
    QCOMPARE((*values)[0].at(11), 22.0);
  }

  void the_wrong_types_are_said() {
    const auto operators = declared("custom(\"my.op\", inputs=1, te=\"twice.py\")");
    const auto graph = import::read_relay(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(3, 5), float32]) {\n  my.op(%x)\n}\n", *operators.value);
    QCOMPARE(graph.diagnostics.size(), size_t{1});
    QCOMPARE(graph.diagnostics[0].code, std::string("NW1403"));
  }
};

NW_TEST(TestDeclaredOperators);
#include "test_operators.moc"
