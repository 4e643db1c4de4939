// SPDX-License-Identifier: GPL-3.0-or-later
// The languages of the window: every text of the sources has a translation that keeps its placeholders and keys, the
// window shows none in English, and at 1280x800 none is cut.
#include <QCoreApplication>
#include <QDebug>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>
#include <algorithm>
#include <functional>
#include <memory>
#include <set>

#include "cut_texts.h"
#include "kernel/guidance.h"
#include "kernel/kernel_page.h"
#include "models/bounds_model.h"
#include "open_window.h"
#include "registry.h"
#include "sample_matmul.h"
#include "window/docks.h"
#include "window/documents_window.h"
#include "window/kernel_tabs.h"
#include "window/language.h"
#include "window/window_settings.h"

using namespace nw;
using namespace nw::window;

namespace {

struct Translated {
  QString context, source;
  QStringList forms;  // one, but of a plural
  bool plural = false;
  bool finished = false;
};

const QDir& sources() {
  static const QDir folder(QStringLiteral(NW_SOURCE_DIR));
  return folder;
}

Translated read_message(QXmlStreamReader& xml, const QString& context) {
  Translated read{context, {}, {}, xml.attributes().hasAttribute(QStringLiteral("numerus")), false};
  while (xml.readNextStartElement()) {
    if (xml.name() == QStringLiteral("source")) {
      read.source = xml.readElementText();
    } else if (xml.name() == QStringLiteral("translation")) {
      read.finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
      if (!read.plural)
        read.forms << xml.readElementText();
      else
        while (xml.readNextStartElement()) read.forms << xml.readElementText();
    } else {
      xml.skipCurrentElement();
    }
  }
  return read;
}

std::vector<Translated> read_translations(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {};
  QXmlStreamReader xml(&file);
  std::vector<Translated> all;
  QString context;
  xml.readNextStartElement();  // TS
  while (xml.readNextStartElement())
    while (xml.readNextStartElement()) {
      if (xml.name() == QStringLiteral("name"))
        context = xml.readElementText();
      else
        all.push_back(read_message(xml, context));
    }
  return all;
}

// Placeholders, tags, patterns of file names, and places of templates ("{0}", "{made0+}", "{factor? by {factor}}",
// base/sentence.h), which a translation has as often. "The only sample" has no number.
QStringList fixed_parts(const QString& text, bool plural) {
  static const QRegularExpression part(
      QStringLiteral("%\\d|%n|\\{\\w+[+#]?[}?]|</?\\w+>|\\*\\.\\w+|;;|\\t.*$|\\[\\*\\]"));
  QStringList parts;
  for (auto match = part.globalMatch(text); match.hasNext();) parts << match.next().captured();
  parts.sort();
  if (plural) parts.removeAll(QStringLiteral("%n"));
  return parts;
}

bool has_mnemonic(QString text) {
  static const QRegularExpression mnemonic(QStringLiteral("&\\w"));
  return text.remove(QStringLiteral("&&")).contains(mnemonic);
}

QStringList codes() {
  QStringList all;
  for (const Language& each : languages()) all << each.code;
  return all;
}

void use_no_language() {
  QLocale::setDefault(QLocale::system());
  for (QTranslator* each : qApp->findChildren<QTranslator*>()) {
    QCoreApplication::removeTranslator(each);
    delete each;
  }
}

}  // namespace

class TestTranslations : public QObject {
  Q_OBJECT

  static void add_languages() {
    QTest::addColumn<QString>("code");
    for (const QString& code : codes()) QTest::newRow(qPrintable(code)) << code;
  }
  static void add_translated_languages() {
    QTest::addColumn<QString>("code");
    for (const QString& code : codes())
      if (code != QStringLiteral("en")) QTest::newRow(qPrintable(code)) << code;
  }
  static QString file_of(const QString& code) {
    return sources().filePath(QStringLiteral("translations/nestwright_%1.ts").arg(code));
  }
  static void report(const QStringList& texts) {  // all: QVERIFY2 cuts what is long
    for (const QString& text : texts) qWarning().noquote() << text;
  }
  static std::unique_ptr<test::OpenWindow> open_in(const QString& code) {
    install_language(code);
    return std::make_unique<test::OpenWindow>();
  }
  // Every panel below in turn, then a kernel with each of its pages.
  static void visit(test::OpenWindow& open, const std::function<void(const QString&)>& look) {
    Docks& docks = open.window.docks();
    for (QDockWidget* dock : docks.below()) {
      docks.show(dock);
      QTest::qWait(30);
      for (auto* tabs : dock->findChildren<QTabWidget*>())
        for (int i = 0; i < tabs->count(); ++i) {
          tabs->setCurrentIndex(i);
          QTest::qWait(5);
          look(dock->objectName());
        }
      look(dock->objectName());
    }
    open.window.kernels().open(open.bench().session().fusion()->groups.front().id);
    QVERIFY(QTest::qWaitFor([&] { return open.window.kernels().current() && open.settle(); }, 20000));
    look(QStringLiteral("kernel"));
    for (auto* tabs : open.window.kernels().current()->findChildren<QTabWidget*>())
      for (int i = 0; i < tabs->count(); ++i) {
        tabs->setCurrentIndex(i);
        QTest::qWait(20);
        look(QStringLiteral("kernel, ") + tabs->tabText(i));
      }
  }

 private Q_SLOTS:
  void cleanup() { use_no_language(); }

  void every_text_of_the_sources_has_a_translation() {
    QTemporaryDir folder;
    for (const QString& code : codes())
      QVERIFY(QFile::copy(file_of(code), folder.filePath(QStringLiteral("nestwright_%1.ts").arg(code))));
    QProcess update;
    update.setWorkingDirectory(sources().path());
    update.start(QStringLiteral(NW_CMAKE),
                 {QStringLiteral("-DLUPDATE=" NW_LUPDATE), QStringLiteral("-DFOLDER=") + folder.path(),
                  QStringLiteral("-P"), sources().filePath(QStringLiteral("translations/update.cmake"))});
    QVERIFY(update.waitForFinished(120000));
    const QByteArray said = update.readAllStandardError();
    QVERIFY2(update.exitCode() == 0, said);
    // Where lupdate does not know a text's class, the program looks the text up elsewhere, and does not find it.
    QVERIFY2(!said.contains("lacks Q_OBJECT") && !said.contains("Qualifying with") && !said.contains("tr() "), said);
    QStringList missing;
    for (const QString& code : codes()) {
      const auto all = read_translations(folder.filePath(QStringLiteral("nestwright_%1.ts").arg(code)));
      QVERIFY(all.size() > 50);
      for (const Translated& each : all)
        if (!each.finished || each.forms.contains(QString()))
          missing << QStringLiteral("%1, %2: %3").arg(code, each.context, each.source);
    }
    report(missing);
    QVERIFY2(missing.isEmpty(), "cmake --build build --target update_translations, then translate these");
  }

  void placeholders_and_keys_agree_data() { add_languages(); }
  void placeholders_and_keys_agree() {
    QFETCH(QString, code);
    QStringList wrong;
    for (const Translated& each : read_translations(file_of(code))) {
      if (each.plural && each.forms.size() != (code == QStringLiteral("zh_CN") ? 1 : 2)) wrong << each.source;
      for (const QString& form : each.forms)
        if (fixed_parts(form, each.plural) != fixed_parts(each.source, each.plural) ||
            has_mnemonic(form) != has_mnemonic(each.source) ||
            form.startsWith(QLatin1Char(' ')) != each.source.startsWith(QLatin1Char(' ')))
          wrong << each.source + QStringLiteral(" → ") + form;
    }
    report(wrong);
    QVERIFY(wrong.isEmpty());
  }

  void the_window_shows_no_english_data() { add_translated_languages(); }
  void the_window_shows_no_english() {
    QFETCH(QString, code);
    std::set<QString> english, translated;
    for (const Translated& each : read_translations(file_of(code))) {
      translated.insert(each.forms.front());
      if (!each.plural && each.forms.front() != each.source) english.insert(each.source);
    }
    const auto open = open_in(code);
    QVERIFY(open->openSample());
    QStringList left;
    visit(*open, [&](const QString&) {
      for (const QString& text : test::all_texts(open->window))
        if (english.contains(text) && !translated.contains(text) && !left.contains(text)) left << text;
    });
    // Passes have the names that TVM gives them.
    for (const model::Snapshot& each : open->bench().session().model()->snapshots)
      left.removeAll(QString::fromStdString(each.title));
    report(left);
    QVERIFY(left.isEmpty());
  }

  // Templates of core's sentences (base/sentence.h) are found, and their arguments are in place.
  void next_steps_and_prose_are_translated() {
    install_language(QStringLiteral("de"));
    const QString plain = QString::fromStdString(test::kMatmul).replace(QStringLiteral("32"), QStringLiteral("512"));
    const auto shown = [](const QString& script) {
      return std::make_shared<const kernel::KernelPreview>(kernel::preview(script.toStdString()));
    };
    views::Explained prose;
    prose.setPreview(
        *shown(QString(plain).replace(QStringLiteral("tvm.lower"), QStringLiteral("xo, xi = s[C].split(x, factor=8)\n"
                                                                                  "s[C].parallel(y)\ntvm.lower"))),
        {});
    const auto text = [](const QTableView& list, int row, int column) {
      return list.model()->index(row, column).data().toString();
    };
    QCOMPARE(prose.model()->rowCount(), 2);
    QCOMPARE(text(prose, 0, 1), QStringLiteral("x von C wird zweigeteilt: xo (64) um xi (8)."));
    QCOMPARE(text(prose, 1, 1), QStringLiteral("Die 512 Iterationen von y verteilen sich auf alle Kerne."));

    TargetFacts facts;
    facts.compute.units = 8;
    facts.caches = {{1, 32 << 10, 64}, {2, 1 << 20, 64}, {3, 32 << 20, 64}};
    views::NextSteps steps(facts);
    steps.setCandidates(shown(plain), std::nullopt, {});
    steps.show();
    QVERIFY(QTest::qWaitFor([&] { return steps.settled() && steps.model()->rowCount() > 0; }, 60000));
    QStringList rows;
    for (int row = 0; row < steps.model()->rowCount(); ++row)
      rows << text(steps, row, 0) + QStringLiteral(" | ") + text(steps, row, 2);
    const auto parallel = std::ranges::find_if(
        rows, [](const QString& row) { return row.startsWith(QStringLiteral("C: y parallel ausführen")); });
    QVERIFY2(parallel != rows.end() &&
                 parallel->contains(QStringLiteral("512 Iterationen von y verteilen sich auf 8 Kerne.")),
             qPrintable(rows.join(QLatin1Char('\n'))));
  }

  void reasons_of_bounds_are_translated_data() {
    QTest::addColumn<QStringList>("reasons");
    QTest::newRow("de") << QStringList{
        QStringLiteral("i: C liest B[y, x], B[y, x + 1]; x und yi sind relaxiert: die Schleifen liegen innerhalb des "
                       "Attach-Punkts yo"),
        QStringLiteral("j: C liest B[y, x], B[y, x + 1]; x und yi sind relaxiert: die Schleifen liegen innerhalb des "
                       "Attach-Punkts yo"),
        QStringLiteral("k: eine Reduktion läuft immer über ihre ganze Achse"),
        QStringLiteral("y: die Stage ist eine Ausgabe und wird ganz berechnet"),
        QStringLiteral("x: die Stage ist eine Ausgabe und wird ganz berechnet"),
        QStringLiteral("yo: Extent = ceil(32 / 8): y wird in Zeile 8 mit Faktor 8 geteilt"),
        QStringLiteral("yi: Faktor 8 des Splits von y in Zeile 8")};
    QTest::newRow("zh_CN") << QStringList{
        QStringLiteral("i: C 读取 B[y, x], B[y, x + 1]; x 和 yi 被松弛：它们的循环在附着点 yo 内"),
        QStringLiteral("j: C 读取 B[y, x], B[y, x + 1]; x 和 yi 被松弛：它们的循环在附着点 yo 内"),
        QStringLiteral("k: 归约总是遍历其整个轴"),
        QStringLiteral("y: 该阶段是输出，需全部计算"),
        QStringLiteral("x: 该阶段是输出，需全部计算"),
        QStringLiteral("yo: 范围 = ceil(32 / 8)：y 在第 8 行按因子 8 拆分"),
        QStringLiteral("yi: 第 8 行对 y 的拆分的因子 8")};
  }
  void reasons_of_bounds_are_translated() {
    QFETCH(QStringList, reasons);
    install_language(QString::fromLatin1(QTest::currentDataTag()));
    views::BoundsModel model;
    model.setPreview(std::make_shared<kernel::KernelPreview>(
        kernel::preview("from tvm import te\n"
                        "A = te.placeholder((32, 33, 30), name='A')\n"
                        "k = te.reduce_axis((0, 30), name='k')\n"
                        "B = te.compute((32, 33), lambda i, j: te.sum(A[i, j, k], axis=k), name='B')\n"
                        "C = te.compute((32, 32), lambda y, x: B[y, x] + B[y, x + 1], name='C')\n"
                        "s = te.create_schedule(C.op)\n"
                        "y, x = s[C].op.axis\n"
                        "yo, yi = s[C].split(y, factor=8)\n"
                        "s[B].compute_at(s[C], yo)\n"
                        "tvm.lower(s, [A, C], name='main')\n")));
    QStringList rows;
    for (int row = 0; row < model.rowCount(); ++row)
      rows << model.index(row, views::BoundsModel::AxisColumn).data().toString() + QStringLiteral(": ") +
                  model.index(row, views::BoundsModel::BecauseColumn).data(Qt::AccessibleTextRole).toString();
    QCOMPARE(rows, reasons);
  }

  void no_text_is_cut_at_1280_by_800_data() { add_languages(); }
  void no_text_is_cut_at_1280_by_800() {
    QFETCH(QString, code);
    const auto open = open_in(code);
    QStringList cut;
    const auto look = [&](const QString& where) {
      static_cast<void>(
          QTest::qWaitFor([&] { return test::cut_texts(open->window).isEmpty(); }, 300));  // laid out later
      for (const QString& text : test::cut_texts(open->window))
        if (const QString found = where + QStringLiteral(": ") + text; !cut.contains(found)) cut << found;
    };
    QTest::qWait(50);
    look(QStringLiteral("start"));
    QVERIFY(open->openSample());
    QTest::qWait(50);
    look(QStringLiteral("graph"));
    visit(*open, look);
    QCOMPARE(open->window.size(), QSize(1280, 800));
    report(cut);
    QVERIFY(cut.isEmpty());
  }

  void no_text_of_a_dialog_is_cut_data() { add_languages(); }
  void no_text_of_a_dialog_is_cut() {
    QFETCH(QString, code);
    const auto open = open_in(code);
    QVERIFY(open->openSample());
    open->window.kernels().open(open->bench().session().fusion()->groups.front().id);
    QVERIFY(QTest::qWaitFor([&] { return open->window.kernels().current() && open->settle(); }, 20000));
    const Actions& a = open->window.actions();
    QStringList cut, seen;
    for (QAction* action : {a.preview_export, a.compare_settings, a.add_target, a.help.front()}) {
      action->trigger();
      QTest::qWait(100);
      for (QDialog* dialog : open->window.findChildren<QDialog*>()) {
        if (!dialog->isVisible()) continue;
        seen << dialog->windowTitle();
        QVERIFY(dialog->width() <= 1280 && dialog->height() <= 800);
        for (const QString& text : test::cut_texts(*dialog)) cut << dialog->windowTitle() + QStringLiteral(": ") + text;
        dialog->close();
      }
    }
    QCOMPARE(seen.size(), 4);
    report(cut);
    QVERIFY(cut.isEmpty());
  }

  void the_language_of_the_system_is_the_first_that_there_is() {
    const auto first = [](const char* languages) {
      return first_known(QString::fromUtf8(languages).split(QLatin1Char(' ')));
    };
    QCOMPARE(first("de-Latn-AT de-AT de"), QStringLiteral("de"));
    QCOMPARE(first("zh-Hans-SG zh-SG zh"), QStringLiteral("zh_CN"));
    QCOMPARE(first("zh-Hant-TW zh-TW"), QStringLiteral("en"));
    QCOMPARE(first("fr-FR fr de-DE de"), QStringLiteral("de"));
    QCOMPARE(first("en-US en de"), QStringLiteral("en"));
    QCOMPARE(first("C"), QStringLiteral("en"));
  }

  void a_choice_holds_from_the_next_start() {
    QTemporaryDir folder;
    QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    views::ThemeSource theme;
    {
      DocumentsWindow window(theme, &store);
      window.show();
      for (QAction* action : window.active().actions().languages)
        if (action->data() == QStringLiteral("de")) action->trigger();
      QVERIFY(test::button(&window, QStringLiteral("Understood")));
      QCOMPARE(window.active().actions().open->text(), QStringLiteral("&Open…"));
    }
    QCOMPARE(WindowSettings(&store).language(), QStringLiteral("de"));
    install_language(WindowSettings(&store).language());
    DocumentsWindow window(theme, &store);
    QCOMPARE(window.active().actions().open->text(), QStringLiteral("Ö&ffnen…"));
    QVERIFY(window.active().actions().languages[2]->isChecked());
  }
};

NW_TEST(TestTranslations);
#include "test_translations.moc"
