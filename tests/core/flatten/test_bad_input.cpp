// SPDX-License-Identifier: GPL-3.0-or-later
// Files that go on for ever, are none, or come from a stranger: each ends, with a diagnostic at a line.
#include <QElapsedTimer>
#include <QTest>

#include "base/sanitized.h"
#include "flatten/flatten.h"
#include "registry.h"

using namespace nw;

namespace {

const std::string kKernel =
    "A = te.placeholder((4,), name='A')\n"
    "B = te.compute((4,), lambda i: A[i] + 1.0, name='B')\n"
    "s = te.create_schedule(B.op)\n";

std::string said(const std::string& text) {
  std::string all;
  for (const Diagnostic& d : flatten::flatten("from tvm import te\n" + text).diagnostics)
    if (d.severity == Severity::Error) all += format(d);
  return all;
}

std::string repeated(const std::string& text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

class TestFlattenBadInput : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void what_does_not_end_is_ended() {
    const std::string before = "error: evaluating the file takes more than a million steps; it ends ";
    const std::string after =
        " [NW2064]\n  legal: fewer steps: a kernel's own loops are axes of te.compute, not of Python\n";
    const std::vector<std::pair<std::string, int>> files = {
        {"while True:\n    pass\n", 2},
        {"for k in range(2):\n    for i in range(10 ** 9):\n        x = i\n", 2},
        {"x = [i * i for i in range(10000000)]\n", 2},
        {"x = [0]\nfor i in x:\n    x.append(i)\n", 3},
        {"x = 'a' * 10 ** 12\n", 2},
        {"x = [0] * 10 ** 10\n", 2},
        {"x = sum(range(10 ** 12))\n", 2},
        {"x = {}\nfor i in range(10 ** 7):\n    x[i] = x\n", 3},
    };
    for (const auto& [text, line] : files) {
      QElapsedTimer timer;
      timer.start();
      const std::string got = said(text);
      const bool loop = text.find("\n    ") != std::string::npos;
      if (kSanitized && got.ends_with("was not done after 1 s [NW2700]\n")) continue;  // time is up before memory is
      QVERIFY2(got.ends_with(before + (loop ? "in this loop" : "here") + after), (text + got).c_str());
      QVERIFY2(got.starts_with("line " + std::to_string(line) + ":"), (text + got).c_str());
      QVERIFY2(timer.elapsed() < 5'000, text.c_str());
    }
  }

  void calls_that_do_not_end_are_refused() {
    const std::string legal = "  legal: a loop over a range that is known when the file is read\n";
    QCOMPARE(said("def f(n):\n    return f(n + 1)\nx = f(0)\n" + kKernel),
             "line 3:1: error: calls of 'f' are nested more than 100 deep [NW2064]\n" + legal);
    QCOMPARE(said("def f(n):\n    return g(n)\ndef g(n):\n    return f(n)\nx = f(0)\n" + kKernel),
             "line 5:1: error: calls of 'f' are nested more than 100 deep [NW2064]\n" + legal);
    QCOMPARE(said("f = lambda n: f(n)\nx = f(0)\n" + kKernel),
             "line 2:1: error: calls of '<lambda>' are nested more than 100 deep [NW2064]\n" + legal);
  }

  void other_code_is_not_run() {
    const flatten::Flattened f = flatten::flatten(
        "import os\nimport tvm\nfrom tvm import te\n"
        "exec('n = 4')\n"
        "os.system('true')\n"
        "data = open('/etc/passwd').read()\n" +
        kKernel);
    QCOMPARE(f.kernels.size(), size_t{1});
    std::vector<std::string> why;
    for (const flatten::LeftOut& l : f.left_out) why.push_back(l.why);
    QVERIFY((why == std::vector<std::string>{"an import", "an import", "an import", "exec", "os.system", "open.read"}));
    QCOMPARE(said("n = eval('4')\nA = te.placeholder((n,), name='A')\n"),
             "line 3:5: error: eval is not known when the file is read [NW2060]\n"
             "  legal: a value that the file computes\n");
  }

  void a_dict_may_hold_itself() {
    QCOMPARE(said("d = {}\nd['self'] = d\nx = str(d)\ny = d == d['self']\nl = []\nl.append(l)\nz = l == l\n" + kKernel),
             "");
    QCOMPARE(said("l = []\nl.append(l)\nA = te.placeholder(l, name='A')\n"),
             "line 4:1: error: this is nested too deeply [NW2064]\n");
    QCOMPARE(said("d = {}\nd['d'] = d\nd['e'] = d\nA = te.placeholder((4,), name='A')\n"
                  "B = te.compute((4,), lambda i: A[i] + d, name='B')\n"),
             "line 6:1: error: this is nested too deeply [NW2064]\n");
  }

  void generators_classes_and_decorators_are_named() {
    QCOMPARE(said("def g():\n    yield 1\nx = list(g())\n" + kKernel),
             "line 4:10: error: 'g' is a generator, which cannot be flattened [NW2060]\n  legal: a list\n");
    QCOMPARE(said("class C:\n    n = 4\nx = C().n\n" + kKernel), "");
    QCOMPARE(said("@staticmethod\ndef f():\n    return 4\nx = f()\n" + kKernel), "");
    QCOMPARE(said("raise ValueError('no')\n"), "line 2:1: error: an exception is raised here [NW2065]\n");
  }

  void nesting_is_bounded() {
    QCOMPARE(said("x = " + repeated("(", 300) + "1" + repeated(")", 300) + "\n" + kKernel),
             "line 2:1: error: this is nested too deeply [NW2064]\n");
    QVERIFY(said("x = " + repeated("-", 100'000) + "1\n").find("NW2064") != std::string::npos);
    QVERIFY(said("x = 1" + repeated(" + 1", 10'000) + "\n").find("NW2064") != std::string::npos);
    QVERIFY(said("x = 1" + repeated(" if x else 1", 10'000) + "\n").find("NW2064") != std::string::npos);
    std::string blocks;
    for (size_t i = 0; i < 300; ++i) blocks += std::string(i, ' ') + "if True:\n";
    QVERIFY(said(blocks).find("NW20") != std::string::npos);
    std::string values = "x = 0\n";
    QCOMPARE(said("x = 0\nfor i in range(100000):\n    x = [x]\n" + kKernel), "");
    QVERIFY(said("x = A\nA = te.placeholder((4,), name='A')\nB = te.compute((4,), lambda i: A[i], name='B')\n")
                .find("NW2065") != std::string::npos);
    QVERIFY(said("A = te.placeholder((4,), name='A')\n"
                 "def f(i):\n"
                 "    v = A[i]\n"
                 "    for k in range(60):\n"
                 "        v = v * v\n"
                 "    return v\n"
                 "B = te.compute((4,), f, name='B')\n")
                .find("NW2064") != std::string::npos);
  }

  void indentation_of_tabs_and_spaces_is_refused_where_it_is_not_clear() {
    QCOMPARE(said("if True:\n        x = 1\n\ty = 2\n" + kKernel),
             "line 4:1: error: tabs and spaces are mixed, so the depth of this line is not clear [NW2066]\n");
    QCOMPARE(said("if True:\n\tx = 1\n\ty = 2\n" + kKernel), "");
  }

  void other_encodings_are_named() {
    QVERIFY(!flatten::flatten(std::string("\xff\xfe"
                                          "d\0e\0f\0",
                                          8))
                 .diagnostics.empty());
    QVERIFY(flatten::flatten(std::string("\xef\xbb\xbf") + "from tvm import te\n" + kKernel).kernels.size() == 1);
    QVERIFY(!flatten::flatten("{\"cells\": [").diagnostics.empty());
    QVERIFY(!flatten::flatten("").diagnostics.empty());
  }

  // A file that ends anywhere, or has a quote or bracket more anywhere.
  void a_cut_or_an_insertion_anywhere_is_survived() {
    const std::string file =
        "from tvm import te\n"
        "def kernel(n=4, *rest, name=f\"k{1 + 2:>3}\"):\n"
        "    \"\"\"Text.\"\"\"\n"
        "    A = te.placeholder((n,), name='A')\n"
        "    B = te.compute((n,), lambda *i: A(*i) if n else [j for j in (1, 2)][0], name=\"B\")\n"
        "    s = te.create_schedule([B.op]); d = {'a': 1, **{}}\n"
        "    return s, d['a'], rest[:1]\n";
    for (size_t i = 0; i <= file.size(); ++i) {
      flatten::flatten(file.substr(0, i));
      for (const char* more : {"\"", "'", "(", ")", "[", "{", "}", "\"\"\"", "\\", "\n", "\t", "\x01"})
        flatten::flatten(file.substr(0, i) + more + file.substr(i));
    }
  }

  void long_files_are_read() {
    std::string file = "from tvm import te\ndef kernel():\n";
    for (int i = 0; i < 10'000; ++i) file += "    x" + std::to_string(i) + " = " + std::to_string(i) + "\n";
    file +=
        "    A = te.placeholder((x9999,), name='A')\n    B = te.compute((4,), lambda i: A[i], name='B')\n"
        "    return te.create_schedule(B.op)\n";
    const flatten::Flattened f = flatten::flatten(file);
    QCOMPARE(f.kernels.size(), size_t{1});
    QVERIFY(f.kernels[0].script.find("(9999,)") != std::string::npos);
  }
};

NW_TEST(TestFlattenBadInput);
#include "test_bad_input.moc"
