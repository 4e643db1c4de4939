// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences as templates with arguments: in English, and through a translation that puts them in another order.
#include <QTest>

#include "base/sentence.h"
#include "registry.h"

using namespace nw;

class SentenceTest : public QObject {
  Q_OBJECT

  static Sentence split(const char* factor) {
    return Sentence::named(
        NW_TEXT("Test", "split {loop} of {stage}{factor? by {factor}}{parts? into {parts} parts}"),
        [&](std::string_view name) -> Sentence { return name == "factor" ? factor : "<" + std::string(name) + ">"; },
        [&](std::string_view name) { return name == "factor" && *factor; });
  }
  static std::string german(const Template& pattern) {
    const std::string_view text = pattern.text;
    if (text == "{0}, then {1}") return "{0}, dann {1}";
    if (text == "{0} takes {1} of {2} bytes") return "{1} von {2} Bytes nimmt {0}";
    if (text.starts_with("split")) return "{stage}: {loop} teilen{parts? in {parts} Teile}{factor? durch {factor}}";
    return pattern.text;
  }

 private Q_SLOTS:
  void a_template_is_filled() {
    const auto value = [](std::string_view key) {
      return key == "n" ? std::string("8") : "<" + std::string(key) + ">";
    };
    const auto given = [](std::string_view key) { return key == "n"; };
    QCOMPARE(fill_template("split {x}{n? by {n}}{m? into {m}}.", value, given), std::string("split <x> by 8."));
  }

  void english_has_the_arguments_in_their_places() {
    QCOMPARE(Sentence(NW_TEXT("Test", "{0} takes {1} of {2} bytes"), "A", 4, std::string("16")).english(),
             std::string("A takes 4 of 16 bytes"));
    QCOMPARE(split("8").english(), std::string("split <loop> of <stage> by 8"));
    QCOMPARE(split("").english(), std::string("split <loop> of <stage>"));
    QCOMPARE(Sentence("a {name} as it is").english(), std::string("a {name} as it is"));
    QVERIFY(Sentence().empty() && Sentence("").empty() && !Sentence(NW_TEXT("Test", "so")).empty());
  }

  void a_translation_puts_them_where_it_wants() {
    const Sentence taken(NW_TEXT("Test", "{0} takes {1} of {2} bytes"), "A", 4, 16);
    QCOMPARE(taken.text(german), std::string("4 von 16 Bytes nimmt A"));
    QCOMPARE(split("8").text(german), std::string("<stage>: <loop> teilen durch 8"));
    const Sentence both(NW_TEXT("Test", "{0}, then {1}"), split("8"), taken);
    QCOMPARE(both.text(german), std::string("<stage>: <loop> teilen durch 8, dann 4 von 16 Bytes nimmt A"));
    QCOMPARE(both.english(), std::string("split <loop> of <stage> by 8, then A takes 4 of 16 bytes"));
  }

  void a_list_ends_with_and() {
    QCOMPARE(Sentence::list({}).english(), std::string());
    QCOMPARE(Sentence::list({"a"}).english(), std::string("a"));
    QCOMPARE(Sentence::list({"a", "b"}).english(), std::string("a and b"));
    QCOMPARE(Sentence::list({"a", "b", 3}).english(), std::string("a, b and 3"));
  }
};

NW_TEST(SentenceTest);
#include "test_sentence.moc"
