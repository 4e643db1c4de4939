// SPDX-License-Identifier: GPL-3.0-or-later
// Groups equal to those of TVM 0.11.1 on every measured program and setting.
#include <QTest>
#include <nlohmann/json.hpp>

#include "programs.h"
#include "registry.h"

using namespace nw::test;
using nlohmann::json;

class TestFusionParity : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void groups_as_tvm_data() {
    QTest::addColumn<QString>("program");
    const json expected = json::parse(read_data("parity/relay/expected.json"));
    for (const auto& [name, runs] : expected.items()) {
      QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
  }

  void groups_as_tvm() {
    QFETCH(QString, program);
    const std::string name = program.toStdString();
    const json runs = json::parse(read_data("parity/relay/expected.json"))[name]["runs"];
    const nw::Result<nw::graph::Graph> graph = nw::import::read_relay(read_data("parity/relay/" + name + ".relay"));
    for (const nw::Diagnostic& d : graph.diagnostics) QFAIL(nw::format(d).c_str());
    for (const json& run : runs) {
      nw::fusion::Options options;
      options.opt_level = run["opt_level"];
      options.max_depth = run["max_depth"];
      const nw::fusion::Fusion fusion = nw::fusion::fuse(*graph, relay_ops(), options);
      QCOMPARE(show(groups_of(*graph, fusion)), show(run["groups"].get<std::vector<std::vector<std::string>>>()));
    }
  }
};

NW_TEST(TestFusionParity);
#include "test_parity.moc"
