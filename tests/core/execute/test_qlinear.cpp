// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized operators of ONNX and of com.microsoft in files; the numbers are ONNX Runtime's.
#include <QTest>

#include <cstring>

#include "execute/network.h"
#include "local_device.h"
#include "registry.h"
#include "tests/core/import/onnx_builder.h"
#include "tests/core/reference/one_call.h"

using namespace nw;
using namespace nw::test;

class TestQlinear : public QObject {
  Q_OBJECT

  // A file of one operator on x, uint8, and constants.
  class File {
   public:
    explicit File(const std::vector<OnnxBuilder::DimSpec>& dims) {
      auto* id = builder_.model.add_opset_import();
      id->set_domain("com.microsoft");
      id->set_version(1);
      builder_.input("x", dims, onnx::TensorProto::UINT8).output("y");
    }
    File& real(const char* name, const std::vector<float>& values, bool scalar = true) {
      return constant(name, onnx::TensorProto::FLOAT, scalar ? std::vector<int64_t>() : shape_of(values), values);
    }
    template <class T>
    File& bytes(const char* name, const std::vector<int64_t>& dims, const std::vector<T>& values) {
      return constant(name, std::is_signed_v<T> ? onnx::TensorProto::INT8 : onnx::TensorProto::UINT8, dims, values);
    }
    File& zero(const char* name, uint8_t value) { return bytes<uint8_t>(name, {}, {value}); }
    File& sums(const char* name, const std::vector<int32_t>& values) {
      return constant(name, onnx::TensorProto::INT32, shape_of(values), values);
    }
    onnx::NodeProto* node(const char* op, const std::vector<std::string>& inputs) {
      onnx::NodeProto* made = builder_.node(op, inputs, {"y"}, "node");
      made->set_domain("com.microsoft");
      return made;
    }
    const OnnxBuilder& builder() const { return builder_; }

   private:
    template <class T>
    static std::vector<int64_t> shape_of(const std::vector<T>& values) {
      return {static_cast<int64_t>(values.size())};
    }
    template <class T>
    File& constant(const char* name, int type, const std::vector<int64_t>& dims, const std::vector<T>& values) {
      onnx::TensorProto* t = builder_.model.mutable_graph()->add_initializer();
      t->set_name(name);
      t->set_data_type(type);
      for (const int64_t d : dims) t->add_dims(d);
      t->set_raw_data(values.data(), values.size() * sizeof(T));
      return *this;
    }

    OnnxBuilder builder_;
  };

  // x as most of the cases have it.
  static Value matrix() { return tensor(DType::UInt(8), {2, 4}, {0, 3, 100, 255, 7, 128, 200, 31}); }
  static Value image() {
    NDArray x(DType::UInt(8), {1, 2, 3, 4});
    for (int64_t i = 0; i < x.size(); ++i) x.set_int(i, 7 * i);
    return x;
  }
  static File of_matrix() {
    File file({2, 4});
    file.real("half", {0.5F}).zero("three", 3).bytes<uint8_t>("other", {2, 4}, {10, 20, 30, 40, 250, 1, 2, 3});
    file.real("quarter", {0.25F}).zero("nine", 9);
    return file;
  }

  static QString run(const File& file, const Value& x) {
    Result<graph::Graph> graph = file.builder().read();
    if (!graph.value) return failure(graph.diagnostics.at(0));
    const auto model = model::build_model(std::move(*graph), {}, "net.onnx");
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    execute::NetworkSession session(test::local_device(), options);
    const auto result = session.call({model, {}, {{"x", *x.tensor()}}, {}});
    QString text;
    if (result.value)
      for (const Value& value : result->outputs) text += QString::fromStdString(text_of(value)) + "\n";
    for (const Diagnostic& d : result.diagnostics) text += failure(d) + "\n";
    if (result.value && !result->report.comparison->ok) text += "differs\n";
    return text.trimmed();
  }

 private Q_SLOTS:
  void of_two_tensors() {
    File sum = of_matrix();
    sum.real("scale", {0.7F}).zero("zero", 5);
    sum.node("QLinearAdd", {"x", "half", "three", "other", "quarter", "nine", "scale", "zero"});
    QCOMPARE(run(sum, matrix()), QStringLiteral("uint8 (2, 4): 3 9 82 196 94 91 143 23"));
    File product = of_matrix();
    product.real("scale", {20}).zero("zero", 5);
    product.node("QLinearMul", {"x", "half", "three", "other", "quarter", "nine", "scale", "zero"});
    QCOMPARE(run(product, matrix()), QStringLiteral("uint8 (2, 4): 5 5 18 54 11 0 0 4"));
    File joined = of_matrix();
    joined.real("scale", {0.3F}).zero("zero", 2);
    OnnxBuilder::set(joined.node("QLinearConcat", {"scale", "zero", "x", "half", "three", "other", "quarter", "nine"}),
                     "axis", int64_t{0});
    QCOMPARE(run(joined, matrix()), QStringLiteral("uint8 (4, 4): 0 2 164 255 9 210 255 49 3 11 20 28 203 0 0 0"));
  }

  void of_one_tensor() {
    File sigmoid({2, 4});
    sigmoid.real("in", {0.02F}).zero("hundred", 100).real("out", {1 / 256.0F}).zero("zero", 0);
    sigmoid.node("QLinearSigmoid", {"x", "in", "hundred", "out", "zero"});
    QCOMPARE(run(sigmoid, matrix()), QStringLiteral("uint8 (2, 4): 31 32 128 245 34 163 225 51"));
    File leaky({2, 4});
    leaky.real("in", {0.5F}).zero("hundred", 100).real("out", {0.4F}).zero("fifty", 50);
    auto* alpha = leaky.node("QLinearLeakyRelu", {"x", "in", "hundred", "out", "fifty"})->add_attribute();
    alpha->set_name("alpha");
    alpha->set_type(onnx::AttributeProto::FLOAT);
    alpha->set_f(0.125F);
    QCOMPARE(run(leaky, matrix()), QStringLiteral("uint8 (2, 4): 34 35 50 244 35 85 175 39"));
    File softmax({2, 4});
    softmax.real("in", {0.02F}).zero("three", 3).real("out", {1 / 256.0F}).zero("zero", 0);
    softmax.node("QLinearSoftmax", {"x", "in", "three", "out", "zero"});
    QCOMPARE(run(softmax, matrix()), QStringLiteral("uint8 (2, 4): 1 2 11 242 4 47 198 7"));
  }

  void of_images() {
    for (const auto& [op, expected] :
         {std::pair("QLinearGlobalAveragePool", "uint8 (1, 2, 1, 1): 62 207"),
          std::pair("QLinearAveragePool", "uint8 (1, 2, 2, 3): 26 38 50 74 86 98 171 183 195 219 231 243")}) {
      File pool({1, 2, 3, 4});
      pool.real("in", {0.5F}).zero("three", 3).real("out", {0.29F}).zero("one", 1);  // no result lies between two bytes
      OnnxBuilder::set(pool.node(op, {"x", "in", "three", "out", "one"}), "kernel_shape", std::vector<int64_t>{2, 2});
      QCOMPARE(run(pool, image()), QString::fromLatin1(expected));
    }
  }

  void products_of_matrices() {
    const std::vector<int8_t> weight{1, -2, 3, 4, 5, -6, -128, 127, 9, 0, 1, 2};
    const auto with_weight = [&] {
      File file({2, 4});
      file.real("half", {0.5F}).zero("three", 3).bytes<int8_t>("w", {4, 3}, weight).bytes<int8_t>("one", {}, {1});
      file.zero("middle", 128);
      return file;
    };
    File gemm = with_weight();
    gemm.real("scales", {0.01F, 0.02F, 0.03F}, false).bytes<int8_t>("zeros", {3}, {0, 0, 0});
    gemm.sums("bias", {100, -200, 300});
    gemm.node("QGemm", {"x", "half", "three", "w", "scales", "zeros", "bias", "half", "middle"});
    QCOMPARE(run(gemm, matrix()), QStringLiteral("uint8 (2, 3): 5 255 178 0 255 170"));
    File product = with_weight();
    product.real("scale", {0.02F});
    product.node("QLinearMatMul", {"x", "half", "three", "w", "scale", "one", "half", "middle"})->clear_domain();
    QCOMPARE(run(product, matrix()), QStringLiteral("uint8 (2, 3): 0 255 148 0 255 143"));
    File sums = with_weight();
    sums.node("MatMulInteger", {"x", "w", "three", "one"})->clear_domain();
    QCOMPARE(run(sums, matrix()), QStringLiteral("int32 (2, 3): -12765 12231 1022 -25066 25310 737"));
  }
};

NW_TEST(TestQlinear);
#include "test_qlinear.moc"
