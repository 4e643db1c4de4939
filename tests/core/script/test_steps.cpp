// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts and steps: what is read is a list of values, which print as they were written and, applied again, give the
// same schedule.
#include <QDir>
#include <QFile>
#include <QTest>
#include <algorithm>

#include "primitive_examples.h"
#include "registry.h"
#include "script/script.h"
#include "script/step_text.h"

using namespace nw;
using schedule::Primitive;
using schedule::Step;

namespace {

const script::Statement* statement_at(const script::Program& program, int line) {
  for (const script::Statement& s : program.statements)
    if (s.span.line == line) return &s;
  return nullptr;
}

script::StepNames names_of(const script::Program& program) {
  const schedule::Schedule& s = *program.schedule;
  script::StepNames names;
  names.tensor = [&s](schedule::TensorRef ref) { return s.stage(ref.stage).script_name; };
  names.axis = [&](AxisId id) -> std::string {
    for (const auto& [name, axis] : program.axis_names)
      if (axis == id) return name;
    return "?";
  };
  names.group = [&s](int id) { return s.groups()[static_cast<size_t>(id)].name; };
  names.intrinsic = [](const schedule::TensorIntrin&) { return "add_one"; };
  names.expressions.variable = [](const tir::VarNode& v) { return v.name == "threadIdx.x" ? "tx.var" : v.name; };
  return names;
}

// The loops of every stage with what they became, and where stages are computed.
std::string state_of(const schedule::Schedule& s) {
  std::string text;
  for (const StageId id : s.order()) {
    const schedule::Stage& stage = s.stage(id);
    text += stage.name() + " " + stage.scope + " " + std::to_string(static_cast<int>(stage.attach.kind)) + " at " +
            std::to_string(stage.attach.stage.value) + "." + std::to_string(stage.attach.axis.value) + ":";
    for (const AxisId leaf : stage.leaf) {
      text += " " + stage.find_axis(leaf)->iter->var->name + "#" + std::to_string(leaf.value);
      const schedule::AxisAttr* attr = stage.attr(leaf);
      if (attr) text += "/" + std::to_string(static_cast<int>(attr->iter_type));
    }
    text += "\n";
  }
  return text;
}

// The steps once more, one after the other, on the schedule as te.create_schedule made it.
std::string replayed(const std::string& text, const script::Program& program) {
  script::ReadOptions until;
  for (const script::Statement& s : program.statements)
    if (s.part == script::Statement::Part::Schedule && until.stop_after_line == 0) until.stop_after_line = s.span.line;
  const script::Program start = script::read(text, until);
  schedule::Replayer replay(*program.schedule, *start.schedule);
  for (const script::Statement& s : program.statements)
    if (s.step && s.applied && !replay.apply(*s.step).value) return "refused: line " + std::to_string(s.span.line);
  return state_of(replay.schedule());
}

}  // namespace

class ScriptStepsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_step_is_printed_as_it_was_written_data() { examples(); }
  void a_step_is_printed_as_it_was_written() {
    QFETCH(int, primitive);
    const test::PrimitiveExample& example = test::primitive_examples().at(static_cast<Primitive>(primitive));
    const script::Program program = script::read(test::script_of(example));
    const script::Statement* s = statement_at(program, test::line_of(example));
    QVERIFY(s && s->primitive == static_cast<Primitive>(primitive) && s->applied && s->step);
    script::ReadOptions until;  // the names that hold when the step runs
    until.stop_after_line = s->span.line - 1;
    const script::Program before = script::read(test::script_of(example), until);
    QCOMPARE(QString::fromStdString(script::step_text(s->step->step, names_of(before))),
             QString::fromStdString(example.line));
  }

  void steps_applied_again_give_the_same_schedule_data() {
    examples();
    const QDir dir(QStringLiteral(NW_SOURCE_DIR "/resources/samples/kernels"));
    for (const QString& file : dir.entryList({"*.py"}, QDir::Files, QDir::Name))
      if (!file.startsWith(QStringLiteral("make_"))) QTest::newRow(qPrintable(file)) << -1;
  }
  void steps_applied_again_give_the_same_schedule() {
    QFETCH(int, primitive);
    std::string text;
    if (primitive >= 0) {
      text = test::script_of(test::primitive_examples().at(static_cast<Primitive>(primitive)));
    } else {
      QFile file(QStringLiteral(NW_SOURCE_DIR "/resources/samples/kernels/") + QLatin1String(QTest::currentDataTag()));
      QVERIFY(file.open(QIODevice::ReadOnly));
      text = file.readAll().toStdString();
    }
    const script::Program program = script::read(text);
    QVERIFY(program.schedule);
    QCOMPARE(QString::fromStdString(replayed(text, program)), QString::fromStdString(state_of(*program.schedule)));
  }

  // Ids of what a left-out step would have made mean nothing; those of later steps are found again.
  void a_step_can_be_left_out() {
    const std::string text = test::kExampleStages +
                             "xo, xi = s[C].split(x, factor=8)\n"
                             "yo, yi = s[C].split(y, factor=4)\n"
                             "s[C].reorder(yo, k, yi)\n"
                             "s[C].vectorize(xi)\n"
                             "s[C].unroll(yi)\n" +
                             test::kExampleKernel;
    const script::Program program = script::read(text);
    script::ReadOptions until;
    until.stop_after_line = 15;
    const script::Program start = script::read(text, until);
    schedule::Replayer replay(*program.schedule, *start.schedule);
    QStringList applied;
    for (const script::Statement& s : program.statements) {
      if (!s.step || s.span.line == 18) continue;  // without the split of x
      const bool done = replay.apply(*s.step).value.has_value();
      applied << QString::fromLatin1(schedule::name_of(*s.primitive)) + (done ? "" : " refused");
    }
    QCOMPARE(applied, QStringList({"split", "reorder", "vectorize refused", "unroll"}));
    const schedule::Schedule& s = replay.schedule();
    const schedule::Stage& c = s.stage(s.find_by_name("C"));
    QStringList loops;
    for (const AxisId leaf : c.leaf) loops << QString::fromStdString(c.find_axis(leaf)->iter->var->name);
    QCOMPARE(loops, QStringList({"y.outer", "k", "x", "y.inner"}));
  }

  void equal_steps_have_equal_hashes() {
    const std::string text = test::script_of(test::primitive_examples().at(Primitive::TransformLayout));
    const auto step = [](const std::string& script) {
      const script::Program program = script::read(script);
      for (const script::Statement& s : program.statements)
        if (s.step) return s.step->step;
      return Step();
    };
    std::string renamed = text, other = text;
    const std::string map = "lambda i, j: [i, j // 4, j % 4]";
    renamed.replace(renamed.find(map), map.size(), "lambda a, b: [a, b // 4, b % 4]");
    other.replace(other.find(map), map.size(), "lambda i, j: [i, j // 8, j % 8]");
    QVERIFY(step(text) == step(renamed));
    QCOMPARE(schedule::hash_of(step(text)), schedule::hash_of(step(renamed)));
    QVERIFY(!(step(text) == step(other)));
  }

  // A list of tensors gives a list, in whichever order the arguments are named.
  void named_arguments_may_come_in_any_order() {
    const script::Program program =
        script::read(nw::test::kExampleStages + "C_local, = s.cache_write(scope=\"local\", tensor=[C])\n" +
                     nw::test::kExampleKernel);
    QVERIFY2(program.ok(), program.ok() ? "" : format(program.diagnostics[0]).c_str());
    QVERIFY(program.stage_names.contains("C_local"));
  }

  void arguments_keep_their_spans() {
    const script::Program program =
        script::read(test::kExampleStages + "xo, xi = s[C].split(s[C].op.axis[1], factor=8)  # a comment (here)\n" +
                     test::kExampleKernel);
    const script::Statement* s = statement_at(program, 18);
    QVERIFY(s);
    QCOMPARE(s->arguments.size(), size_t{2});
    QCOMPARE(std::string(s->arguments[0].text), std::string("s[C].op.axis[1]"));
    QCOMPARE(s->arguments[1].parameter, size_t{1});
    QCOMPARE(s->arguments[1].span.column, 45);
    QCOMPARE(s->arguments[1].span.length, 1);
  }

  // What a caller gives wrong is his fault, not the script's, and changes nothing.
  void arguments_of_another_kind_are_a_fault() {
    const script::Program program = script::read(test::kExampleStages + test::kExampleKernel);
    schedule::Schedule s = *program.schedule;
    const std::string before = state_of(s);
    const auto refused = schedule::apply(s, {Primitive::Split, s.find_by_name("C"), -1, {int64_t{3}}});
    QVERIFY(!refused.value);
    QCOMPARE(refused.diagnostics[0].code, std::string("NW9001"));
    QCOMPARE(refused.diagnostics[0].message,
             std::string("internal fault: split was given arguments of other kinds than it takes"));
    QVERIFY(!schedule::apply(s, {Primitive::Vectorize, s.find_by_name("C"), -1, {AxisId(999)}}).value);
    QCOMPARE(state_of(s), before);
  }

 private:
  static void examples() {
    QTest::addColumn<int>("primitive");
    for (const auto& [primitive, example] : test::primitive_examples())
      QTest::newRow((std::string(schedule::name_of(primitive)) +
                     (schedule::info(primitive).receiver == schedule::Receiver::Group ? " of a group" : ""))
                        .c_str())
          << static_cast<int>(primitive);
  }
};

NW_TEST(ScriptStepsTest);
#include "test_steps.moc"
