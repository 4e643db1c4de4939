// SPDX-License-Identifier: GPL-3.0-or-later
// Text from a file stays text in every language that it is written in.
#include <QTest>

#include "base/escape.h"
#include "registry.h"
#include "texts.h"

using namespace nw;

class EscapeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void c_literals_have_neither_ends_nor_trigraphs() {
    QCOMPARE(c_literal("C"), std::string("\"C\""));
    QCOMPARE(c_literal("a\"b\\"), std::string("\"a\\\"b\\\\\""));
    QCOMPARE(c_literal("?"
                       "?/"),
             std::string("\"\\?\\?/\""));
    QCOMPARE(c_literal("a\nb\r\x1b"
                       "1"),
             std::string("\"a\\nb\\015\\0331\""));
    QCOMPARE(c_literal(std::string_view("a\0"
                                        "7",
                                        3)),
             std::string("\"a\\0007\""));
    QCOMPARE(c_literal("größe"), std::string("\"größe\""));
    QCOMPARE(c_literal("\u202e\xff"), std::string("\"\\342\\200\\256\\377\""));
  }

  void python_literals_give_the_text_back() {
    QCOMPARE(python_literal("a\"b\\\n\t"), std::string("\"a\\\"b\\\\\\n\\t\""));
    QCOMPARE(python_literal(std::string_view("\0\r\x7f", 3)), std::string("\"\\x00\\x0d\\x7f\""));
    QCOMPARE(python_literal("\u202e\u2028\U000e0001"), std::string("\"\\u202e\\u2028\\U000e0001\""));
    QCOMPARE(python_literal("größe\xff"), std::string("\"größe\\ufffd\""));
  }

  void dot_literals_keep_line_ends_in_labels() {
    QCOMPARE(dot_literal("a\"b\\N\n"), std::string("\"a\\\"b\\\\N\\n\""));
    QCOMPARE(dot_literal(std::string_view("\0\u202e", 4)), std::string("\"\\\\x00\\\\u202e\""));
  }

  void relay_literals_have_the_escapes_of_json() {
    QCOMPARE(relay_literal("a\"b\\\n"), std::string("\"a\\\"b\\\\\\n\""));
    QCOMPARE(relay_literal("\u2028\U000e0001"), std::string("\"\\u2028\\udb40\\udc01\""));
  }

  void comments_neither_end_nor_go_on() {
    QCOMPARE(comment_text("matmul 3*4"), std::string("matmul 3*4"));
    QCOMPARE(comment_text("*/ evil(); /*"), std::string("* / evil(); / *"));
    QCOMPARE(comment_text("*/*/*"), std::string("* / * / *"));
    QCOMPARE(comment_text("a\nb\rc"), std::string("a\\nb\\x0dc"));
    QCOMPARE(comment_text("end\\"), std::string("end\\ ."));
    QCOMPARE(comment_text("end?"
                          "?/"),
             std::string("end? ?/"));
    QCOMPARE(comment_text("-*- coding: utf-7 -*-"), std::string("-*- coding : utf-7 -*-"));
    QCOMPARE(comment_text("coding=utf-7"), std::string("coding =utf-7"));
    QCOMPARE(comment_text("\u2028\u202e\xff"), std::string("\\u2028\\u202e\\xff"));
  }

  void html_has_no_tags_and_no_marks_of_direction() {
    QCOMPARE(html_text("</script><img onerror='a()'>&\"\n"),
             std::string("&lt;/script&gt;&lt;img onerror='a()'&gt;&amp;&quot;\n"));
    QCOMPARE(html_text(std::string_view("\0\u202e", 4)), std::string("\\x00\\u202e"));
  }

  void terminals_get_no_control_sequences() {
    QCOMPARE(terminal_text("a\tb\nc"), std::string("a\tb\nc"));
    QCOMPARE(terminal_text("\x1b[31mred\x1b[0m \u009b2J \u202e"), std::string("\\x1b[31mred\\x1b[0m \\x9b2J \\u202e"));
    QCOMPARE(terminal_text("größe µs ×2"), std::string("größe µs ×2"));
  }

  void identifiers_are_of_letters_and_no_keywords() {
    QCOMPARE(plain_identifier("conv2d"), std::string("conv2d"));
    QCOMPARE(plain_identifier("a.b-c"), std::string("a_b_c"));
    QCOMPARE(plain_identifier("3x"), std::string("v3x"));
    QCOMPARE(plain_identifier(""), std::string("v"));
    for (const char* word : {"lambda", "int", "None", "constexpr", "await", "yield"})
      QCOMPARE(plain_identifier(word), std::string(word) + "_");
    QVERIFY(is_plain_identifier("x_1") && !is_plain_identifier("x 1") && !is_plain_identifier("lambda"));
  }

  void overlong_and_cut_characters_are_no_utf8() {
    QCOMPARE(valid_utf8("a\xc0\xaf\xe2\x80"), std::string("a\ufffd\ufffd\ufffd\ufffd"));
    QCOMPARE(valid_utf8("\xed\xa0\x80"), std::string("\ufffd\ufffd\ufffd"));
    QCOMPARE(valid_utf8("\xf4\x8f\xbf\xbf"), std::string("\U0010ffff"));
  }
};

NW_TEST(EscapeTest);
#include "test_escape.moc"
