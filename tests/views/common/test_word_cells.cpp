// SPDX-License-Identifier: GPL-3.0-or-later
// Cells with words look as Qt's own do: the same words in the same place and colours, cut where those are cut.
#include <QImage>
#include <QPainter>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>

#include "common/shaped_text.h"
#include "common/theme.h"
#include "common/word_cells.h"
#include "registry.h"

using namespace nw::views;

class TestWordCells : public QObject {
  Q_OBJECT

  // How much of two pictures is not the same, as a share of what is drawn in the first.
  static double difference(const QImage& a, const QImage& b) {
    int drawn = 0, other = 0;
    const QRgb ground = a.pixel(1, 1);
    for (int y = 0; y < a.height(); ++y)
      for (int x = 0; x < a.width(); ++x) {
        drawn += a.pixel(x, y) != ground;
        other += a.pixel(x, y) != b.pixel(x, y);
      }
    return drawn == 0 ? 1 : static_cast<double>(other) / drawn;
  }

 private Q_SLOTS:
  void they_look_as_qts_own_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("alignment");
    QTest::addColumn<bool>("selected");
    const int left = Qt::AlignLeft | Qt::AlignVCenter, right = Qt::AlignRight | Qt::AlignVCenter;
    QTest::newRow("short") << QStringLiteral("conv2d_pad") << left << false;
    QTest::newRow("number") << QStringLiteral("3136") << right << false;
    QTest::newRow("selected") << QStringLiteral("vectorized") << left << true;
    QTest::newRow("cut") << QStringLiteral("relu2 reads conv2d_tiles[n, c, floordiv(h, 7), w]") << left << false;
    QTest::newRow("other letters") << QStringLiteral("≤ 2.5 µs · ×1.3") << right << false;
  }
  void they_look_as_qts_own() {
    QFETCH(QString, text);
    QFETCH(int, alignment);
    QFETCH(bool, selected);
    QStandardItemModel model(1, 1);
    model.setData(model.index(0, 0), text);
    model.setData(model.index(0, 0), alignment, Qt::TextAlignmentRole);
    QTableView view;
    view.setModel(&model);
    view.setWordWrap(false);
    QStyledItemDelegate qts;
    const WordCells ours;
    QStyleOptionViewItem option;
    option.initFrom(&view);
    option.widget = &view;
    option.showDecorationSelected = true;  // as in tables and trees
    option.rect = QRect(0, 0, 140, 26);
    option.displayAlignment = Qt::Alignment(alignment);
    option.textElideMode = Qt::ElideRight;
    option.state.setFlag(QStyle::State_Selected, selected);
    const auto drawn = [&](const QAbstractItemDelegate& delegate) {
      QImage image(option.rect.size(), QImage::Format_RGB32);
      image.fill(Qt::white);
      QPainter painter(&image);
      delegate.paint(&painter, option, model.index(0, 0));
      return image;
    };
    const double other = difference(drawn(qts), drawn(ours));
    QVERIFY2(other < 0.02, qPrintable(QStringLiteral("%1 of it is not the same").arg(other)));
    QCOMPARE(ours.sizeHint(option, model.index(0, 0)).height(), qts.sizeHint(option, model.index(0, 0)).height());
    QVERIFY(qAbs(ours.sizeHint(option, model.index(0, 0)).width() - qts.sizeHint(option, model.index(0, 0)).width()) <=
            1);
  }

  void words_are_cut_to_their_room() {
    const QFont font;
    const QString all = QStringLiteral("a long name of a stage");
    QCOMPARE(elided_text(font, all, Qt::ElideRight, 1000), all);
    const QString cut = elided_text(font, all, Qt::ElideRight, 60);
    QVERIFY(cut.endsWith(QChar(0x2026)) && text_width(font, cut) <= 60);
    QVERIFY(text_width(font, all) > text_width(font, cut));
  }
};

NW_TEST(TestWordCells);
#include "test_word_cells.moc"
