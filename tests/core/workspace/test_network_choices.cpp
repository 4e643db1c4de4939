// SPDX-License-Identifier: GPL-3.0-or-later
// What-ifs on their way to the worker that runs the network, and back.
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"
#include "worker/protocol.h"
#include "workspace/network_choices.h"

using namespace nw;
using namespace nw::workspace;
using graph::OpPattern;

class TestNetworkChoices : public QObject {
  Q_OBJECT

  static FusionChoices every_kind() {
    return {.opt_level = 3,
            .max_depth = 8,
            .patterns = {{"%1", OpPattern::Opaque}, {"nn.relu", OpPattern::OutElemwiseFusable}},
            .fences = {"a,b", "%2"},
            .joins = {{"a,b", "%2"}},
            .cuts = {{"%3", "x=y"}}};
  }

  // As the worker has it: through the frame's text.
  static worker::NetworkFusion sent(const FusionChoices& choices) {
    worker::NetworkRequest request;
    request.fusion = network_fusion(choices);
    const std::string frame = worker::to_json(request).dump();
    return worker::network_request_from_json(nlohmann::json::parse(frame)).fusion;
  }

 private Q_SLOTS:
  void every_kind_arrives() {
    Diagnostics diagnostics;
    QVERIFY(requested_choices(sent(every_kind()), nullptr, diagnostics) == every_kind());
    QVERIFY(diagnostics.empty());
  }

  void a_request_goes_on_top_of_a_project() {
    const FusionChoices project{
        .max_depth = 4, .patterns = {{"%1", OpPattern::Elemwise}, {"exp", OpPattern::Opaque}}, .fences = {"%0"}};
    Diagnostics diagnostics;
    const FusionChoices both = requested_choices(sent(every_kind()), &project, diagnostics);
    FusionChoices expected = every_kind();
    expected.opt_level = 2;  // limits are the project's
    expected.max_depth = 4;
    expected.patterns["exp"] = OpPattern::Opaque;
    expected.fences = {"%0", "a,b", "%2"};
    QVERIFY(both == expected);
    QVERIFY(diagnostics.empty());
  }

  void a_pattern_that_is_none_is_left_out() {
    worker::NetworkFusion asked;
    asked.patterns = {{"exp", "heavy"}, {"tanh", "opaque"}};
    Diagnostics diagnostics;
    const FusionChoices choices = requested_choices(asked, nullptr, diagnostics);
    QVERIFY(choices == (FusionChoices{.patterns = {{"tanh", OpPattern::Opaque}}}));
    QCOMPARE(diagnostics.size(), size_t{1});
    QCOMPARE(diagnostics[0].code, std::string("NW4060"));
  }
};

NW_TEST(TestNetworkChoices);
#include "test_network_choices.moc"
