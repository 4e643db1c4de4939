// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's own backend cases (Debian's libonnx-testdata, or the folder in NW_ONNX_CASES, as onnx/backend/test/data):
// whatever is imported computes the numbers that they expect.
#include <QTest>
#include <cstdlib>
#include <set>

#include "one_call.h"
#include "onnx_case.h"
#include "registry.h"

using namespace nw;
using test::CaseResult;

class TestOnnxCases : public QObject {
  Q_OBJECT

  // Cases whose expected numbers cannot be met, with the reason.
  static const std::map<std::string, std::string>& without_one_answer() {
    constexpr const char* kShape = "its input 'like' has another shape than the model declares";
    constexpr const char* kRandom = "it draws numbers";
    static const std::map<std::string, std::string> cases{{"test_bernoulli", kRandom},
                                                          {"test_bernoulli_double", kRandom},
                                                          {"test_bernoulli_double_expanded", kRandom},
                                                          {"test_bernoulli_expanded", kRandom},
                                                          {"test_bernoulli_seed", kRandom},
                                                          {"test_bernoulli_seed_expanded", kRandom},
                                                          {"test_castlike_BFLOAT16_to_FLOAT", kShape},
                                                          {"test_castlike_BFLOAT16_to_FLOAT_expanded", kShape},
                                                          {"test_castlike_FLOAT_to_BFLOAT16", kShape},
                                                          {"test_castlike_FLOAT_to_BFLOAT16_expanded", kShape}};
    return cases;
  }

 private Q_SLOTS:
  void what_is_imported_computes_what_is_expected_data() {
    QTest::addColumn<int>("form");
    QTest::newRow("as it is read") << static_cast<int>(test::CaseForm::AsRead);
    QTest::newRow("after the passes") << static_cast<int>(test::CaseForm::Optimized);
    QTest::newRow("of constants") << static_cast<int>(test::CaseForm::OfConstants);
  }
  void what_is_imported_computes_what_is_expected() {
    QFETCH(int, form);
    const char* given = std::getenv("NW_ONNX_CASES");
    const std::filesystem::path data = given ? given : "/usr/share/libonnx-testdata/data";
    if (!std::filesystem::exists(data)) QSKIP("libonnx-testdata is not installed");
    std::set<std::filesystem::path> folders;
    for (const char* part : {"node", "simple", "pytorch-operator", "pytorch-converted"})
      if (std::filesystem::exists(data / part))
        for (const auto& entry : std::filesystem::directory_iterator(data / part)) folders.insert(entry.path());
    std::map<CaseResult::Kind, int> counts;
    std::string wrong;
    for (const auto& folder : folders) {
      const CaseResult result = test::run_case(folder, static_cast<test::CaseForm>(form));
      const std::string name = folder.filename().string();
      if (std::getenv("NW_ONNX_CASES_LIST")) std::printf("%d %s %s\n", result.kind, name.c_str(), result.why.c_str());
      ++counts[result.kind];
      if (result.kind == CaseResult::Wrong && !without_one_answer().count(name))
        wrong += name + ": " + result.why + "\n";
    }
    qInfo("%d agree, %d wrong, %d not imported, %d without reference, %d no tensors", counts[CaseResult::Agrees],
          counts[CaseResult::Wrong], counts[CaseResult::NotImported], counts[CaseResult::NoReference],
          counts[CaseResult::Skipped]);
    QVERIFY2(wrong.empty(), wrong.c_str());
  }
};

NW_TEST(TestOnnxCases);
#include "test_onnx_cases.moc"
