// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue of primitives: every row has all that its readers take from it.
#include <QRegularExpression>
#include <QTest>
#include <set>

#include "primitive_examples.h"
#include "registry.h"
#include "schedule/catalogue.h"

using namespace nw;
using schedule::PrimitiveInfo;

namespace {

// The names in braces: of "{parent} by {factor#}", parent and factor.
QStringList named_in(const char* pattern) {
  QStringList names;
  static const QRegularExpression name(QStringLiteral("\\{(\\w+)"));
  for (auto each = name.globalMatch(QString::fromUtf8(pattern)); each.hasNext();) names << each.next().captured(1);
  return names;
}

}  // namespace

class CatalogueTest : public QObject {
  Q_OBJECT

  static void rows() {
    QTest::addColumn<int>("primitive");
    for (const PrimitiveInfo& row : schedule::catalogue())
      QTest::addRow("%s %d", row.name, static_cast<int>(row.primitive)) << static_cast<int>(row.primitive);
  }
  static const PrimitiveInfo& row() {
    QFETCH(int, primitive);
    return schedule::info(static_cast<schedule::Primitive>(primitive));
  }

 private Q_SLOTS:
  void a_row_is_complete_data() { rows(); }
  void a_row_is_complete() {
    const PrimitiveInfo& info = row();
    QVERIFY(info.apply);
    for (const char* text : {info.signature, info.summary, info.rewrite, info.label.text, info.sentence.text})
      QVERIFY(text && *text);
    QVERIFY(QString::fromUtf8(info.rewrite).contains(QStringLiteral(" → ")));
    QVERIFY(QString::fromUtf8(info.sentence.text).endsWith(QLatin1Char('.')));
    QVERIFY(QString::fromUtf8(info.signature).contains(QLatin1String(info.name) + QLatin1Char('(')));
  }

  // Dragging alone reorders.
  void the_loop_tree_shows_it_data() { rows(); }
  void the_loop_tree_shows_it() {
    const PrimitiveInfo& info = row();
    QVERIFY(info.menu.text || info.primitive == schedule::Primitive::Reorder);
    QVERIFY(!info.menu.chooses || (info.menu.part && info.key));
    for (const QString& name : named_in(info.menu.text ? info.menu.text : ""))
      QVERIFY2(
          (QStringList{QStringLiteral("argument"), QStringLiteral("stage"), QStringLiteral("loop")}.contains(name)),
          qPrintable(name));
  }

  // A call tip calls every required argument as diagnostics call it, or shows one.
  void a_signature_has_all_required_arguments_data() { rows(); }
  void a_signature_has_all_required_arguments() {
    const PrimitiveInfo& info = row();
    const QString arguments = QString::fromUtf8(info.signature).section(QLatin1String(info.name), 1);
    const auto required =
        std::ranges::count_if(info.parameters, [](const schedule::Parameter& p) { return !p.optional; });
    QVERIFY2(required == 0 || arguments.count(QLatin1Char(',')) + 1 >= required, qPrintable(arguments));
  }

  void labels_and_sentences_name_what_there_is_data() { rows(); }
  void labels_and_sentences_name_what_there_is() {
    const PrimitiveInfo& info = row();
    const QSet<QString> more = {QStringLiteral("stage"), QStringLiteral("piece"), QStringLiteral("from"),
                                QStringLiteral("to"),    QStringLiteral("place"), QStringLiteral("made0"),
                                QStringLiteral("made1"), QStringLiteral("made2"), QStringLiteral("made3")};
    for (const char* pattern : {info.label.text, info.sentence.text})
      for (const QString& name : named_in(pattern))
        QVERIFY2(more.contains(name) || parameter_index(info, name.toStdString()) < info.parameters.size(),
                 qPrintable(name));
  }

  void an_axis_belongs_to_the_stage_or_to_an_earlier_argument_data() { rows(); }
  void an_axis_belongs_to_the_stage_or_to_an_earlier_argument() {
    const PrimitiveInfo& info = row();
    for (size_t i = 0; i < info.parameters.size(); ++i) {
      const schedule::Parameter& p = info.parameters[i];
      if (p.axis_of < 0) continue;
      QVERIFY(p.kind == schedule::ArgumentKind::Axis && static_cast<size_t>(p.axis_of) < i);
      QVERIFY(info.parameters[static_cast<size_t>(p.axis_of)].kind == schedule::ArgumentKind::Stage);
    }
  }

  void keys_and_names_are_used_once() {
    std::set<char> keys;
    std::set<std::pair<schedule::Receiver, std::string>> names;
    for (const PrimitiveInfo& info : schedule::catalogue()) {
      QVERIFY2(info.key == 0 || keys.insert(info.key).second, info.name);
      QVERIFY2(names.insert({info.receiver, info.name}).second, info.name);
      QVERIFY(schedule::find_primitive(info.receiver, info.name) == info.primitive);
    }
  }

  void every_primitive_has_an_example() {
    for (const PrimitiveInfo& info : schedule::catalogue())
      QVERIFY2(nw::test::primitive_examples().contains(info.primitive), info.name);
  }
};

NW_TEST(CatalogueTest);
#include "test_catalogue.moc"
