// SPDX-License-Identifier: GPL-3.0-or-later
// Names that a stranger's file gives stay names in every export: what they say is in strings, comments and text
// only, and what was written parses with the tools that it is for.
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <regex>

#include "../import/onnx_builder.h"
#include "base/escape.h"
#include "base/local_cpu.h"
#include "exported.h"
#include "import/relay.h"
#include "layout/graph_file.h"
#include "model/model.h"
#include "op/registry.h"
#include "registry.h"
#include "texts.h"

using namespace nw;
using namespace nw::test;

namespace {

const std::vector<std::string>& hostile_names() {
  static const std::vector<std::string> names = {
      "B\"); INJECTED(); (\"",
      "'); INJECTED(); ('",
      "a\n#include <INJECTED>\nINJECTED();\n",
      "a\rINJECTED()\r",
      "*/ INJECTED(); /*",
      "%n%s%n\" INJECTED(",
      "INJECTED(\\",
      "?"
      "?/\" INJECTED(); //?"
      "?/",
      "\u202eINJECTED(\u2066",
      "\u2028INJECTED(\u2029",
      std::string("\0INJECTED(\0", 11),
      "\x1b[31mINJECTED(\x9b",
      "__import__(\"os\").system(\"INJECTED()\")",
      "\"), __import__(\"os\").system(\"INJECTED()\"), (\"",
      "</script><img src=x onerror=INJECTED()>",
      "]]><script>INJECTED()</script><![CDATA[",
      "{0}{} INJECTED(",
      "coding: utf-7 +AAo-INJECTED()",
      "\xff\xfe\" INJECTED(",
      std::string(3000, 'x'),
      "größe",
      "lambda",
      "int",
      "None",
      "NULL",
      "constexpr",
      "sch",
      "func",
      "mod",
      "tvm",
      "te",
      "read_index",
      "b_B",
      "best",
      "seconds",
      "printf",
      "main",
      "run",
      "fill",
      "sums",
      "kernel",
      "count_A",
      "NAN",
      "INFINITY",
      "memcpy",
      "int64_t",
      "nw_runtime",
      "NW_PARALLEL",
      "Halide",
      "select",
      "stdout",
      "errno",
  };
  return names;
}

// The name wherever a script gives one.
std::vector<std::string> scripts_of(const std::string& name) {
  const std::string q = python_literal(name), head = "import tvm\nfrom tvm import te, tir\n";
  const std::string stages = head + "A = te.placeholder((16, 16), name=" + q + ")\nU = te.placeholder((4,), name=" + q +
                             ")\nk = te.reduce_axis((0, 16), name=" + q +
                             ")\nadd = te.comm_reducer(lambda x, y: x + y, lambda t: tir.const(0, dtype=t), name=" + q +
                             ")\nB = te.compute((16, 16), lambda i, j: A[i, j] + 1.0, name=" + q +
                             ")\nC = te.compute((16,), lambda i: add(B[i, k], axis=k), name=" + q + ", tag=" + q +
                             ")\n";
  const std::string end = "tvm.lower(s, [A, U, C], name=" + q + ")\n";
  const std::string sizes = head + "n = te.var(" + q + ")\nA = te.placeholder((n,), name=" + q +
                            ")\nC = te.compute((n,), lambda i: A[i] * 2.0, name=" + q +
                            ")\ns = te.create_schedule(C.op)\no, i = s[C].split(s[C].op.axis[0], factor=4)\n"
                            "s[C].parallel(o)\ntvm.lower(s, [A, C], name=" +
                            q + ")\n";
  const std::string intrinsic =
      head + "a = te.placeholder((16,), name=" + q + ")\nc = te.compute((16,), lambda i: a[i] * 2.0, name=" + q +
      ")\nba = tir.decl_buffer((16,), \"float32\", name=" + q +
      ")\nbc = tir.decl_buffer((16,), \"float32\", name=" + q +
      ")\ntwice = te.decl_tensor_intrin(c.op, lambda ins, outs: outs[0].vstore(0, ins[0].vload(0, \"float32x16\") * "
      "tir.const(2.0, \"float32x16\")), binds={a: ba, c: bc}, name=" +
      q + ")\nA = te.placeholder((64,), name=" + q + ")\nC = te.compute((64,), lambda i: A[i] * 2.0, name=" + q +
      ")\ns = te.create_schedule(C.op)\no, i = s[C].split(s[C].op.axis[0], factor=16)\n"
      "s[C].tensorize(i, twice)\ntvm.lower(s, [A, C], name=" +
      q + ")\n";
  return {stages +
              "s = te.create_schedule(C.op)\ns[B].compute_at(s[C], s[C].op.axis[0])\ns[C].vectorize(s[C].op.axis[0])\n"
              "s[B].pragma(s[B].op.axis[0], \"auto_unroll_max_step\", 16)\n" +
              end,
          stages +
              "s = te.create_schedule(C.op)\nR = s.cache_read(A, \"local\", [B])\nW = s.cache_write(B, \"local\")\n" +
              end,
          stages + "s = te.create_schedule(C.op)\ns[B].pragma(s[B].op.axis[0], " + q + ", 1)\n" + end,
          stages + "s = te.create_schedule(C.op)\ns[B].set_scope(" + q + ")\n" + end,
          sizes,
          intrinsic};
}

// Code without its strings and comments, as the language reads them.
std::string bare(std::string text, kernel::ExportLanguage language) {
  using enum kernel::ExportLanguage;
  const auto each = [&](const char* what, const char* with) {
    text = std::regex_replace(text, std::regex(what), with);
  };
  if (language == C || language == Cpp) {
    each(R"(\?\?/)", "\\");
    each(R"(\\\n)", "");
  }
  std::string out;
  const char line_comment = language == LlvmIr ? ';' : language == Assembly ? '#' : '/';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        if (text[i] == '\\' && language != LlvmIr) ++i;
    } else if (line_comment == '/' && text.compare(i, 2, "/*") == 0) {
      i = std::min(text.find("*/", i + 2), text.size()) + 1;
    } else if (c == line_comment && (c != '/' || text.compare(i, 2, "//") == 0)) {
      i = std::min(text.find('\n', i), text.size());
      out += '\n';
    } else {
      out += c;
    }
  }
  return out;
}

// DOT without what is in quotes.
std::string without_strings(const std::string& text) {
  std::string out;
  bool inside = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (inside && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      inside = !inside;
    } else if (!inside) {
      out += text[i];
    }
  }
  return out;
}

bool has_hidden_characters(const std::string& text) {
  return terminal_text(text) != text;
}

}  // namespace

class HostileNamesTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::map<std::string, QStringList> files_;  // by suffix

  void keep(const worker::CodeFile& file) {
    QStringList& all = files_[file.suffix];
    all << folder_.filePath(QStringLiteral("f%1%2").arg(all.size()).arg(QString::fromStdString(file.suffix)));
    QFile out(all.back());
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(file.bytes.data(), static_cast<qint64>(file.bytes.size()));
  }

  // What a tool says; empty: nothing, and it ends well.
  static QString says(const QString& tool, const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(tool, arguments);
    if (!process.waitForFinished(240000)) return tool + " does not end";
    const QString text = QString::fromUtf8(process.readAll());
    return process.exitCode() == 0 && process.exitStatus() == QProcess::NormalExit ? QString() : text.left(2000);
  }

 private Q_SLOTS:
  void initTestCase() {
    int written = 0, refused = 0;
    for (const std::string& name : hostile_names())
      for (const std::string& script : scripts_of(name))
        for (const kernel::ExportForm& form : kernel::export_forms()) {
          const auto made = exported(script, form.kind, {{name, 8}});
          for (const Diagnostic& d : made.diagnostics)
            QVERIFY2(d.code[2] != '9', (script + form.kind + ": " + format(d)).c_str());
          if (!made.value) {
            ++refused;
            QVERIFY2(has_errors(made.diagnostics), (script + form.kind).c_str());
            continue;
          }
          ++written;
          for (const worker::CodeFile& file : made->files) {
            keep(file);
            if (file.suffix == ".o") continue;
            QVERIFY2(!has_hidden_characters(file.bytes), (form.kind + ":\n" + file.bytes).c_str());
            using enum kernel::ExportLanguage;
            if (form.language == C || form.language == Cpp || form.language == LlvmIr || form.language == Assembly ||
                form.language == Object) {
              const std::string code = bare(file.bytes, form.language == Object ? C : form.language);
              QVERIFY2(code.find("INJECTED(") == std::string::npos && code.find("INJECTED>") == std::string::npos,
                       (form.kind + ":\n" + file.bytes).c_str());
            }
          }
        }
    qInfo("%d exports written, %d refused", written, refused);
    QVERIFY(written > 1000);
  }

  void python_and_html_run_nothing() {
    if (QStandardPaths::findExecutable("python3").isEmpty()) QSKIP("no Python");
    QProcess python;
    python.setProcessChannelMode(QProcess::MergedChannels);
    python.start("python3",
                 QStringList{NW_SOURCE_DIR "/tests/support/check_names.py"} + files_[".py"] + files_[".html"]);
    QVERIFY(python.waitForFinished(120000));
    QCOMPARE(QString::fromUtf8(python.readAll()).left(2000), QString());
  }

  void c_is_read_by_a_compiler() {
    if (QStandardPaths::findExecutable("gcc").isEmpty()) QSKIP("no C compiler");
    QCOMPARE(says("gcc", QStringList{"-std=c11", "-trigraphs", "-fsyntax-only", "-w"} + files_[".c"]), QString());
    QStringList headers;
    for (const QString& header : files_[".h"]) headers << "-include" << header;
    QCOMPARE(
        says("gcc", QStringList{"-std=c11", "-trigraphs", "-fsyntax-only", "-w", "-x", "c", "/dev/null"} + headers),
        QString());
  }

  void llvm_and_assembly_are_read() {
    const QString llvm_as = "/usr/lib/llvm-19/bin/llvm-as";
    if (!QFile::exists(llvm_as) || QStandardPaths::findExecutable("as").isEmpty()) QSKIP("no assemblers");
    for (const QString& file : files_[".ll"]) QCOMPARE(says(llvm_as, {file, "-o", "/dev/null"}), QString());
    for (const QString& file : files_[".s"]) QCOMPARE(says("as", {file, "-o", "/dev/null"}), QString());
  }

  // Halide's headers take seconds to read: all programs in one, each in a namespace of its own.
  void halide_is_read_by_a_compiler() {
    if (!QFile::exists("/usr/include/halide14/Halide.h")) QSKIP("Halide's headers are not installed");
    QByteArray all = "#include <Halide.h>\n#include <chrono>\n#include <cstdio>\n";
    int number = 0;
    for (const QString& path : files_[".cpp"]) {
      QFile file(path);
      QVERIFY(file.open(QIODevice::ReadOnly));
      QByteArray text = file.readAll();
      text.replace("int main()", "int program()");
      all += "namespace n" + QByteArray::number(++number) + " {\n" + text + "}\n";
    }
    QVERIFY(number > 50);
    QFile file(folder_.filePath("all.cpp"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(all);
    file.close();
    QCOMPARE(says("g++", {"-std=c++17", "-fsyntax-only", "-w", "-I/usr/include/halide14", file.fileName()}), QString());
  }

  void records_are_json() {
    for (const QString& path : files_[".json"]) {
      QFile file(path);
      QVERIFY(file.open(QIODevice::ReadOnly));
      QVERIFY(nlohmann::json::accept(file.readAll().toStdString()));
    }
  }

  // An ELF symbol has the kernel's name made an identifier.
  void names_of_dot_are_strings() {
    layout::GraphFile graph;
    graph.name = hostile_names()[0];
    for (const std::string& name : hostile_names()) {
      graph.ids.push_back(nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
      graph.names.push_back("scope " + name + "/" + name);
      graph.input.sizes.push_back({100, 40});
      if (graph.ids.size() > 1) graph.input.edges.emplace_back(0, static_cast<int>(graph.ids.size()) - 1);
    }
    const std::string text = layout::write_dot(graph);
    const std::string code = without_strings(text);
    const std::string plain = "-> \n[]=,;{}._\"";
    for (const char c : code)
      QVERIFY2(std::isalnum(static_cast<unsigned char>(c)) || plain.find(c) != std::string::npos, code.c_str());
    QVERIFY(code.find("INJECTED") == std::string::npos);
    QVERIFY(!has_hidden_characters(text));
    if (QStandardPaths::findExecutable("dot").isEmpty()) return;
    QFile file(folder_.filePath("graph.dot"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.data(), static_cast<qint64>(text.size()));
    file.close();
    QCOMPARE(says("dot", {"-Tcanon", file.fileName(), "-o", "/dev/null"}), QString());
  }

  // A model's names, too: the scripts of its groups hold, and each of their exports is kept as those of scripts are.
  void a_models_names_stay_names() {
    int scripts = 0;
    QStringList files;
    for (const std::string& name : hostile_names()) {
      OnnxBuilder model;
      model.model.set_producer_name(name);
      model.model.mutable_graph()->set_name(name);
      model.input(("x" + name).c_str(), {2, ("n" + name).c_str()}).output(("z" + name).c_str());
      model.node("Relu", {("x" + name).c_str()}, {("y" + name).c_str()}, ("relu" + name).c_str());
      model.node("Exp", {("y" + name).c_str()}, {("z" + name).c_str()}, ("exp" + name).c_str());
      Result<graph::Graph> graph = model.read();
      QVERIFY2(graph.value.has_value(), name.c_str());
      const auto built = model::build_model(std::move(*graph), {}, "model.onnx");
      const fusion::Fusion fusion = model::fuse(*built);
      for (const fusion::Group& group : fusion.groups) {
        const auto kernel = model::group_kernel(built->optimized(), fusion, group.id, local_cpu_facts());
        if (!kernel.value) continue;
        QVERIFY2(!has_hidden_characters(kernel->script), kernel->script.c_str());
        const script::Program program = script::read(kernel->script);
        QVERIFY2(program.ok(), (kernel->script + (program.ok() ? "" : format(program.diagnostics[0]))).c_str());
        for (const char* kind : {"te", "tir", "c", "halide", "html"}) {
          const auto made =
              exported(kernel->script, kind, {{program.size_vars.empty() ? "" : program.size_vars[0]->name, 8}});
          if (!made.value) continue;
          QVERIFY2(!has_hidden_characters(made->files[0].bytes), made->files[0].bytes.c_str());
          keep(made->files[0]);
          if (std::string(kind) == "te" || std::string(kind) == "html") files << files_[made->files[0].suffix].back();
        }
        ++scripts;
      }
    }
    QVERIFY2(scripts >= 40, qPrintable(QString::number(scripts)));
    QProcess python;
    python.setProcessChannelMode(QProcess::MergedChannels);
    python.start("python3", QStringList{NW_SOURCE_DIR "/tests/support/check_names.py"} + files);
    QVERIFY(python.waitForFinished(120000));
    QCOMPARE(QString::fromUtf8(python.readAll()).left(2000), QString());
  }

  // Names of nodes go into comments, texts into strings: what is written is read as the same graph.
  void relay_is_read_back() {
    for (const std::string& name : hostile_names()) {
      graph::Graph graph;
      graph::Node input, relu;
      input.kind = graph::NodeKind::Input;
      relu.kind = graph::NodeKind::Call;
      input.name = relu.name = relu.op = name;
      input.type = relu.type = graph::Type::tensor(DType::Float(32), {graph::Dim(8)});
      relu.inputs = {graph.add(input)};
      relu.attrs[name.empty() ? "key" : name] = graph::Attr{name};
      graph.name = name;
      graph.inputs = relu.inputs;
      graph.outputs = {graph.add(relu)};
      const std::string text = import::write_relay(graph, {});
      QVERIFY2(!has_hidden_characters(text), text.c_str());
      const auto again = import::read_relay(text);
      QVERIFY2(again.value.has_value(), text.c_str());
      QCOMPARE(again->post_order().size(), size_t{2});
      const graph::Attrs& attrs = again->node(again->outputs[0]).attrs;
      QCOMPARE(attrs.size(), size_t{1});
      QCOMPARE(graph::to_string(attrs.begin()->second), graph::to_string(graph::Attr{valid_utf8(name)}));
    }
  }
};

NW_TEST(HostileNamesTest);
#include "test_hostile_names.moc"
