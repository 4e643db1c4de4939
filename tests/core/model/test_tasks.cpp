// SPDX-License-Identifier: GPL-3.0-or-later
// The tasks of a network: groups that compute the same, and what cannot be tuned, with its reason.
#include <QTest>

#include "model/model.h"
#include "model/tasks.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"

using namespace nw;

namespace {

std::vector<model::Task> tasks_of(const test::OnnxBuilder& builder) {
  model::OpenOptions open;
  open.bind_dims = false;
  const auto model = model::build_model(*builder.read().value, {}, "net.onnx", open);
  return model::tasks(model->optimized(), model::fuse(*model));
}

}  // namespace

class TestTasks : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equal_groups_are_one_task() {
    test::OnnxBuilder b;
    b.input("x", {"batch", 128}).output("y");
    b.node("Softmax", {"x"}, {"a"});
    b.node("Softmax", {"a"}, {"b"});
    b.node("Softmax", {"b"}, {"y"});
    const auto tasks = tasks_of(b);
    QCOMPARE(tasks.size(), size_t{1});
    QCOMPARE(tasks[0].calls(), size_t{3});
    QCOMPARE(tasks[0].status, model::TaskStatus::Ready);
    QCOMPARE(tasks[0].symbols, std::vector<std::string>{"batch"});
    QCOMPARE(graph::brief(tasks[0].outputs.at(0)), std::string("Tensor[(batch, 128), float32]"));
  }

  // One bad task harms none.
  void sized_by_data_and_without_a_kernel() {
    test::OnnxBuilder b;
    b.input("x", {64, 128}).output("y");
    b.node("Relu", {"x"}, {"r"});
    b.node("NonZero", {"r"}, {"places"}, "find");
    b.node("Transpose", {"places"}, {"rows"});
    b.node("Neg", {"rows"}, {"y"});
    const auto tasks = tasks_of(b);
    QCOMPARE(tasks.size(), size_t{3});
    QCOMPARE(tasks[0].status, model::TaskStatus::Ready);
    QCOMPARE(tasks[1].status, model::TaskStatus::NoKernel);
    QCOMPARE(tasks[1].why, std::string("'argwhere' cannot be opened as a kernel: it has no computation in tensor "
                                       "expressions"));
    QCOMPARE(tasks[2].status, model::TaskStatus::SizedByData);
    QCOMPARE(tasks[2].why, std::string("only the run tells find_count, a size of 'find/1'"));
  }

  void nothing_to_tune() {
    test::OnnxBuilder b;
    b.input("x", {64, 128}).input("z", {3}).output("y").output("w");
    b.ints("shape", {-1});
    b.node("Reshape", {"x", "shape"}, {"y"});
    b.node("Neg", {"z"}, {"w"});
    const auto tasks = tasks_of(b);
    QCOMPARE(tasks.size(), size_t{2});
    QCOMPARE(tasks[0].status, model::TaskStatus::NothingToTune);
    QCOMPARE(tasks[0].why, std::string("its result is its argument in another shape: nothing is computed"));
    QCOMPARE(tasks[1].why, std::string("it reads and gives a few elements only"));
  }
};

NW_TEST(TestTasks);
#include "test_tasks.moc"
