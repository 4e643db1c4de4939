// SPDX-License-Identifier: GPL-3.0-or-later
// The rule: a module of core includes only the modules that its row in core/CMakeLists.txt names, and what those
// include; likewise the modules of views by their rows, and the programs of app by their nw_depend. A plugin includes
// the interface of plugins, core/base, how kernels are called, and itself; nestwright-runner the modules whose sources
// it is made of. Core never includes Qt, views or app; LLVM stays in codegen_llvm. And the sources of a module can be
// compiled as one.
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <algorithm>

#include "registry.h"
#include "unnamed_names.h"

class TestIncludes : public QObject {
  Q_OBJECT

  QMap<QString, QSet<QString>> allowed_;  // by module (views_graph: of views) or program (nestwright-cli)

  static QString source(const QString& path) { return QStringLiteral(NW_SOURCE_DIR "/") + path; }
  static QString text_of(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }
  static QStringList files(const QString& folder) {
    QStringList found;
    QDirIterator it(source(folder), {QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) found << it.next();
    return found;
  }
  static QStringList includes(const QString& path) {
    static const QRegularExpression re(QStringLiteral("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]"),
                                       QRegularExpression::MultilineOption);
    QStringList found;
    for (auto it = re.globalMatch(text_of(path)); it.hasNext();) found << it.next().captured(1);
    return found;
  }

  // The rows of a list: `name(NAME … DEPS module… LIBS …)`. Each is declared below those that it names.
  void read_rows(const char* list, const char* name, const QString& prefix, const QSet<QString>& starts) {
    const QRegularExpression row(QStringLiteral("^%1\\(([\\w-]+)([^)]*)\\)").arg(QLatin1String(name)),
                                 QRegularExpression::MultilineOption);
    for (auto it = row.globalMatch(text_of(source(QString::fromLatin1(list)))); it.hasNext();) {
      const auto match = it.next();
      const QString own = prefix + match.captured(1);
      QSet<QString> modules{own};
      bool deps = false;
      for (const QString& word :
           match.captured(2).split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts)) {
        if (starts.contains(word))
          deps = true;
        else if (word.isUpper() && word.endsWith(QStringLiteral("LIBS")))
          deps = false;
        else if (deps)
          modules += allowed_.value(word) + QSet<QString>{word};
      }
      allowed_[own] += modules;
    }
  }

  // ".split(" or "split" of all primitives, by the catalogue's rows.
  static QString step_words() {
    static const QRegularExpression name(QStringLiteral("\\.name = \"(\\w+)\""));
    QStringList words;
    for (auto it = name.globalMatch(text_of(source(QStringLiteral("core/schedule/catalogue.cpp")))); it.hasNext();)
      words << QStringLiteral("\\.%1\\(").arg(it.next().captured(1));
    return words.join(QLatin1Char('|'));
  }

  // What a file includes of ours and its module or program may not include.
  QStringList not_allowed(const QString& path, const QString& own) const {
    QStringList wrong;
    for (const QString& include : includes(path)) {
      const QString other = include.section(QLatin1Char('/'), 0, 0);
      const bool of_core =
                     include.contains(QLatin1Char('/')) && QFile::exists(source(QStringLiteral("core/") + include)),
                 of_views = QFile::exists(source(QStringLiteral("views/") + include));
      if (!of_core && !of_views) continue;
      // A folder of both, such as graph/: the module's own files come first.
      const QString module = of_views ? QStringLiteral("views_") + other : other;
      if (!allowed_[own].contains(module)) wrong << path + QStringLiteral(" includes ") + include;
    }
    return wrong;
  }

 private Q_SLOTS:
  void initTestCase() {
    const QSet<QString> deps{QStringLiteral("DEPS")};
    const QSet<QString> links{QStringLiteral("PUBLIC"), QStringLiteral("PRIVATE")};
    read_rows("core/CMakeLists.txt", "nw_module", {}, deps);
    read_rows("views/CMakeLists.txt", "nw_view_module", QStringLiteral("views_"), deps);
    for (const char* list : {"app/CMakeLists.txt", "app/window/CMakeLists.txt", "app/worker/CMakeLists.txt",
                             "app/plugin_check/CMakeLists.txt"})
      read_rows(list, "nw_depend", {}, links);
    static const QRegularExpression source_of(QStringLiteral("\\$\\{core\\}/(\\w+)/"));
    for (auto it = source_of.globalMatch(text_of(source(QStringLiteral("app/runner/CMakeLists.txt")))); it.hasNext();)
      allowed_[QStringLiteral("nestwright-runner")] += it.next().captured(1);
    QVERIFY(allowed_.size() > 15);
    QVERIFY(allowed_[QStringLiteral("lower")].contains(QStringLiteral("base")));
    QVERIFY(!allowed_[QStringLiteral("fusion")].contains(QStringLiteral("op")));
  }

  void modules_include_what_their_row_names_data() {
    QTest::addColumn<QString>("top");
    QTest::addColumn<QString>("prefix");
    QTest::newRow("core") << QStringLiteral("core/") << QString();
    QTest::newRow("views") << QStringLiteral("views/") << QStringLiteral("views_");
  }
  void modules_include_what_their_row_names() {
    QFETCH(QString, top);
    QFETCH(QString, prefix);
    QStringList wrong;
    for (const QString& path : files(top)) {
      const QString own = prefix + path.mid(source(top).size()).section(QLatin1Char('/'), 0, 0);
      QVERIFY2(allowed_.contains(own), qPrintable(own + QStringLiteral(" has no row in CMakeLists.txt")));
      wrong += not_allowed(path, own);
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }

  void programs_include_what_they_depend_on_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("program");
    QTest::newRow("cli") << QStringLiteral("app/cli") << QStringLiteral("nestwright-cli");
    QTest::newRow("window") << QStringLiteral("app/window") << QStringLiteral("nw_window");
    QTest::newRow("worker") << QStringLiteral("app/worker") << QStringLiteral("nestwright-worker");
    QTest::newRow("plugin_check") << QStringLiteral("app/plugin_check") << QStringLiteral("nestwright-plugin-check");
    QTest::newRow("runner") << QStringLiteral("app/runner") << QStringLiteral("nestwright-runner");
    QTest::newRow("dot") << QStringLiteral("app/dot") << QStringLiteral("nestwright-dot");
  }
  void programs_include_what_they_depend_on() {
    QFETCH(QString, folder);
    QFETCH(QString, program);
    QStringList wrong;
    for (const QString& path : files(folder)) wrong += not_allowed(path, program);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }

  void plugins_include_their_interface_and_base() {
    QStringList wrong;
    for (const QString& path : files(QStringLiteral("plugins")))
      for (const QString& include : includes(path)) {
        const bool ours = QFile::exists(source(QStringLiteral("core/") + include)) ||
                          QFile::exists(source(QStringLiteral("views/") + include)) ||
                          QFile::exists(source(QStringLiteral("plugins/") + include)) ||
                          include.contains(QStringLiteral(".."));
        const QString own = path.mid(source(QStringLiteral("plugins/")).size()).section(QLatin1Char('/'), 0, 0);
        const bool allowed = include.startsWith(QStringLiteral("base/")) ||
                             include == QStringLiteral("codegen/abi.h") || include.startsWith(own + QLatin1Char('/'));
        if (ours && !allowed) wrong << path + QStringLiteral(" includes ") + include;
      }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }

  void core_and_what_runs_kernels_know_no_window() {
    static const QRegularExpression qt(QStringLiteral("^(Q[A-Z]\\w*|Qt\\w*/.*|Qsci/.*|views/.*|app/.*)$"));
    QStringList wrong;
    for (const char* top : {"core", "plugins", "app/runner"})
      for (const QString& path : files(QString::fromLatin1(top)))
        for (const QString& include : includes(path))
          if (qt.match(include).hasMatch()) wrong << path + QStringLiteral(" includes ") + include;
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }

  // Steps are values outside of core/script: nobody else takes a script apart, or searches it for a step. core/fixes
  // edits the text that a diagnostic is about, and reads its tokens for that.
  void script_text_is_read_by_core_script_only() {
    static const QRegularExpression parts(
        QStringLiteral("^script/(lexer|parser|ast|evaluator|script_state|argument_reader|arithmetic|step_reader|"
                       "computation_reader)\\.h$"));
    static const QRegularExpression search(QStringLiteral("\\b(find|rfind|contains|starts_with|ends_with|indexOf|"
                                                          "startsWith|endsWith|has_word|match)\\((QStringLiteral\\()?"
                                                          "\"[^\"]*(create_schedule|tvm\\.lower|\\.op\\.|s\\[|%1)")
                                               .arg(step_words()));
    QVERIFY(search.match(QStringLiteral("if (text.find(\".compute_at(\") != npos)")).hasMatch());
    QVERIFY(search.match(QStringLiteral("line.contains(QStringLiteral(\"create_schedule(\"))")).hasMatch());
    QVERIFY(!search.match(QStringLiteral("name.starts_with(\"conv2d\")")).hasMatch());
    QStringList wrong;
    for (const char* top : {"core", "views", "app"})
      for (const QString& path : files(QString::fromLatin1(top))) {
        if (path.contains(QStringLiteral("/core/script/")) || path.contains(QStringLiteral("/core/fixes/"))) continue;
        for (const QString& include : includes(path))
          if (parts.match(include).hasMatch()) wrong << path + QStringLiteral(" includes ") + include;
        for (auto it = search.globalMatch(text_of(path)); it.hasNext();)
          wrong << path + QStringLiteral(" searches a script: ") + it.next().captured();
      }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }

  void llvm_headers_are_included_by_codegen_llvm_only() {
    QStringList wrong;
    for (const char* top : {"core", "views", "app", "plugins"})
      for (const QString& path : files(QString::fromLatin1(top)))
        for (const QString& include : includes(path))
          if (include.startsWith(QStringLiteral("llvm/")) && !path.contains(QStringLiteral("/core/codegen_llvm/")))
            wrong << path + QStringLiteral(" includes ") + include;
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }

  void names_in_unnamed_namespaces_are_found() {
    const QString source = QStringLiteral(
        "#define SKIPPED { ( \\\n"
        "  namespace {\n"
        "namespace nw::script {  // namespace {\n"
        "int outside(int);\n"
        "namespace {\n"
        "constexpr size_t kMax = 400'000;\n"
        "constexpr std::array kSigns = {Sign{1, \"a;b\"}, Sign{2, \")\"}};\n"
        "using Pair = std::pair<int, int>;\n"
        "using nw::te::Tensor;\n"
        "struct Texts {\n"
        "  int member(int n) { return n; }\n"
        "};\n"
        "enum class Kind : uint8_t { A, B };\n"
        "struct Later;\n"
        "bool is_digit(char c) {\n"
        "  return c >= '0' && c <= '9';\n"
        "}\n"
        "template <class T, class = void>\n"
        "std::vector<T> sorted(const std::map<int, T>& values, int least = 0) {\n"
        "  return {};\n"
        "}\n"
        "Texts::Texts() : a_{1}, b_(2) {}\n"
        "const QRegularExpression re(QStringLiteral(\"x\"));\n"
        "namespace inner {\n"
        "int deep;\n"
        "int value = 1;\n"
        "}\n"
        "}  // namespace\n"
        "namespace {\n"
        "QString tr(const char* text, int n = -1) { return {}; }\n"
        "}\n"
        "void Reader::read() { int local = 0; }\n"
        "}\n");
    QCOMPARE(
        nw::test::UnnamedNames::of(source).join(QLatin1Char('\n')),
        QStringLiteral(
            "nw::script::kMax\nnw::script::kSigns\nnw::script::Pair = std :: pair < int , int >\nnw::script::Texts\n"
            "nw::script::Kind\nnw::script::is_digit(char)\n"
            "nw::script::sorted(const std :: map < int , T > &, int)\nnw::script::Texts::Texts()\n"
            "nw::script::re(QStringLiteral ( 0 ))\nnw::script::inner::value\n"
            "nw::script::tr(const char *, int)"));
  }

  // A release joins the sources of a module, a few at a time; which ones changes with every new file.
  void sources_of_a_module_can_be_compiled_as_one() {
    QSet<QString> apart;
    static const QRegularExpression off(
        QStringLiteral("set_target_properties\\(nw_(\\w+) PROPERTIES UNITY_BUILD OFF\\)"));
    for (const char* list : {"core/CMakeLists.txt", "views/CMakeLists.txt", "app/CMakeLists.txt"})
      for (auto it = off.globalMatch(text_of(source(QString::fromLatin1(list)))); it.hasNext();)
        apart << it.next().captured(1);
    QVERIFY(apart.contains(QStringLiteral("views_models")));
    // By module and by name: the files, each with what an alias stands for. Several may say the same of an alias.
    QMap<QString, QMap<QString, QList<QPair<QString, QString>>>> defined;
    for (const char* floor : {"core", "views", "app", "plugins"})
      for (const QString& path : files(QString::fromLatin1(floor))) {
        if (!path.endsWith(QStringLiteral(".cpp"))) continue;
        const QString inside = path.mid(source(QString()).size());
        const QString module = inside.section(QLatin1Char('/'), 0, 1);
        const QString library =
            QString(module).remove(QStringLiteral("core/")).replace(QLatin1Char('/'), QLatin1Char('_'));
        if (apart.contains(library)) continue;
        for (const QString& name : nw::test::UnnamedNames::of(text_of(path)))
          defined[module][name.section(QStringLiteral(" = "), 0, 0)]
              << QPair(inside, name.section(QStringLiteral(" = "), 1));
      }
    QVERIFY(defined.size() > 20);
    QStringList wrong;
    for (auto module = defined.begin(); module != defined.end(); ++module)
      for (auto name = module->begin(); name != module->end(); ++name) {
        const bool alias = std::all_of(name->begin(), name->end(), [&](const auto& each) {
          return !each.second.isEmpty() && each.second == name->front().second;
        });
        if (name->size() == 1 || alias) continue;
        QStringList where;
        for (const auto& [file, what] : *name) where << file;
        wrong << name.key() + QStringLiteral(" in ") + where.join(QStringLiteral(" and "));
      }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }

  void every_source_names_its_licence() {
    QStringList wrong;
    for (const char* folder : {"core", "views", "app", "tests", "plugins"})
      for (const QString& path : files(QString::fromLatin1(folder)))
        // Plugins may have any licence, so what they are built against has a permissive one.
        if (!text_of(path).contains(path.contains(QStringLiteral("core/target/sdk/")) ||
                                            path.contains(QStringLiteral("tests/plugins/abi/"))
                                        ? QStringLiteral("SPDX-License-Identifier: Apache-2.0")
                                        : QStringLiteral("SPDX-License-Identifier: GPL-3.0-or-later")))
          wrong << path;
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }
};

NW_TEST(TestIncludes);
#include "test_includes.moc"
