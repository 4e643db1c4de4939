// SPDX-License-Identifier: GPL-3.0-or-later
// Values, classes, exceptions and texts are those that Python gives: tests/data/python_values.txt has programs with
// what CPython 3.11 says of their `out`. Other constructs are refused by name, at their line.
#include <QTest>

#include "flatten/flatten.h"
#include "registry.h"

using namespace nw;

namespace {

const std::string kProgramHead =
    "A = te.placeholder((4,), name='A')\n"
    "B = te.compute((4,), lambda i: A[i] * 1.0, name='B', tag=repr(out))\n"
    "s = te.create_schedule(B.op)\n";

std::string text_of(const flatten::Flattened& f, Severity severity) {
  std::string all;
  for (const Diagnostic& d : f.diagnostics)
    if (d.severity == severity) all += format(d);
  return all;
}

// What `out` is, as repr writes it.
std::string printed_value(const std::string& program) {
  const flatten::Flattened f = flatten::flatten("from tvm import te\n" + program + "\n" + kProgramHead);
  if (const std::string said = text_of(f, Severity::Error); !said.empty() || f.kernels.empty()) return said;
  const std::string& script = f.kernels[0].script;
  const std::string before = ", tag=\"";
  const size_t at = script.find(before) + before.size(), end = script.find("\")\n", at);
  std::string value;
  for (size_t i = at; i < end; ++i) {
    if (script[i] == '\\') ++i;
    value += script[i];
  }
  return value;
}

std::string refusal(const std::string& program) {
  return text_of(flatten::flatten("from tvm import te\n" + program + "out = 0\n" + kProgramHead), Severity::Error);
}

}  // namespace

class TestFlattenedPython : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void values_are_pythons_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("value");
    const QStringList all = QString::fromStdString(test::read_data("python_values.txt")).split("\n----\n");
    for (qsizetype i = 0; i + 1 < all.size(); ++i) {
      const qsizetype at = all[i].lastIndexOf("\n=> ");
      QTest::addRow("%d", int(i)) << all[i].left(at) << all[i].mid(at + 4);
    }
    QVERIFY(all.size() > 50);
  }
  void values_are_pythons() {
    QFETCH(QString, program);
    QFETCH(QString, value);
    QCOMPARE(printed_value(program.toStdString()), value.toStdString());
  }

  void what_is_not_evaluated_is_named() {
    QCOMPARE(refusal("async def f():\n    return 1\nx = f()\n"),
             "line 4:5: error: 'f' is a coroutine ('async def'), which runs only in an event loop [NW2060]\n"
             "  legal: def\n");
    QCOMPARE(refusal("x = await g()\n"),
             "line 2:5: error: 'await' runs only in an event loop [NW2060]\n"
             "  legal: a call of a plain function\n");
    QCOMPARE(
        refusal(
            "class C:\n    def __iter__(self): return self\n    def __next__(self): return 1\nfor i in C(): pass\n"),
        "line 5:10: error: an iterator that a class writes ('__next__') [NW2060]\n"
        "  legal: '__iter__' that gives iter(a list)\n");
    QCOMPARE(refusal("class C: pass\nx = str(C())\n"),
             "line 3:5: error: the text of an object of 'C' is that of a run [NW2060]\n"
             "  legal: strings and numbers\n");
    QCOMPARE(refusal("x = 'a'.encode()\n"),
             "line 2:5: error: 'encode' of a string [NW2060]\n  legal: the text that it gives\n");
    QCOMPARE(refusal("class C: pass\nx = C().n\n"), "line 3:5: error: an object of 'C' has no 'n' [NW2065]\n");
    QCOMPARE(refusal("raise ValueError('no')\n"), "line 2:1: error: an exception is raised here [NW2065]\n");
  }

  void an_exception_that_nothing_catches_is_reported_where_it_is_raised() {
    QCOMPARE(refusal("def f():\n    try:\n        raise ValueError('no')\n    except KeyError:\n        pass\nf()\n"),
             "line 4:1: error: an exception is raised here [NW2065]\n");
    QCOMPARE(refusal("try:\n    x = {}['k']\nexcept ValueError:\n    x = 1\n"),
             "line 3:9: error: the dict has no key 'k' [NW2065]\n");
  }

  void a_step_that_is_refused_is_an_exception() {
    const flatten::Flattened f = flatten::flatten(
        "from tvm import te\n"
        "A = te.placeholder((4,), name='A')\n"
        "B = te.compute((4,), lambda i: A[i], name='B')\n"
        "s = te.create_schedule(B.op)\n"
        "try:\n"
        "    s[B].vectorize(B.op.reduce_axis[0])\n"
        "except Exception:\n"
        "    s[B].vectorize(B.op.axis[0])\n");
    QCOMPARE(text_of(f, Severity::Error), "");
    QVERIFY(f.kernels.size() == 1 && f.kernels[0].script.find("s[B].vectorize(B.op.axis[0])") != std::string::npos);
  }

  void drawn_values_leave_a_note() {
    const flatten::Flattened f = flatten::flatten(
        "from tvm import te\nimport numpy as np\nimport random\n"
        "n = np.random.randint(16, 128)\n"
        "m = random.choice([3, 5])\n"
        "A = te.placeholder((n, m), name='A')\n"
        "B = te.compute((n, m), lambda i, j: A[i, j] * np.random.uniform(1, 2), name='B')\n"
        "s = te.create_schedule(B.op)\n");
    const std::string notes = text_of(f, Severity::Note);
    for (const char* wanted :
         {"line 4:5: note: 'numpy.random.randint' draws a value in each run; here it is 72 [NW2069]\n",
          "line 5:5: note: 'random.choice' draws a value in each run; here it is 3 [NW2069]\n",
          "line 7:47: note: 'numpy.random.uniform' draws a value in each run; here it is 1.5 [NW2069]\n"})
      QVERIFY2(notes.find(wanted) != std::string::npos, notes.c_str());
  }

  void a_prim_func_has_the_plain_schedule() {
    const std::string text =
        "import tvm\nfrom tvm import te\n"
        "A = te.placeholder((8, 4), name='A')\n"
        "B = te.compute((8, 4), lambda i, j: A[i, j] + 1.0, name='B')\n"
        "f = te.create_prim_func([A, B])\n";
    const flatten::Flattened f = flatten::flatten(text);
    QCOMPARE(f.kernels.size(), size_t{1});
    QVERIFY(f.kernels[0].script.ends_with("tvm.lower(s, [A, B], name=\"main\")\n"));
    QCOMPARE(text_of(f, Severity::Error) + text_of(f, Severity::Warning), "");
    const flatten::Flattened scheduled =
        flatten::flatten(text + "sch = tvm.tir.Schedule(f)\nsch.split(sch.get_loops('B')[0], [2, 4])\n");
    QCOMPARE(scheduled.kernels.size(), size_t{1});
    QCOMPARE(
        text_of(scheduled, Severity::Warning),
        "line 6:7: warning: the steps of this tir.Schedule are not read; the kernel is the computation without them "
        "[NW2060]\n  legal: the steps as those of te.create_schedule, what sch.mod.show() prints, which opens as "
        "TVMScript\n");
  }

  void a_notebook_that_is_cut_off_is_named() {
    const flatten::Opened opened =
        flatten::open("{\"cells\": [{\"cell_type\": \"code\",\n\"source\": [\"from tvm import te\\n\", \"n = ");
    QVERIFY(!opened.ok);
    QCOMPARE(opened.diagnostics.size(), size_t{1});
    QCOMPARE(opened.diagnostics[0].code, "NW2066");
    QVERIFY(
        opened.diagnostics[0].message.starts_with("this notebook is not whole: its JSON ends or goes wrong here ("));
    QCOMPARE(line_of(opened.diagnostics[0]), 2);
  }

  void what_topi_writes_by_hand_is_refused_by_name() {
    const auto said = [](const std::string& call) {
      return text_of(flatten::flatten("from tvm import te, topi\nA = te.placeholder((4, 6), name='A')\nB = " + call +
                                      "\ns = te.create_schedule(B.op)\n"),
                     Severity::Error);
    };
    QCOMPARE(
        said("topi.cumsum(A, 0)"),
        "line 3:5: error: 'topi.cumsum' is a loop nest that TVM writes with ir_builder, which has no computation to "
        "schedule [NW2060]\n  legal: te.compute, te.scan\n");
    QCOMPARE(said("topi.take(A, A, batch_dims=1)"),
             "line 3:1: error: 'topi.take' is not expanded with batch_dims [NW2060]\n"
             "  legal: its te.compute, written out\n");
    QCOMPARE(said("topi.nn.bitserial_dense(A, A, 1, 1)"),
             "line 3:5: error: 'topi.nn.bitserial_dense' is not expanded [NW2060]\n"
             "  legal: its te.compute, written out\n");
  }
};

NW_TEST(TestFlattenedPython);
#include "test_python.moc"
