// SPDX-License-Identifier: GPL-3.0-or-later
// `targets` and --target ID from outside, with a home of their own.
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "registry.h"

class TestTargets : public QObject {
  Q_OBJECT

  QTemporaryDir home_;

  struct Said {
    int exit = -1;
    QString text;
    QJsonObject object() const { return QJsonDocument::fromJson(text.toUtf8()).object(); }
    QString code() const { return object()[QLatin1String("diagnostics")][0][QLatin1String("code")].toString(); }
  };
  Said cli(const QStringList& arguments, const QString& program = QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
           const QString& folder = {}) const {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"})
      environment.remove(QString::fromLatin1(name));
    environment.insert(QStringLiteral("HOME"), home_.path());
    environment.insert(QStringLiteral("NESTWRIGHT_TARGETS"), home_.filePath(QStringLiteral("mine")));
    process.setProcessEnvironment(environment);
    if (!folder.isEmpty()) process.setWorkingDirectory(folder);
    process.start(program, arguments);
    if (!process.waitForFinished()) return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError())};
  }
  Said targets(const QStringList& arguments) const {
    return cli(QStringList{QStringLiteral("targets"), QStringLiteral("--json")} + arguments);
  }
  QString file(const QString& inside, const QByteArray& text) const {
    QDir(home_.path()).mkpath(QFileInfo(inside).path());
    QFile file(home_.filePath(inside));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
  }
  static QStringList ids(const QJsonObject& from, const char* list) {
    QStringList all;
    for (const QJsonValue& each : from[QLatin1String(list)].toArray()) all << each[QLatin1String("id")].toString();
    return all;
  }
  QString script() const {
    return file(QStringLiteral("k.py"),
                "A = te.placeholder((64,), name=\"A\")\nC = te.compute((64,), lambda i: A[i] * 2.0, name=\"C\")\n"
                "s = te.create_schedule(C.op)\nb, t = s[C].split(C.op.axis[0], factor=16)\n"
                "s[C].bind(t, te.thread_axis(\"threadIdx.x\"))\ntvm.lower(s, [A, C], name=\"k\")\n");
  }

 private Q_SLOTS:
  void init() {
    QDir(home_.path()).removeRecursively();
    QDir().mkpath(home_.path());
  }

  void the_list_has_processors_and_plugins() {
    const Said said = targets({});
    QCOMPARE(said.exit, 0);
    const QStringList all = ids(said.object(), "targets");
    QCOMPARE(all.first(), QStringLiteral("cpu"));
    for (const char* device :
         {"aarch64", "riscv64", "riscv64-v", "riscv64-v128", "riscv64-v512", "x86-64-v1", "x86-64-v2", "x86-64-v3"})
      QVERIFY2(all.contains(QStringLiteral("cross:") + QLatin1String(device)), device);
    QVERIFY(ids(said.object(), "plugins").contains(QStringLiteral("cross")));
    const QJsonObject cpu = said.object()[QLatin1String("targets")][0].toObject();
    for (const char* key : {"id", "name", "kind", "state", "why", "plugin", "version", "carrier", "host", "queue",
                            "facts_hash", "memories", "intrinsics", "pragmas", "config"})
      QVERIFY2(cpu.contains(QLatin1String(key)), key);
    QCOMPARE(cpu[QLatin1String("facts_hash")].toString().size(), 64);
    QVERIFY(!QFile::exists(home_.filePath(QStringLiteral(".config"))));  // looking writes nothing
  }
  void facts_are_shown_and_can_be_given_again() {
    const Said said = targets({QStringLiteral("show"), QStringLiteral("cross:riscv64-v")});
    QCOMPARE(said.exit, 0);
    const QJsonObject facts = said.object()[QLatin1String("facts")].toObject();
    QCOMPARE(facts[QLatin1String("compute")][QLatin1String("vector_bytes")].toInt(), 32);
    const QString path = file(QStringLiteral("facts.json"), QJsonDocument(facts).toJson());
    const Said again = targets({QStringLiteral("show"), path});
    QCOMPARE(again.object()[QLatin1String("facts_hash")], said.object()[QLatin1String("facts_hash")]);
    QCOMPARE(targets({QStringLiteral("show"), QStringLiteral("cross:riscv65")}).code(), QStringLiteral("NW4201"));
    QCOMPARE(targets({QStringLiteral("show"), QStringLiteral("ssh:lab1/cuda:0")}).code(), QStringLiteral("NW4221"));
  }

  void commands_take_every_target_data() {
    QTest::addColumn<QStringList>("command");
    for (const char* name : {"check", "bounds", "lower", "advise"})
      QTest::newRow(name) << QStringList{QString::fromLatin1(name)};
    QTest::newRow("candidates") << QStringList{QStringLiteral("candidates"), QStringLiteral("--stage"),
                                               QStringLiteral("C")};
  }
  void commands_take_every_target() {
    QFETCH(QStringList, command);
    const Said said = cli(command + QStringList{script(), QStringLiteral("--target"), QStringLiteral("cross:aarch64")});
    QCOMPARE(said.exit, 1);
    QVERIFY2(said.text.contains(QStringLiteral("cross:aarch64 has no threads")) ||
                 said.text.contains(QStringLiteral("[NW242")),
             qPrintable(said.text));
    const Said none = cli(command + QStringList{script(), QStringLiteral("--target"), QStringLiteral("cros:aarch64")});
    QCOMPARE(none.exit, 1);
    QVERIFY2(none.text.contains(QStringLiteral("error: there is no target 'cros:aarch64'; did you mean "
                                               "'cross:aarch64'? [NW4201]")),
             qPrintable(none.text));
  }
  void code_is_written_for_a_target_of_the_list() {
    const QString plain =
        file(QStringLiteral("p.py"),
             "A = te.placeholder((64,), name=\"A\")\nC = te.compute((64,), lambda i: A[i] * 2.0, name=\"C\")\n"
             "s = te.create_schedule(C.op)\ns[C].vectorize(C.op.axis[0])\ntvm.lower(s, [A, C], name=\"k\")\n");
    const QString out = home_.filePath(QStringLiteral("p.s"));
    QCOMPARE(cli({QStringLiteral("emit"), plain, QStringLiteral("--as"), QStringLiteral("asm"), QStringLiteral("-o"),
                  out, QStringLiteral("--target"), QStringLiteral("cross:riscv64-v")})
                 .exit,
             0);
    QFile code(out);
    QVERIFY(code.open(QIODevice::ReadOnly));
    QVERIFY(code.readAll().contains("vsetvli") || code.seek(0));
  }

  void targets_are_added_and_removed() {
    const Said added = targets({QStringLiteral("add"), QStringLiteral("lab"), QStringLiteral("--carrier"),
                                QStringLiteral("ssh"), QStringLiteral("--host"), QStringLiteral("me@lab1"),
                                QStringLiteral("--device"), QStringLiteral("cuda:0"), QStringLiteral("--ssh-option"),
                                QStringLiteral("-oPort=22"), QStringLiteral("--set"), QStringLiteral("streams=2")});
    QCOMPARE(added.exit, 0);
    QCOMPARE(added.object()[QLatin1String("target")][QLatin1String("host")].toString(), QStringLiteral("me@lab1"));
    const QString list = home_.filePath(QStringLiteral(".config/nestwright/targets.json"));
    QFile written(list);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QJsonObject entry = QJsonDocument::fromJson(written.readAll())[QLatin1String("targets")][0].toObject();
    QCOMPARE(entry[QLatin1String("settings")][QLatin1String("streams")].toInt(), 2);
    QCOMPARE(entry[QLatin1String("options")][0].toString(), QStringLiteral("-oPort=22"));
    QVERIFY(ids(targets({}).object(), "targets").contains(QStringLiteral("lab")));
    QCOMPARE(targets({QStringLiteral("remove"), QStringLiteral("lab")}).exit, 0);
    QCOMPARE(targets({QStringLiteral("remove"), QStringLiteral("lab")}).code(), QStringLiteral("NW4201"));
  }
  void a_command_comes_after_two_dashes() {
    QCOMPARE(targets({QStringLiteral("add"), QStringLiteral("box"), QStringLiteral("--carrier"),
                      QStringLiteral("command"), QStringLiteral("--"), QStringLiteral("docker"), QStringLiteral("exec"),
                      QStringLiteral("-i"), QStringLiteral("c"), QStringLiteral("{runner}")})
                 .exit,
             0);
    QVERIFY(ids(targets({}).object(), "targets").contains(QStringLiteral("box")));
  }
  void a_described_target_is_checked_for() {
    const QString facts = file(QStringLiteral("gpu.json"), R"({"facts": 1, "id": "x", "code": {"lowering": "device"},
      "threads": {"levels": [{"tag": "threadIdx.x", "max": 8}]}})");
    QCOMPARE(targets({QStringLiteral("add"), QStringLiteral("gpu"), QStringLiteral("--facts"), facts}).exit, 0);
    QFile::remove(facts);
    const Said said = cli({QStringLiteral("check"), script(), QStringLiteral("--target"), QStringLiteral("gpu")});
    QVERIFY2(said.text.contains(QStringLiteral("t has 16 iterations, and threadIdx.x of gpu runs at most 8 [NW2421]")),
             qPrintable(said.text));
  }
  // By a file or by its name in the list: it is compiled and checked for, and nothing runs.
  void a_described_target_runs_nothing() {
    const QString facts = file(QStringLiteral("gpu.json"), R"({"facts": 1, "id": "gpu", "code": {"dialect": "ptx",
      "lowering": "device"}})");
    QCOMPARE(cli({QStringLiteral("run"), script(), QStringLiteral("--json"), QStringLiteral("--target"), facts}).code(),
             QStringLiteral("NW4219"));
    QCOMPARE(targets({QStringLiteral("add"), QStringLiteral("gpu"), QStringLiteral("--facts"), facts}).exit, 0);
    QCOMPARE(cli({QStringLiteral("run"), script(), QStringLiteral("--json"), QStringLiteral("--target"),
                  QStringLiteral("gpu")})
                 .code(),
             QStringLiteral("NW4219"));
    for (const char* kind : {"c", "asm", "llvm", "object"}) {
      const Said said =
          cli({QStringLiteral("emit"), script(), QStringLiteral("--as"), QLatin1String(kind), QStringLiteral("-o"),
               home_.filePath(QStringLiteral("code")), QStringLiteral("--target"), facts});
      QVERIFY2(said.text.contains(QStringLiteral("code in the dialect 'ptx' cannot be written [NW4215]")),
               qPrintable(said.text));
    }
  }
  void a_plugin_that_is_not_here_is_named() {
    const Said said = targets({QStringLiteral("add"), QStringLiteral("mine"), QStringLiteral("--carrier"),
                               QStringLiteral("child"), QStringLiteral("--device"), QStringLiteral("k9")});
    QCOMPARE(said.code(), QStringLiteral("NW4201"));
    QVERIFY(!QFile::exists(home_.filePath(QStringLiteral(".config/nestwright/targets.json"))));
  }
  // Each against the first of its kind.
  void targets_are_compared() {
    QCOMPARE(
        targets({QStringLiteral("add"), QStringLiteral("one"), QStringLiteral("--carrier"), QStringLiteral("child")})
            .exit,
        0);
    const QString plain =
        file(QStringLiteral("p.py"),
             "A = te.placeholder((16,), name=\"A\")\nC = te.compute((16,), lambda i: A[i] * 2.0, name=\"C\")\n"
             "s = te.create_schedule(C.op)\ntvm.lower(s, [A, C], name=\"k\")\n");
    const Said said = cli({QStringLiteral("run"), plain, QStringLiteral("--repeat"), QStringLiteral("3"),
                           QStringLiteral("--target"), QStringLiteral("cpu,one,nowhere"), QStringLiteral("--json")});
    QCOMPARE(said.exit, 1);
    const QJsonArray compared = said.object()[QLatin1String("comparison")].toArray();
    QCOMPARE(compared.size(), 2);
    QCOMPARE(compared[0][QLatin1String("gain")].toDouble(), 1.0);
    QCOMPARE(compared[1][QLatin1String("target")].toString(), QStringLiteral("one"));
    QCOMPARE(compared[1][QLatin1String("baseline")].toString(), QStringLiteral("cpu"));
    QCOMPARE(compared[1][QLatin1String("by")].toString(), QStringLiteral("time"));
  }
  void a_host_that_is_an_option_is_refused() {
    for (const QStringList& host :
         {QStringList{QStringLiteral("--host"), QStringLiteral("-oProxyCommand=touch canary")},
          QStringList{QStringLiteral("--host=-oProxyCommand=touch canary")}}) {
      const Said said = targets(QStringList{QStringLiteral("add"), QStringLiteral("lab"), QStringLiteral("--carrier"),
                                            QStringLiteral("ssh")} +
                                host);
      QVERIFY(said.exit != 0);
      QCOMPARE(said.code(), QStringLiteral("NW4208"));
    }
    QVERIFY(!QFile::exists(home_.filePath(QStringLiteral(".config/nestwright/targets.json"))));
  }
  void what_cannot_be_done_is_not_offered() {
    QCOMPARE(
        targets({QStringLiteral("add"), QStringLiteral("x"), QStringLiteral("--carrier"), QStringLiteral("telnet")})
            .exit,
        2);
    QCOMPARE(targets({QStringLiteral("add"), QStringLiteral("x"), QStringLiteral("--carrier"), QStringLiteral("child"),
                      QStringLiteral("--device"), QStringLiteral("a b")})
                 .exit,
             2);
  }

  void a_plugin_of_the_user_is_asked_for() {
    file(QStringLiteral("mine/board.json"),
         R"({"nestwright-target": 1, "id": "board", "library": "libboard.so", "abi": "1.0"})");
    file(QStringLiteral("mine/libboard.so"), "x");
    const auto state = [&] {
      for (const QJsonValue& plugin : targets({}).object()[QLatin1String("plugins")].toArray())
        if (plugin[QLatin1String("id")] == QLatin1String("board")) return plugin[QLatin1String("state")].toString();
      return QString();
    };
    QCOMPARE(state(), QStringLiteral("not trusted"));
    QCOMPARE(targets({QStringLiteral("show"), QStringLiteral("board")}).code(), QStringLiteral("NW4206"));
    QCOMPARE(targets({QStringLiteral("trust"), QStringLiteral("board")}).exit, 0);
    QCOMPARE(state(), QStringLiteral("found"));
    file(QStringLiteral("mine/libboard.so"), "y");
    QCOMPARE(state(), QStringLiteral("not trusted"));
    QCOMPARE(targets({QStringLiteral("trust"), QStringLiteral("board"), QStringLiteral("--revoke")}).exit, 0);
  }
  void variables_are_not_believed_with_raised_rights() {
    file(QStringLiteral("mine/board.json"),
         R"({"nestwright-target": 1, "id": "board", "library": "libboard.so", "abi": "1.0"})");
    file(QStringLiteral("mine/libboard.so"), "x");
    const QString copy = home_.filePath(QStringLiteral("nestwright-cli"));
    QVERIFY(QFile::copy(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), copy));
    const QStringList list = {QStringLiteral("targets"), QStringLiteral("--json")};
    QVERIFY(ids(cli(list, copy).object(), "plugins").contains(QStringLiteral("board")));
    const QByteArray path = copy.toLocal8Bit();
    if (::geteuid() != 0 || ::chown(path.constData(), 65534, 65534) != 0 || ::chmod(path.constData(), 04755) != 0)
      QSKIP("only root can give a program the rights of another user");
    QVERIFY(!ids(cli(list, copy).object(), "plugins").contains(QStringLiteral("board")));
  }

  // A project, a script and the folder that they are in name a plugin and a host: none of it is found.
  void documents_define_no_targets() {
    const QString folder = home_.filePath(QStringLiteral("stranger"));
    for (const char* place :
         {"stranger/targets.d/canary.json", "stranger/canary.json", "stranger/share/nestwright/targets.d/canary.json"})
      file(QString::fromLatin1(place),
           R"({"nestwright-target": 1, "id": "canary", "library": "canary.so", "abi": "1.0"})");
    file(QStringLiteral("stranger/canary.so"), "x");
    const QString named = file(QStringLiteral("stranger/k.py"),
                               "# nestwright: {\"target\": \"canary\", \"targets\": [\"ssh:canary/cpu\"]}\n"
                               "A = te.placeholder((64,), name=\"A\")\n"
                               "C = te.compute((64,), lambda i: A[i] * 2.0, name=\"C\")\n"
                               "s = te.create_schedule(C.op)\ntvm.lower(s, [A, C], name=\"k\")\n");
    const QString program = QStringLiteral(NW_BIN_DIR "/nestwright-cli");
    const Said listed = cli({QStringLiteral("targets"), QStringLiteral("--json")}, program, folder);
    QVERIFY(!listed.text.contains(QStringLiteral("canary")));
    QCOMPARE(cli({QStringLiteral("check"), named}, program, folder).exit, 0);
    const Said refused =
        cli({QStringLiteral("check"), named, QStringLiteral("--target"), QStringLiteral("canary")}, program, folder);
    QVERIFY(refused.text.contains(QStringLiteral("[NW4201]")));
  }
  void a_torn_list_is_named_and_the_others_are_shown() {
    file(QStringLiteral(".config/nestwright/targets.json"), "{\"nestwright-targets\": 1, \"tar");
    const Said said = targets({});
    QCOMPARE(said.exit, 1);
    QCOMPARE(said.code(), QStringLiteral("NW4220"));
    QVERIFY(ids(said.object(), "targets").contains(QStringLiteral("cross:aarch64")));
    QCOMPARE(
        targets({QStringLiteral("add"), QStringLiteral("one"), QStringLiteral("--carrier"), QStringLiteral("child")})
            .exit,
        0);
    QVERIFY(QFile::exists(home_.filePath(QStringLiteral(".config/nestwright/targets.json.unreadable"))));
  }
};

NW_TEST(TestTargets);
#include "test_targets.moc"
