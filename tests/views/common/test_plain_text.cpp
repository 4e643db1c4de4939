// SPDX-License-Identifier: GPL-3.0-or-later
// A name that looks like tags is shown as it is, in labels and in tool tips.
#include <QLabel>
#include <QTest>

#include "common/style.h"
#include "models/html.h"
#include "registry.h"

using namespace nw::views;

class TestPlainText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void labels_show_tags_as_text() {
    WorkbenchStyle style(Theme::load(false));
    QLabel plain(QStringLiteral("<img src='x'><b>name</b>")), rich(QStringLiteral("<b>title</b>"));
    rich.setTextFormat(Qt::RichText);
    for (QLabel* label : {&plain, &rich}) {
      label->setStyle(&style);
      label->ensurePolished();
    }
    QCOMPARE(plain.textFormat(), Qt::PlainText);
    QCOMPARE(rich.textFormat(), Qt::RichText);
  }

  void tips_are_escaped_where_they_look_like_tags() {
    QCOMPARE(plain_tip(QStringLiteral("conv, 3 × 3")), QStringLiteral("conv, 3 × 3"));
    QCOMPARE(plain_tip(QStringLiteral("<img src=\"x\">\u202e")),
             QStringLiteral("<p style='white-space:pre-wrap'>&lt;img src=&quot;x&quot;&gt;\\u202e</p>"));
  }
};

NW_TEST(TestPlainText);
#include "test_plain_text.moc"
