// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of strings: what makes and changes them, and operators that move or compare elements.
#include <QTest>

#include "program.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;

class TestStrings : public QObject {
  Q_OBJECT

  static graph::Attr word_list(const std::vector<std::string>& words) {
    return graph::Attr{texts({static_cast<int64_t>(words.size())}, words)};
  }

 private Q_SLOTS:
  void numbers_as_strings() {
    const auto as_text = [](const NDArray& x) { return call("onnx.Cast", {x}, {{"dtype", text("string")}}); };
    QCOMPARE(as_text(floats({4}, {1.5, 0.1, -1e-8, 3})), QStringLiteral("string (4): '1.5' '0.1' '-1e-08' '3'"));
    QCOMPARE(as_text(floats({3}, {NAN, INFINITY, -INFINITY})), QStringLiteral("string (3): 'NaN' 'INF' '-INF'"));
    QCOMPARE(as_text(ints({2}, {-7, 12})), QStringLiteral("string (2): '-7' '12'"));
    QCOMPARE(as_text(tensor(DType::Bool(), {2}, {1, 0})), QStringLiteral("string (2): '1' '0'"));
  }

  void strings_as_numbers() {
    const auto to = [](const char* dtype, std::vector<std::string> words) {
      const auto count = static_cast<int64_t>(words.size());
      return call("onnx.Cast", {texts({count}, words)}, {{"dtype", text(dtype)}});
    };
    QCOMPARE(to("float32", {"1.5", "+2", " -3e2 ", "NaN", "inf", "-INF"}),
             QStringLiteral("float32 (6): 1.5 2 -300 nan inf -inf"));
    QCOMPARE(to("int32", {"-7", "12"}), QStringLiteral("int32 (2): -7 12"));
    QCOMPARE(to("float64", {"1e999", "1e-999"}), QStringLiteral("float64 (2): inf 0"));
    QCOMPARE(to("float32", {"1", "two"}),
             QStringLiteral("onnx.Cast 'call' cannot be computed: element 1 is 'two', which is no number of type "
                            "float32 [NW4084]; argument 1 is Tensor[(2,), string]"));
    QCOMPARE(to("int32", {"1.5"}).section(QLatin1Char('['), 1, 1), QStringLiteral("NW4084]; argument 1 is Tensor"));
  }

  void stop_words_and_case() {
    const NDArray days = texts({3}, {"Monday", "tuesday", "ÄRGER"});
    QCOMPARE(call("onnx.StringNormalizer", {days}, {{"case_change_action", text("LOWER")}}),
             QStringLiteral("string (3): 'monday' 'tuesday' 'ärger'"));
    QCOMPARE(call("onnx.StringNormalizer", {days},
                  {{"case_change_action", text("UPPER")}, {"stopwords", word_list({"monday"})}}),
             QStringLiteral("string (2): 'TUESDAY' 'ÄRGER'"));
    QCOMPARE(call("onnx.StringNormalizer", {days},
                  {{"is_case_sensitive", integer(1)}, {"stopwords", word_list({"monday", "tuesday"})}}),
             QStringLiteral("string (2): 'Monday' 'ÄRGER'"));
    QCOMPARE(call("onnx.StringNormalizer", {texts({1, 1}, {"a"})}, {{"stopwords", word_list({"a"})}}),
             QStringLiteral("string (1, 1): ''"));
  }

  void n_grams_of_strings() {
    QCOMPARE(call("onnx.TfIdfVectorizer", {texts({4}, {"a", "b", "a", "x"})},
                  {{"mode", text("TF")},
                   {"min_gram_length", integer(1)},
                   {"max_gram_length", integer(2)},
                   {"ngram_counts", list({0, 2})},
                   {"ngram_indexes", list({0, 1, 2})},
                   {"pool_strings", word_list({"a", "c", "a", "b"})}}),
             QStringLiteral("float32 (3): 2 0 1"));
  }

  // Tables of texts differ between arguments.
  void moved_and_compared() {
    const NDArray a = texts({3}, {"x", "y", "z"}), b = texts({3}, {"a", "y", "x"});
    QCOMPARE(call("concatenate", {tuple_of({a, b})}, {{"axis", integer(0)}}),
             QStringLiteral("string (6): 'x' 'y' 'z' 'a' 'y' 'x'"));
    QCOMPARE(call("equal", {a, b}), QStringLiteral("bool (3): 0 1 0"));
    QCOMPARE(call("where", {tensor(DType::Bool(), {3}, {1, 0, 0}), a, b}), QStringLiteral("string (3): 'x' 'y' 'x'"));
    QCOMPARE(call("take", {b, ints({2}, {2, 0})}, {{"axis", integer(0)}}), QStringLiteral("string (2): 'x' 'a'"));
    QCOMPARE(call("transpose", {texts({1, 2}, {"p", "q"})}), QStringLiteral("string (2, 1): 'p' 'q'"));
    QCOMPARE(call("onnx.Unique", {texts({4}, {"b", "a", "b", "c"})}),
             QStringLiteral("[string (3): 'a' 'b' 'c' | int64 (3): 1 0 3 | int64 (4): 1 0 1 2 | int64 (3): 1 2 1]"));
    Program p;
    const NodeId all = p.call("onnx.SequenceConstruct", {p.input(a), p.input(b)});
    QCOMPARE(p.text(p.call("onnx.ConcatFromSequence", {all}, {{"axis", integer(0)}})).section(QStringLiteral(" = "), 1),
             QStringLiteral("string (6): 'x' 'y' 'z' 'a' 'y' 'x'"));
  }

  // Each turn makes a table of its own.
  void rows_of_a_scan() {
    Program p;
    const NodeId number = p.parameter("number", graph::Type::tensor(DType::Int(64), {}));
    const NodeId body = p.function({number}, {p.call("onnx.Cast", {number}, {{"dtype", text("string")}})});
    const NodeId scan = p.call("onnx.Scan", {body, p.input(ints({3}, {9, 1, 5}))}, {{"num_scan_inputs", integer(1)}});
    QCOMPARE(p.text(scan).section(QStringLiteral(" = "), 1), QStringLiteral("[string (3): '9' '1' '5']"));
  }

  void others_refuse() {
    QCOMPARE(call("add", {texts({1}, {"a"}), texts({1}, {"b"})}),
             QStringLiteral("add 'call' cannot be computed: it does not take strings [NW4084]; argument 1 is "
                            "Tensor[(1,), string]; argument 2 is Tensor[(1,), string]"));
  }
};

NW_TEST(TestStrings);
#include "test_strings.moc"
