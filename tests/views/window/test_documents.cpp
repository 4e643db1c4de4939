// SPDX-License-Identifier: GPL-3.0-or-later
// The documents of resources/docs say what the tree has: files, modules, primitives, functions, links. And Help shows
// them.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTreeWidget>

#include "open_window.h"
#include "registry.h"
#include "schedule/catalogue.h"
#include "script/names.h"
#include "script/script.h"
#include "window/handbook.h"

using namespace nw;

namespace {

const QDir kSource(QStringLiteral(NW_SOURCE_DIR));

QString read(const QString& path) {
  QFile file(kSource.filePath(path));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString document(const QString& name) {
  return read(QStringLiteral("resources/docs/") + name + QStringLiteral(".md"));
}

QStringList all_captured(const QRegularExpression& pattern, const QString& text) {
  QStringList found;
  for (auto it = pattern.globalMatch(text); it.hasNext();) found << it.next().captured(1);
  return found;
}

// Headings as links name them.
QStringList anchors(const QString& text) {
  static const QRegularExpression heading(QStringLiteral("^#+ (.+)$"), QRegularExpression::MultilineOption);
  QStringList found;
  for (const QString& title : all_captured(heading, text)) found << window::anchor_of(title);
  return found;
}

}  // namespace

class TestDocuments : public QObject {
  Q_OBJECT

  static QTextBrowser* page(window::Handbook& handbook) { return handbook.findChild<QTextBrowser*>(); }
  static QString heading_at_top(const QTextBrowser* page) {
    QTextBlock block = page->cursorForPosition(QPoint(20, 4)).block();
    while (block.isValid() && block.text().isEmpty()) block = block.next();
    return block.text();
  }

 private Q_SLOTS:
  void files_exist_data() { documents(); }
  void files_exist() {
    QFETCH(QString, name);
    static const QRegularExpression path(
        QStringLiteral("`((?:core|views|app|tests|resources|translations)/[\\w./-]*|\\.?/?dev|\\.clang-format)`"));
    const QStringList named = all_captured(path, document(name));
    for (const QString& file : named) {
      const bool placeholder = file.contains(QStringLiteral("NAME")) || file.contains(QStringLiteral("xxxx"));
      const QString there = placeholder ? QFileInfo(file).path() : file;
      QVERIFY2(QFileInfo::exists(kSource.filePath(there)), qPrintable(file + QStringLiteral(" does not exist")));
    }
    if (name == QStringLiteral("architecture") || name == QStringLiteral("adding")) QVERIFY(named.size() > 50);
  }

  void links_resolve_data() { documents(); }
  void links_resolve() {
    QFETCH(QString, name);
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)]+)\\)"));
    for (const QString& target : all_captured(link, document(name))) {
      if (target.contains(QStringLiteral("://"))) continue;
      const QString file = QStringLiteral("resources/docs/") + target.section(QLatin1Char('#'), 0, 0);
      QVERIFY2(QFileInfo::exists(kSource.filePath(file)), qPrintable(target));
      const QString anchor = target.section(QLatin1Char('#'), 1);
      QVERIFY2(anchor.isEmpty() || anchors(read(file)).contains(anchor), qPrintable(target));
    }
  }

  void every_module_is_described() {
    static const QRegularExpression row(QStringLiteral("nw_module\\((\\w+)([^)]*)\\)"));
    const QString text = document(QStringLiteral("architecture"));
    QStringList modules;
    const QString table = read(QStringLiteral("core/CMakeLists.txt"));
    for (auto it = row.globalMatch(table); it.hasNext();) {
      const auto match = it.next();
      const QString depends = match.captured(2)
                                  .section(QStringLiteral("DEPS"), 1)
                                  .section(QRegularExpression(QStringLiteral("\\bLIBS")), 0, 0);
      const QStringList words = depends.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
      modules << match.captured(1);
      const QRegularExpression described(QStringLiteral("^\\| `%1` \\| .* \\| %2 \\| `core/%1/\\w+\\.h` \\|$")
                                             .arg(match.captured(1), words.join(QStringLiteral(", "))),
                                         QRegularExpression::MultilineOption);
      const QString empty_cell =
          QString(described.pattern()).replace(QStringLiteral("\\|  \\|"), QStringLiteral("\\| \\|"));
      QVERIFY2(text.contains(QRegularExpression(empty_cell, QRegularExpression::MultilineOption)),
               qPrintable(match.captured(1) + QStringLiteral(": ") + words.join(QStringLiteral(", "))));
    }
    QVERIFY(modules.size() > 15);
  }

  void every_primitive_is_described_as_the_catalogue_has_it() {
    const QString text = document(QStringLiteral("te-script"));
    for (const schedule::PrimitiveInfo& row : schedule::catalogue()) {
      const QString call = QString::fromUtf8(row.signature) + QLatin1Char('\n') + QString::fromUtf8(row.rewrite);
      QVERIFY2(text.contains(call), qPrintable(call));
      QVERIFY2(text.contains(QStringLiteral("**: ") + QString::fromUtf8(row.summary)), row.summary);
    }
  }

  void every_function_is_listed() {
    const QString text = document(QStringLiteral("te-script")).section(QStringLiteral("## Functions"), 1);
    for (const script::Module module :
         {script::Module::Te, script::Module::Tir, script::Module::Topi, script::Module::Tvm})
      for (const std::string& name : script::names_of(module)) {
        const QString word = QString::fromStdString(name);
        if (name == "te" || name == "tir" || name == "topi") continue;
        QVERIFY2(text.contains(QLatin1Char('`') + word + QLatin1Char('`')), name.c_str());
      }
  }

  void scripts_of_the_language_page_are_valid() {
    int whole = 0;
    const QString text = document(QStringLiteral("te-script"));
    for (const QString& block : text.split(QStringLiteral("```python\n")).mid(1)) {
      const std::string script = block.section(QStringLiteral("```"), 0, 0).toStdString();
      Diagnostics said = script::read(script).diagnostics;
      std::erase_if(said, [](const Diagnostic& d) { return d.code == "NW2043"; });  // no tvm.lower: a part of a script
      QVERIFY2(said.empty(), said.empty() ? "" : format(said.front()).c_str());
      whole += script.find("tvm.lower") != std::string::npos;
    }
    QVERIFY(whole > 0);
  }

  void help_opens_each_document() {
    test::OpenWindow w;
    const std::vector<window::HelpTopic> topics = window::help_topics();
    QCOMPARE(topics.size(), static_cast<size_t>(QDir(kSource.filePath(QStringLiteral("resources/docs"))).count() - 2));
    for (size_t i = 0; i < topics.size(); ++i) {
      w.window.actions().help[i]->trigger();
      auto* handbook = w.window.findChild<window::Handbook*>();
      QVERIFY(handbook && handbook->isVisible());
      const QString title = document(topics[i].name).section(QLatin1Char('\n'), 0, 0).mid(2);
      QCOMPARE(page(*handbook)->document()->firstBlock().text(), title);
    }
    QCOMPARE(w.window.findChildren<window::Handbook*>().size(), 1);
  }

  void links_lead_to_headings_and_pages_of_diagnostics() {
    window::Handbook handbook;
    handbook.show();
    handbook.open(window::url_of_topic(QStringLiteral("te-script")));
    auto* browser = page(handbook);
    const auto follow = [browser](const char* link) {
      browser->setSource(browser->source().resolved(QUrl(QString::fromLatin1(link))));
    };
    follow("architecture.md#key-to-views");
    QCOMPARE(heading_at_top(browser), QStringLiteral("Key to views"));
    follow("../errors/NW2104.md");
    QVERIFY(browser->document()->firstBlock().text().startsWith(QStringLiteral("NW2104")));
    browser->backward();
    QCOMPARE(browser->document()->firstBlock().text(), QStringLiteral("Architecture"));
    // Twice the same place in the contents, with the page moved between.
    auto* contents = handbook.findChild<QTreeWidget*>();
    QTreeWidgetItem* limits = contents->findItems(QStringLiteral("Limits"), Qt::MatchRecursive).value(0);
    QVERIFY(limits);
    for (int i = 0; i < 2; ++i) {
      Q_EMIT contents->itemClicked(limits, 0);
      QVERIFY(browser->toPlainText().contains(QStringLiteral("400,000 tokens")));
      QVERIFY(browser->verticalScrollBar()->value() > 0);
      browser->verticalScrollBar()->setValue(0);
    }
  }

 private:
  static void documents() {
    QTest::addColumn<QString>("name");
    for (const window::HelpTopic& topic : window::help_topics()) QTest::newRow(qPrintable(topic.name)) << topic.name;
  }
};

NW_TEST(TestDocuments);
#include "test_documents.moc"
