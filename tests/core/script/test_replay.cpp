// SPDX-License-Identifier: GPL-3.0-or-later
// A program without some of its steps is the one that is read from the script without
// their lines.
#include <QDir>
#include <QFile>
#include <QTest>
#include <algorithm>

#include "registry.h"
#include "schedule/names.h"
#include "script/replay.h"
#include "script/text.h"

using namespace nw;
using script::Statement;

namespace {

script::Program read(const std::string& text) {
  script::ReadOptions quick;
  quick.verify = quick.explain = false;
  return script::read(text, quick);
}

// Loops and places by the script's variables, the steps that were applied, and what the variables hold.
std::string described(const script::Program& program) {
  const schedule::Schedule& s = *program.schedule;
  std::string text;
  for (const StageId id : s.order()) {
    const schedule::Stage& stage = s.stage(id);
    text += stage.name() + " (" + stage.script_name + "):";
    for (const AxisId leaf : stage.leaf) text += " " + schedule::shown(s, leaf);
    if (stage.attach.kind == schedule::AttachKind::At)
      text += " at " + schedule::shown(s, stage.attach.axis) + " of " + s.stage(stage.attach.stage).name();
    text += "\n";
  }
  text += "applied:";
  for (const Statement& statement : program.statements)
    if (statement.applied && statement.primitive) text += " " + std::to_string(statement.span.line);
  text += "\nvariables:";
  for (const auto& [name, axis] : program.axis_names)
    if (s.stage(s.owner(axis)).find_axis(axis))
      text += " " + name + "=" + s.stage(s.owner(axis)).name() + "." + schedule::shown(s, axis);
  for (const auto& [name, stage] : program.stage_names) text += " " + name + "=" + s.stage(stage).name();
  return text + "\n";
}

// Without the statement a variable would keep its value.
bool binds_again(const script::Program& program, const Statement& statement) {
  return std::ranges::any_of(program.statements, [&](const Statement& s) {
    return s.span.line < statement.span.line &&
           std::ranges::any_of(
               s.binds,
               [&](const std::string& name) {
                 return std::ranges::find(statement.binds, name) != statement.binds.end();
               });
  });
}

std::string replayed(const script::Program& program, int left_out) {
  return described(script::replay(program, [&](const Statement& s) { return s.span.line != left_out; }));
}

const std::string kSum =
    "import tvm\n"
    "from tvm import te\n"
    "A = te.placeholder((64, 64), name=\"A\")\n"
    "k = te.reduce_axis((0, 64), name=\"k\")\n"
    "C = te.compute((64,), lambda i: te.sum(A[i, k], axis=k), name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "ko, ki = s[C].split(k, factor=16)\n"
    "CF = s.rfactor(C, ki)\n"
    "f, j = s[CF].op.axis\n"
    "s[CF].parallel(j)\n"
    "x = s[C].op.axis[0]\n"
    "xo, xi = s[C].split(x, factor=4)\n"
    "tvm.lower(s, [A, C], name=\"main\")\n";

}  // namespace

class TestReplay : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // The sums of partial results have axes of their own; without the step x is the reduction's. What is about the
  // partial results is not applied.
  void without_rfactor_the_axes_are_those_of_the_reduction() {
    QCOMPARE(QString::fromStdString(replayed(read(kSum), 8)),
             QStringLiteral("A (A):\n"
                            "C (C): xo xi ko ki\n"
                            "applied: 7 12\n"
                            "variables: k=C.k ki=C.ki ko=C.ko x=C.x xi=C.xi xo=C.xo A=A C=C\n"));
  }

  void samples_without_any_one_step_are_as_they_are_read() {
    int steps = 0;
    for (const char* folder : {NW_SOURCE_DIR "/resources/samples/kernels", NW_TEST_DATA "/parity/te"})
      for (const QFileInfo& info : QDir(folder).entryInfoList({"*.py"}, QDir::Files, QDir::Name)) {
        QFile file(info.filePath());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string text = file.readAll().toStdString();
        const script::Program program = read(text);
        if (!program.ok()) continue;
        for (const Statement& s : program.statements) {
          if (!s.primitive || binds_again(program, s)) continue;
          std::set<int> lines;
          for (int line = s.span.line; line <= s.last_line; ++line) lines.insert(line);
          const std::string was = described(read(script::without_lines(text, lines))),
                            is = replayed(program, s.span.line);
          QVERIFY2(was == is, (info.fileName().toStdString() + " without line " + std::to_string(s.span.line) +
                               "\nread:\n" + was + "replayed:\n" + is)
                                  .c_str());
          ++steps;
        }
      }
    QVERIFY2(steps > 200, std::to_string(steps).c_str());
  }

  // Ids of the first steps are those that they had.
  void the_first_steps_make_what_they_made() {
    const script::Program program = read(kSum);
    const script::Program first = script::replay(program, [](const Statement& s) { return s.span.line < 8; });
    QCOMPARE(first.axis_names.at("ki"), program.axis_names.at("ki"));
    QCOMPARE(first.schedule->stage(first.stage_names.at("C")).leaf.size(), size_t(3));
  }
};

NW_TEST(TestReplay);
#include "test_replay.moc"
