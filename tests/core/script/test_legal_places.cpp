// SPDX-License-Identifier: GPL-3.0-or-later
// Where a stage may be computed has one definition (schedule/legal.h): a diagnostic lists the places that completion
// and candidates have, and what is listed is accepted when it is written into the script.
#include <QDir>
#include <QFile>
#include <QTest>
#include <algorithm>

#include "registry.h"
#include "schedule/legal.h"
#include "schedule/names.h"
#include "script/script.h"

using namespace nw;

namespace {

struct Script {
  std::string name, text;
  script::Program program;

  // The script with a step behind its last one.
  script::Program with(const std::string& step) const {
    const auto last = std::ranges::find(program.statements.rbegin(), program.statements.rend(),
                                        script::Statement::Part::Schedule, &script::Statement::part);
    size_t end = 0;
    for (int line = 0; line < last->last_line; ++line) end = text.find('\n', end) + 1;
    return script::read(text.substr(0, end) + step + "\n" + text.substr(end));
  }
  std::string compute_at(StageId stage, const schedule::AttachPoint& place) const {
    const std::string of = schedule::script_text(program.schedule->stage(stage), program.schedule_name);
    const std::string where = schedule::attach_text(*program.schedule, place, program.schedule_name);
    return of.empty() || where.empty() ? std::string() : of + ".compute_at(" + where + ")";
  }
};

// Samples and what TVM accepts or refuses.
std::vector<Script> scripts() {
  std::vector<Script> all;
  for (const char* folder :
       {NW_SOURCE_DIR "/resources/samples/kernels", NW_TEST_DATA "/parity/te", NW_TEST_DATA "/parity/te-bad"})
    for (const QFileInfo& info : QDir(folder).entryInfoList({"*.py"}, QDir::Files, QDir::Name)) {
      QFile file(info.filePath());
      if (!file.open(QIODevice::ReadOnly)) continue;
      const std::string text = file.readAll().toStdString();
      script::Program program = script::read(text);
      if (program.schedule) all.push_back({info.fileName().toStdString(), text, std::move(program)});
    }
  return all;
}

std::vector<StageId> computed_stages(const schedule::Schedule& s) {
  std::vector<StageId> all = s.order();
  std::erase_if(all, [&](StageId id) { return s.stage(id).op->kind == te::OpKind::Placeholder; });
  return all;
}

// As diagnostics name them, root last.
std::vector<std::string> names(const schedule::Schedule& s, const std::vector<schedule::AttachPoint>& places) {
  std::vector<std::string> all;
  for (const schedule::AttachPoint& p : places)
    all.push_back(schedule::shown(s, p.axis) + " of " + s.stage(p.stage).name());
  all.emplace_back("root");
  return all;
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += word + "\n";
  return all;
}

// That this program has and the other one has not.
std::string new_error(const script::Program& program, const script::Program& without) {
  for (const Diagnostic& d : program.diagnostics)
    if (d.severity == Severity::Error && std::ranges::none_of(without.diagnostics, [&](const Diagnostic& o) {
          return o.code == d.code && o.message == d.message;
        }))
      return format(d);
  return {};
}

}  // namespace

class TestLegalPlaces : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void a_diagnostic_lists_the_places_that_are_legal() {
    int lists = 0;
    for (const Script& script : scripts()) {
      const schedule::Schedule& s = *script.program.schedule;
      for (const StageId stage : computed_stages(s)) {
        const std::string expected = joined(names(s, schedule::legal_places(s, stage)));
        int tried = 0;
        for (const schedule::Choice& place : schedule::places(s, stage)) {
          const std::string step = script.compute_at(stage, {place.stage, place.axis});
          if (place.legal || step.empty() || ++tried > 2) continue;
          for (const Diagnostic& d : script.with(step).diagnostics) {
            const bool of_place = d.code == "NW2301" || d.code == "NW2302" || d.code == "NW2303" || d.code == "NW2304";
            if (!of_place || d.where[0].stage != s.stage(stage).name()) continue;
            QVERIFY2(joined(d.legal) == expected, (script.name + ": " + step + "\n" + format(d) + expected).c_str());
            ++lists;
          }
        }
      }
    }
    QVERIFY(lists > 100);
  }

  void a_listed_place_is_accepted_when_it_is_written() {
    int written = 0;
    for (const Script& script : scripts()) {
      const schedule::Schedule& s = *script.program.schedule;
      for (const StageId stage : computed_stages(s)) {
        const std::string of = schedule::script_text(s.stage(stage), script.program.schedule_name);
        if (of.empty()) continue;
        const std::vector<schedule::AttachPoint> places = schedule::legal_places(s, stage);
        const script::Program at_root = script.with(of + ".compute_root()");
        for (const schedule::AttachPoint& place : places) {
          const std::string step = script.compute_at(stage, place);
          if (step.empty()) continue;
          const std::string error = new_error(script.with(step), at_root);
          QVERIFY2(error.empty(), (script.name + ": " + step + "\n" + error).c_str());
          ++written;
        }
      }
    }
    QVERIFY(written > 200);
  }
};

NW_TEST(TestLegalPlaces);
#include "test_legal_places.moc"
