// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules of a network's tasks in the default's place: over the values as the graph has them, or as the network lays
// them out between its kernels.
#include <QTest>

#include "base/local_cpu.h"
#include "execute/network.h"
#include "local_device.h"
#include "model/network_form.h"
#include "model/tasks.h"
#include "registry.h"
#include "relay_network.h"

using namespace nw;

class TestOwnSchedules : public QObject {
  Q_OBJECT

  // Three convolutions, of which the last two compute the same. The second takes and gives channels in blocks; the last
  // gives the network's result, as the graph has it.
  static std::shared_ptr<const model::Model> network() {
    return test::relay_network(R"(fn (%x: Tensor[(1, 3, 12, 12), float32], %w0: Tensor[(16, 3, 3, 3), float32],
        %w1: Tensor[(16, 16, 1, 1), float32], %w2: Tensor[(16, 16, 1, 1), float32]) {
      %0 = nn.relu(nn.conv2d(%x, %w0));
      %1 = nn.relu(nn.conv2d(%0, %w1));
      nn.relu(nn.conv2d(%1, %w2))
    })");
  }

  static Result<measure::NetworkReport> run(const std::shared_ptr<const model::Model>& model,
                                            const std::map<std::string, std::string>& scripts) {
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    options.inputs = {true, 5};
    return execute::run_network(model, {}, options, test::local_device(), scripts);
  }

  // The kernel that the second group runs, without its schedule.
  static std::string plain_loops(const model::Model& model, std::string& task) {
    const fusion::Fusion fusion = model::fuse(model);
    const graph::Graph& graph = model.optimized();
    const TargetFacts facts = test::local_device().facts();
    const model::NetworkForm form = model::network_form(graph, fusion, facts);
    const model::Task second = model::tasks(graph, fusion).at(1);
    task = second.key;
    std::string script = model::network_kernel(graph, form, second, facts)->script;
    const size_t schedule = script.find('\n', script.find("s = te.create_schedule"));
    return script.erase(schedule, script.find("\n# kernel") - schedule);
  }

 private Q_SLOTS:
  void initTestCase() { QVERIFY(test::local_device().connect().empty()); }

  void two_groups_of_one_task_may_lie_otherwise() {
    const auto model = network();
    QVERIFY(model);
    const fusion::Fusion fusion = model::fuse(*model);
    const std::vector<model::Task> tasks = model::tasks(model->optimized(), fusion);
    QCOMPARE(tasks.size(), size_t{2});
    QCOMPARE(tasks[1].groups.size(), size_t{2});
    const model::NetworkForm form = model::network_form(model->optimized(), fusion, test::local_device().facts());
    QCOMPARE(form.blocks.size(), size_t{2});
  }

  // The one whose values lie as the schedule's has it; the other one has the default.
  void a_schedule_over_blocks_is_that_of_the_groups_that_have_them() {
    const auto model = network();
    std::string task;
    const std::string script = plain_loops(*model, task);
    QVERIFY2(script.find("(1, 1, 100, 16)") != std::string::npos || script.find("(1, 2, 100, 8)") != std::string::npos,
             script.c_str());
    const auto right = run(model, {{task, script}});
    QVERIFY2(right.ok() && right->comparison->ok, right.ok() ? "" : format(right.diagnostics[0]).c_str());
    // It is what runs: one that computes something else is found out.
    std::string wrong = script;
    const size_t relu = wrong.find("tir.max(0.0, ");
    QVERIFY(relu != std::string::npos);
    wrong.replace(relu, 12, "tir.max(9.0,");
    const auto report = run(model, {{task, wrong}});
    QVERIFY(report.value.has_value() && !report->comparison->ok);
    QCOMPARE(report.diagnostics[0].code, std::string("NW4050"));
  }

  // Its group takes and gives them; those around it agree.
  void a_schedule_over_the_graphs_values_is_that_of_all_groups() {
    const auto model = network();
    const fusion::Fusion fusion = model::fuse(*model);
    const auto kernel = model::group_kernel(model->optimized(), fusion, fusion.groups[1].id, TargetFacts());
    const auto report = run(model, {{kernel->task_key, kernel->script}});
    QVERIFY2(report.ok() && report->comparison->ok, report.ok() ? "" : format(report.diagnostics[0]).c_str());
  }

  void one_that_fits_no_group_is_refused() {
    const auto model = network();
    std::string task;
    std::string script = plain_loops(*model, task);
    const size_t arguments = script.find("tvm.lower(s, [");
    const size_t second = script.find(", ", arguments + 14);
    script.erase(second, script.find(", ", second + 2) - second);  // without the weights
    const auto report = run(model, {{task, script}});
    QVERIFY(!report.value);
    QCOMPARE(report.diagnostics[0].code, std::string("NW4118"));
    QCOMPARE(report.diagnostics[0].message, "the schedule of " + task +
                                                " cannot stand in its network: its kernel takes other arguments than "
                                                "the group gives");
  }
};

NW_TEST(TestOwnSchedules);
#include "test_own_schedules.moc"
