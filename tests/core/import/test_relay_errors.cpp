// SPDX-License-Identifier: GPL-3.0-or-later
// Broken Relay text: every mistake at its place, several at once, and the rest still read.
#include <QTest>

#include "import/relay.h"
#include "registry.h"
#include "relay_text.h"

using nw::import::test::problems;

class TestRelayErrors : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void a_bad_parameter_costs_only_itself() {
    const std::string text =
        "fn (%x: Tensor[(4), float32), %y: Tensor[(4), float32], %z: , "
        "param_devices=[VirtualDevice(device_type=1, target='llvm')], Primitive=1) {\n  add(exp(%x), %y)\n}";
    QCOMPARE(problems(text), std::string("line 1:28: error: expected ']', found ')' [NW1200]\n"
                                         "line 1:61: error: expected a type, found ',' [NW1200]"));
    const nw::graph::Graph graph = *nw::import::read_relay(text).value;
    QCOMPARE(graph.inputs.size(), size_t(3));
    QVERIFY(nw::graph::bool_attr(graph.attrs, "Primitive", false));
    QCOMPARE(nw::graph::to_string(graph.attrs.at("param_devices")),
             std::string("[\"VirtualDevice(device_type=1, target='llvm')\"]"));
  }

  void a_missing_bracket() {
    QCOMPARE(problems("fn (%x: float32) {\n  %0 = exp(%x;\n  sqrt(%0)\n}"),
             std::string("line 2:14: error: expected ')', found ';' [NW1200]"));
  }

  // A type that is kept as it is may end in any token, also one of two characters at the end of the text.
  void a_type_that_never_ends() {
    const std::string said = problems("def @main(%x: List[->");
    QVERIFY2(said.ends_with("line 1:22: error: expected ')', found the end of the text [NW1200]"), said.c_str());
  }

  void type_parameters_that_never_end() {
    QCOMPARE(problems("fn ["), std::string("line 1:5: error: expected '(', found the end of the text [NW1200]"));
  }

  void several_at_once() {
    const std::string text = "fn (%x: float32) {\n  %0 = exp(%y);\n  %1 = add(%0 %0);\n  %2 = 12q + %1;\n  sqrt(%2)\n}";
    QCOMPARE(problems(text), std::string("line 2:12: error: %y is not defined here [NW1202]\n  legal: %x\n"
                                         "line 3:15: error: expected ')', found '%0' [NW1200]\n"
                                         "line 4:8: error: '12q' is not a number that Relay can write [NW1205]\n"
                                         "  legal: 1 (int32), 1i64, 1.5f (float32), 1.5f64"));
    QVERIFY(nw::import::read_relay(text).value.has_value());
  }

  void an_operator_with_a_slip() {
    QCOMPARE(problems("fn (%x: float32) {\n  %0 = sgimoid(%x);\n  %1 = conv2d(%0);\n  sgimoid(%1)\n}"),
             std::string("line 3:8: warning: operator `conv2d` is not known; its call is opaque [NW1203]\n"
                         "  legal: nn.conv2d, qnn.conv2d\n"
                         "line 2:8: warning: operator `sgimoid` is not known; its 2 calls are opaque [NW1203]\n"
                         "  legal: sigmoid"));
  }

  // One mistake a name, however often it is there, and the rest is read.
  void letters_that_are_not_ASCII() {
    const std::string text =
        "fn (%größe: Tensor[(4), float32], %λ/ж: Tensor[(4), float32]) {\n  add(exp(%größe), %λ/ж)\n}";
    QCOMPARE(problems(text),
             std::string("line 1:5: error: '%größe' is no name of Relay: it has letters that are not ASCII [NW1204]\n"
                         "line 1:37: error: '%λ/ж' is no name of Relay: it has letters that are not ASCII [NW1204]"));
    QCOMPARE(nw::import::read_relay(text).value->inputs.size(), size_t(2));
    QCOMPARE(problems("fn (%x: float32) {\n  exp(%x) ≤→ \n}"),
             std::string("line 2:11: error: the byte 0xe2 means nothing here [NW1204]"));
  }

  void no_program() {
    QCOMPARE(problems(""), std::string("error: there is no Relay function in this text [NW1207]\n"
                                       "  legal: def @main(%x: Tensor[(1, 8), float32]) { … }, "
                                       "fn (%x: Tensor[(1, 8), float32]) { … }"));
    QCOMPARE(problems("hello world"), problems(""));
  }

  void a_type_that_is_none() {
    QCOMPARE(problems("fn (%x: Tensor[(2, 3), flout32]) {\n  exp(%x)\n}"),
             std::string("line 1:24: error: 'flout32' is not a type [NW1209]\n  legal: Tensor[(1, 8), float32], "
                         "float32, (float32, int64), fn (float32) -> float32"));
  }

  void an_unknown_version() {
    QCOMPARE(
        problems("#[version = \"0.0.9\"]\ndef @main(%x: float32) {\n  %x\n}"),
        std::string("line 1:13: warning: Relay text of version '0.0.9' is read as 0.0.5 [NW1201]\n  legal: v0.0.1, "
                    "v0.0.4, 0.0.5"));
  }

  void comments_and_strings_without_end() {
    QCOMPARE(problems("fn (%x: float32) {\n  exp(%x)\n}\n/* and so on"),
             std::string("line 4:1: error: this comment has no end [NW1208]"));
  }

  void defined_twice() {
    QCOMPARE(
        problems("fn (%x: float32, %x: float32) {\n  exp(%x)\n}"),
        std::string("line 1:18: error: %x is defined a second time [NW1210]\n  because the first time was in line 1"));
  }

  void a_function_that_is_not_there() {
    QCOMPARE(
        problems("fn (%x: float32) {\n  @f(%x)\n}"),
        std::string("line 2:3: warning: the global function @f is not in this text; its calls are opaque [NW1211]"));
  }

  void broken_metadata() {
    QCOMPARE(problems("#[version = \"0.0.5\"]\ndef @main(%x: float32) {\n  %x\n}\n#[metadata]\n{\"root\": "),
             std::string("warning: the metadata section cannot be used: its JSON is broken [NW1213]"));
  }

  void too_deep() {
    std::string text = "fn (%x: float32) { ";
    for (int i = 0; i < 100'000; ++i) text += "exp(";
    const std::string found = problems(text);
    QVERIFY(found.find("expressions are nested more than 300 deep [NW1206]") != std::string::npos);
  }

  void nothing_hangs_or_crashes() {
    for (const char* text : {"def",
                             "def @",
                             "def @f",
                             "def @f(",
                             "fn",
                             "fn (",
                             "fn () {",
                             "fn () { let",
                             "fn () { let %x",
                             "fn () { %0 =",
                             "fn () { if",
                             "fn () { match (",
                             "fn () { (",
                             "#[version",
                             "v0.0.",
                             "fn () { meta[",
                             "fn () { meta[relay.Constant][99999999999]",
                             "type",
                             "extern",
                             "fn (%x: Tensor[(",
                             "fn (%x: fn",
                             "free_var",
                             "}}}}",
                             "((((",
                             "%",
                             "@",
                             "fn () { -",
                             "fn () { 1 + }",
                             "fn () { %0.99999999999999999999 }",
                             "fn () { 99999999999999999999999 }",
                             "fn () { add(1, 2, axis=) }",
                             "\xff\xfe",
                             "def @main() { () }"}) {
      nw::import::read_relay(text);
    }
  }
};

NW_TEST(TestRelayErrors);
#include "test_relay_errors.moc"
#include "texts.h"
