// SPDX-License-Identifier: GPL-3.0-or-later
// inspect: what it says of values that are no tensors, of symbols, of bodies and of a run.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"
#include "tests/core/import/onnx_builder.h"

using nlohmann::json;
using namespace nw;

class TestInspect : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  json inspect(const test::OnnxBuilder& model) const {
    QFile file(folder_.filePath(QStringLiteral("m.onnx")));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(QByteArray::fromStdString(model.model.SerializeAsString()));
    file.close();
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
                  {QStringLiteral("inspect"), file.fileName(), QStringLiteral("--json")});
    if (!process.waitForFinished(60000)) return {};
    return json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
  }

 private Q_SLOTS:
  void lists_and_symbols() {
    test::OnnxBuilder b;
    b.input("x", {"n", 3}).output("parts");
    b.node("SplitToSequence", {"x"}, {"parts"});
    const json out = inspect(b);
    QVERIFY(out.at("runnable") == json(true));
    QVERIFY(out["outputs"][0]["type"] == json("sequence"));
    QVERIFY(out["outputs"][0]["of"] == json({{"dtype", "float32"}, {"shape", {1, 3}}}));
    QVERIFY(out["symbols"] == json::array({{{"name", "n"}, {"from", {{"node", "x"}, {"output", 0}, {"axis", 0}}}}}));
    QVERIFY(out["without_kernel"][0]["op"] == json("onnx.SplitToSequence"));
  }

  void bodies_of_a_branch() {
    test::OnnxBuilder b;
    b.input("c", {}, onnx::TensorProto::BOOL).input("x", {3}).output("y");
    onnx::NodeProto* const branch = b.node("If", {"c"}, {"y"}, "choice");
    for (const char* name : {"then_branch", "else_branch"}) {
      auto* a = branch->add_attribute();
      a->set_name(name);
      a->set_type(onnx::AttributeProto::GRAPH);
      auto* node = a->mutable_g()->add_node();
      node->set_op_type(std::string(name) == "then_branch" ? "Exp" : "Neg");
      node->set_name("inner");
      node->add_input("x");
      node->add_output("r");
      a->mutable_g()->add_output()->set_name("r");
    }
    const json out = inspect(b);
    for (const json& node : out.at("nodes"))
      if (node.at("id") == "choice")
        QVERIFY(node.at("bodies") == json::array({{{"name", "then_branch"},
                                                   {"inputs", json::array()},
                                                   {"outputs", {"choice/then_branch/inner"}},
                                                   {"nodes", {"choice/then_branch/inner"}}},
                                                  {{"name", "else_branch"},
                                                   {"inputs", json::array()},
                                                   {"outputs", {"choice/else_branch/inner"}},
                                                   {"nodes", {"choice/else_branch/inner"}}}}));
    QVERIFY(out.at("runnable") == json(true));
  }

  void what_nothing_computes() {
    test::OnnxBuilder b;
    b.input("x", {3}).output("y");
    b.node("Mystery", {"x"}, {"y"});
    QVERIFY(inspect(b).at("runnable") == json(false));
  }
};

NW_TEST(TestInspect);
#include "test_inspect.moc"
