// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules that a search found, in the network that they are for: what is slower there is left out.
#include "tune/in_network.h"

#include <QTemporaryDir>
#include <QTest>

#include "base/atomic_file.h"
#include "base/local_cpu.h"
#include "import/relay.h"
#include "model/model.h"
#include "registry.h"

using namespace nw;
using namespace nw::tune;

class TestInNetwork : public QObject {
  Q_OBJECT

  static constexpr const char* kText = R"(#[version = "0.0.5"]
def @main(%x: Tensor[(256, 256), float32], %w: Tensor[(256, 256), float32]) {
  %0 = nn.dense(%x, %w);
  nn.relu(%0)
}
)";
  QTemporaryDir folder_;
  std::string path_, task_, fast_, slow_;

  worker::NetworkRequest request(const std::string& script = {}) const {
    worker::NetworkRequest network;
    network.path = path_;
    if (!script.empty()) network.scripts[task_] = script;
    return network;
  }

 private Q_SLOTS:
  void initTestCase() {
    path_ = folder_.filePath(QStringLiteral("net.relay")).toStdString();
    QVERIFY(write_whole_file(path_, kText).empty());
    const auto model = model::build_model(std::move(*import::read_relay(kText).value), {}, path_);
    const fusion::Fusion fusion = model::fuse(*model);
    QCOMPARE(fusion.groups.size(), size_t{1});
    const auto kernel = [&](model::DefaultSchedule schedule) {
      return *model::group_kernel(model->optimized(), fusion, GroupId(0), local_cpu_facts(), schedule).value;
    };
    fast_ = kernel(model::DefaultSchedule::ForTarget).script;
    slow_ = kernel(model::DefaultSchedule::None).script;
    task_ = kernel(model::DefaultSchedule::None).task_key;
  }

  void what_is_faster_there_is_kept() {
    const auto times = times_in_network(request(slow_), {{task_, fast_}}, {});
    QCOMPARE(times.size(), size_t{1});
    QVERIFY(times.at(task_).faster() && times.at(task_).best_us > 0);
  }

  void what_is_slower_there_gives_its_place_to_the_start() {
    const auto times = times_in_network(request(), {{task_, slow_}}, {});
    QCOMPARE(times.size(), size_t{1});
    QVERIFY(!times.at(task_).faster());
    const TunedKernel kernel = *read_kernel(fast_).value;
    TaskResult result;
    result.start = measure::Timing{.min = 30, .median = 40, .mad = 0, .runs = 1};
    Best& best = result.best.emplace();
    best.trial = 7;
    best.script = slow_;
    best.time = {.min = 10, .median = 20, .mad = 0, .runs = 1};
    take_network_times(result, kernel, times.at(task_));
    QCOMPARE(result.best->trial, int64_t{0});
    QCOMPARE(result.best->script, fast_);
    QCOMPARE(result.best->time.min, 30.0);
    QVERIFY(result.in_network.has_value());
  }

  void nothing_is_known_of_a_network_that_does_not_run() {
    worker::NetworkRequest none = request();
    none.path += ".gone";
    QVERIFY(times_in_network(none, {{task_, fast_}}, {}).empty());
    worker::WorkerOptions stopped;
    stopped.cancel.cancel();
    QVERIFY(times_in_network(request(), {{task_, fast_}}, stopped).empty());
  }
};

NW_TEST(TestInNetwork);
#include "test_in_network.moc"
