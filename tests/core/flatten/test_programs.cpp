// SPDX-License-Identifier: GPL-3.0-or-later
// Programs in the manner of tutorials and tests: all their kernels open, and what runs here verifies.
#include <QTest>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "fixes/read.h"
#include "flatten/flatten.h"
#include "registry.h"
#include "run_script.h"
#include "tir/print.h"

using namespace nw;
using nlohmann::json;

class TestFlattenedPrograms : public QObject {
  Q_OBJECT

  static void files(const std::string& folder) {
    QTest::addColumn<QString>("file");
    for (const auto& entry : std::filesystem::directory_iterator(test::data_path(folder)))
      if (entry.path().extension() == ".py")
        QTest::newRow(entry.path().stem().c_str())
            << QString::fromStdString(folder + "/" + entry.path().filename().string());
  }
  static std::string text_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics)
      if (d.severity == Severity::Error) text += format(d);
    return text;
  }
  static bool runs_here(const script::Program& program) {
    if (!program.size_vars.empty()) return false;
    return std::ranges::none_of(program.statements, [](const script::Statement& s) {
      return s.primitive == schedule::Primitive::Bind || s.primitive == schedule::Primitive::Tensorize;
    });
  }

  static json number(const tir::Expr& e) {
    if (const int64_t* c = tir::as_const_int(e)) return *c;
    return tir::to_string(e);
  }
  // In the form of expected.json.
  static json tree(const tir::Stmt& s) {
    json out = json::array();
    if (!s) return out;
    if (const auto* n = tir::stmt_cast<tir::SeqNode>(s)) {
      for (const tir::Stmt& c : n->stmts)
        for (json& x : tree(c)) out.push_back(std::move(x));
    } else if (const auto* f = tir::stmt_cast<tir::ForNode>(s)) {
      out.push_back({"for", number(f->extent), tir::to_string(f->for_kind), tree(f->body)});
    } else if (const auto* i = tir::stmt_cast<tir::IfThenElseNode>(s)) {
      out.push_back({"if", tree(i->then_case)});
    } else if (const auto* st = tir::stmt_cast<tir::StoreNode>(s)) {
      out.push_back({"store", st->buffer->name});
    } else if (const auto* a = tir::stmt_cast<tir::AllocateNode>(s)) {
      json shape = json::array();
      for (const tir::Expr& e : a->buffer->shape) shape.push_back(number(e));
      out.push_back({"alloc", a->buffer->name, shape, a->buffer->scope});
      for (json& x : tree(a->body)) out.push_back(std::move(x));
    } else if (const auto* t = tir::stmt_cast<tir::AttrNode>(s)) {
      return tree(t->body);
    }
    return out;
  }

 private Q_SLOTS:
  void programs_open_and_verify_data() { files("wild"); }
  void programs_open_and_verify() {
    QFETCH(QString, file);
    const flatten::Flattened flat = flatten::flatten(test::read_data(file.toStdString()));
    QVERIFY2(text_of(flat.diagnostics).empty(), text_of(flat.diagnostics).c_str());
    QVERIFY(!flat.kernels.empty());
    for (const flatten::Kernel& kernel : flat.kernels) {
      const script::Program program = fixes::read(kernel.script);
      QVERIFY2(program.ok(), (text_of(program.diagnostics) + kernel.script).c_str());
      QVERIFY(program.schedule && !program.args.empty());
      if (!runs_here(program)) continue;
      const std::string fault = test::fault_of(kernel.script, test::Warnings::Allowed);
      QVERIFY2(fault.empty(), (fault + kernel.script).c_str());
    }
  }

  // The first line of each says where and why.
  void others_are_refused_at_their_line_data() { files("wild/refused"); }
  void others_are_refused_at_their_line() {
    QFETCH(QString, file);
    const std::string text = test::read_data(file.toStdString());
    const std::string marked = "# error: ", wanted = text.substr(marked.size(), text.find('\n') - marked.size());
    QVERIFY(text.starts_with(marked));
    const std::string said = text_of(flatten::flatten(text).diagnostics);
    QVERIFY2(said.starts_with("line " + wanted.substr(0, wanted.find(": ")) +
                              ": error: " + wanted.substr(wanted.find(": ") + 2) + " ["),
             said.c_str());
  }

  // The measured programs have TVM's loops.
  void loops_are_tvms_data() { files("parity/wild"); }
  void loops_are_tvms() {
    QFETCH(QString, file);
    const json expected = json::parse(test::read_data("parity/wild/expected.json"))[QTest::currentDataTag()];
    const flatten::Opened opened = flatten::open(test::read_data(file.toStdString()));
    QVERIFY(opened.ok);
    QCOMPARE(opened.flattened, expected["kind"] == "beyond");
    const script::Program program = script::read(opened.script);
    QVERIFY2(program.ok(), text_of(program.diagnostics).c_str());
    const auto nest = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
    QVERIFY(nest.ok());
    QCOMPARE(tree(nest->body).dump(), expected["loops"].dump());
    QCOMPARE(test::fault_of(opened.script, test::Warnings::Allowed), "");
  }
};

NW_TEST(TestFlattenedPrograms);
#include "test_programs.moc"
