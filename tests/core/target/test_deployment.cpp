// SPDX-License-Identifier: GPL-3.0-or-later
// The static runner reaches a machine by ssh: here a program that takes ssh's arguments and runs the last of them in
// another home.
#include <QProcess>
#include <QTest>

#include "base/input_file.h"
#include "base/sha256.h"
#include "registry.h"
#include "target/child_process.h"
#include "target/deployment.h"
#include "target_folders.h"
#include "texts.h"

using namespace nw;
using target::Carrier;
using target::SshHost;

class TestDeployment : public QObject {
  Q_OBJECT

  // What it was called with goes to calls; what comes after the host goes to a shell there, as ssh does it.
  static std::string stand_in(const test::TargetFolders& at) {
    QDir().mkpath(QString::fromStdString(at.path("far")));
    return at.program("bin/ssh", "#!/bin/sh\necho \"$@\" >>'" + at.path("calls") +
                                     "'\nwhile [ \"$1\" != lab1 ]; do shift; done\nshift\nexport HOME='" +
                                     at.path("far") + "'\nexec sh -c \"$*\"\n");
  }
  static std::string this_machine() {
    return target::run_to_end({"uname", "-m"}, {}, 10).output.substr(0, 6) == "x86_64" ? "x86_64" : "aarch64";
  }
  static QStringList far_files(const test::TargetFolders& at) {
    return QDir(QString::fromStdString(at.path("far/.cache/nestwright"))).entryList(QDir::Files);
  }

 private Q_SLOTS:
  void the_arguments_of_ssh() {
    const test::TargetFolders at;
    const std::string runner = at.file("runner", "x");
    const Result<Carrier> carrier =
        target::ssh_carrier(SshHost{"me@lab1", {"-oPort=22"}}, std::string("/opt/nestwright-runner"));
    QVERIFY(carrier.ok());
    QCOMPARE(carrier->argv,
             (std::vector<std::string>{"ssh", "-T", "-o", "BatchMode=yes", "-oPort=22", "-o", "ConnectTimeout=5", "-o",
                                       "ServerAliveInterval=5", "me@lab1", "sh", "-c", "'exec \"$1\"'", "nestwright",
                                       "/opt/nestwright-runner"}));
    for (const char* path : {"", "-x", "a b", "$(canary)", "a;b", "'x'", "~root/x", "a\nb"})
      QVERIFY2(!target::ssh_carrier(SshHost{"lab1", {}}, std::string(path)).value, path);
    QVERIFY(target::ssh_carrier(SshHost{"lab1", {}}, std::string("~/bin/runner")).ok());
    QVERIFY(!target::ssh_carrier(SshHost{"-oProxyCommand=x", {}}, std::string("runner")).value);
  }
  void the_texts_for_the_far_side_fit_into_single_quotes() {
    const target::DeploymentSteps steps =
        target::deployment_steps({"lab1", {}}, {{"aarch64", std::string(64, 'a')}, {"x86_64", std::string(64, 'b')}});
    for (const auto& argv : {steps.ask, steps.run, steps.purge, steps.send.at("x86_64")}) {
      const auto text = std::ranges::find(argv, "-c") + 1;
      QVERIFY(text->front() == '\'' && text->back() == '\'');
      QCOMPARE(std::ranges::count(*text, '\''), 2);
    }
    QCOMPARE(steps.run.back(), std::string(64, 'b'));
    QCOMPARE(steps.run[steps.run.size() - 2], std::string("-"));  // there is none for riscv64
  }

  void a_runner_is_copied_once_and_then_run() {
    const test::TargetFolders at;
    const std::string ssh = stand_in(at), machine = this_machine();
    const std::string runner = at.program("runner", "#!/bin/sh\necho it runs\n");
    const Result<Carrier> carrier = target::ssh_carrier({"lab1", {}, ssh}, {{machine, runner}});
    QVERIFY(carrier.ok());
    QCOMPARE(target::run_to_end(carrier->argv, {}, 10).exit, target::kNotDeployed);
    QVERIFY(target::deploy(*carrier).empty());
    QCOMPARE(far_files(at), QStringList{QString::fromStdString("runner-" + file_sha256(runner))});
    QCOMPARE(target::run_to_end(carrier->argv, {}, 10).output, std::string("it runs\n"));
    const qint64 calls = QFile(QString::fromStdString(at.path("calls"))).size();
    QVERIFY(target::deploy(*carrier).empty());  // asks, and sends nothing
    QVERIFY(QFile(QString::fromStdString(at.path("calls"))).size() - calls < calls / 3);
    QVERIFY(target::purge({"lab1", {}, ssh}).empty());
    QVERIFY(!QFile::exists(QString::fromStdString(at.path("far/.cache/nestwright"))));
  }
  void a_runner_that_did_not_arrive_whole_is_not_kept() {
    const test::TargetFolders at;
    const std::string ssh = stand_in(at);
    const std::string runner = at.file("runner", "whole"), part = at.file("part", "who");
    const target::DeploymentSteps steps =
        target::deployment_steps({"lab1", {}, ssh}, {{"x86_64", file_sha256(runner)}});
    const target::EndedProcess ended = target::run_to_end(steps.send.at("x86_64"), part, 10);
    QCOMPARE(ended.exit, 1);
    QCOMPARE(ended.errors, std::string("the runner did not arrive whole\n"));
    QVERIFY(far_files(at).isEmpty());
  }
  void a_disk_that_is_full_is_named_and_nothing_is_left() {
    const test::TargetFolders at;
    const std::string runner = at.program("runner", std::string(100'000, 'x'));
    stand_in(at);
    const std::string full =
        at.program("bin/full", "#!/bin/sh\ntrap '' XFSZ\nulimit -f 8\nexec '" + at.path("bin/ssh") + "' \"$@\"\n");
    const Result<Carrier> carrier = target::ssh_carrier({"lab1", {}, full}, {{this_machine(), runner}});
    const Diagnostic failed = target::deploy(*carrier).at(0);
    QCOMPARE(failed.message,
             std::string("'lab1' cannot be reached: the runner could not be copied there: ssh ended with 1"));
    QVERIFY2(test::says(failed.because.at(0), "File too large; the runner did not arrive whole"),
             failed.because.at(0).c_str());
    QVERIFY(far_files(at).isEmpty());
  }

  void what_ssh_says_is_passed_on() {
    const test::TargetFolders at;
    const std::string runner = at.file("runner", "x");
    const std::string ssh =
        at.program("bin/ssh", "#!/bin/sh\necho 'ssh: Could not resolve hostname lab1' >&2\nexit 255\n");
    const Result<Carrier> carrier = target::ssh_carrier({"lab1", {}, ssh}, {{"x86_64", runner}});
    QCOMPARE(format(target::deploy(*carrier).at(0)),
             std::string("error: 'lab1' cannot be reached: no host of that name is known [NW4208]\n"
                         "  because ssh: Could not resolve hostname lab1\n"));
    const Result<Carrier> none = target::ssh_carrier({"lab1", {}, at.path("no-such-ssh")}, {{"x86_64", runner}});
    QVERIFY(test::says(target::deploy(*none).at(0).message, "does not start: No such file or directory"));
    const std::string slow = at.program("bin/slow", "#!/bin/sh\nexec sleep 60\n");
    const Result<Carrier> hangs = target::ssh_carrier({"lab1", {}, slow}, {{"x86_64", runner}});
    QVERIFY(test::says(target::deploy(*hangs, 0.2).at(0).message, "no answer after 0.2 s"));
  }
  void a_machine_without_a_runner_of_ours() {
    const test::TargetFolders at;
    const std::string runner = at.file("runner", "x");
    const std::string ssh = at.program("bin/ssh", "#!/bin/sh\necho Welcome\necho nestwright s390x absent\n");
    const Result<Carrier> carrier = target::ssh_carrier({"lab1", {}, ssh}, {{"x86_64", runner}});
    QVERIFY(test::says(target::deploy(*carrier).at(0).message, "there is no static runner for its processor, s390x"));
    QVERIFY(!target::ssh_carrier({"lab1", {}}, std::map<std::string, std::string>{}).value);
  }
};

NW_TEST(TestDeployment);
#include "test_deployment.moc"
