// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel's code in its tab: when it is made, where it is shown, and how it is written.
#include <QComboBox>
#include <QTabWidget>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/assembly_page.h"
#include "kernel/assembly_view.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/measure.h"
#include "kernel/nest_view.h"
#include "kernel/roofline_view.h"
#include "kernel/script_editor.h"
#include "models/window_words.h"

namespace nw::views {

namespace {
constexpr int kWideWindow = 2200;   // pixels: of the window
constexpr int kFourColumns = 1600;  // of the page: tree, script, nest and assembly fit beside each other
}  // namespace

AssemblyView* KernelPage::assembly() const {
  return assembly_ ? assembly_->view() : nullptr;
}

bool KernelPage::assemblyShown() const {
  return four_columns_ || view_->detailTabs()->currentWidget() == assembly_;
}

// Panels at the sides of a wide window leave less for the page.
bool KernelPage::wantsFourColumns() const {
  return window()->width() > kWideWindow && width() > kFourColumns;
}

// On a wide screen the code is beside the nest, else in a tab below it.
void KernelPage::arrangeColumns() {
  const bool wide = wantsFourColumns();
  if (retired_ || !assembly_ || wide == four_columns_) return;
  four_columns_ = wide;
  QTabWidget* tabs = view_->detailTabs();
  if (wide)
    tabs->removeTab(tabs->indexOf(assembly_));
  else
    tabs->insertTab(tabs->indexOf(roofline_), assembly_, tr("Assembly"));
  view_->setFourthColumn(wide ? assembly_ : nullptr);
  updateAssembly();
}

// In an event of its own: a page that moves while the window is being laid out is laid out twice.
void KernelPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (assembly_ && wantsFourColumns() != four_columns_)
    QMetaObject::invokeMethod(this, &KernelPage::arrangeColumns, Qt::QueuedConnection);
}

// Beside the nest, while its code is on screen.
void KernelPage::pairColours() {
  const bool of_nest =
      assembly_ && assemblyShown() && view_->preview() && !view_->scrubbed() && assembled_ == view_->preview()->text;
  view_->nestView()->setPairColours(of_nest ? assembly()->pairColours() : std::map<int, int>());
}

void KernelPage::showSyntax() {
  const std::string& triple = workbench_->target().code.triple;
  const bool x86 = triple.starts_with("x86") || triple.starts_with("i686") || triple.starts_with("i386");
  assembly_->setSyntax(x86, x86 && workbench_->preferences().intel_syntax);
}

void KernelPage::preferencesChanged() {
  view_->editor()->setWrapped(workbench_->preferences().wrap_script);
  if (!assembly_) return;
  showStepsScope();
  showSyntax();
  updateAssembly();
}

void KernelPage::sayInAssembly(const QString& sentence) {
  workbench_->jobs().cancel(purpose("assembly"));
  wanted_spot_ = 0;
  assembly_->setMessage(sentence);
  showSummary();
}

// What is pointed out in the tab is of the code that it shows, which is always that of the whole script.
void KernelPage::showSummary() {
  const bool shown = view_->preview() && assembled_ == view_->preview()->text;
  const QString summary = shown ? assembly()->concerns() : QString();
  const int tab = view_->detailTabs()->indexOf(assembly_);
  if (tab < 0) return;
  const QString name = view_->scrubbed() ? tr("Assembly (all)") : tr("Assembly");
  view_->detailTabs()->setTabText(tab, summary.isEmpty() ? name : tr("%1 ⚠").arg(name));
  const QString of = view_->scrubbed() ? tr("Of the script with all its steps") : QString();
  view_->detailTabs()->setTabToolTip(
      tab, of + (of.isEmpty() || summary.isEmpty() ? QString() : QStringLiteral("\n")) + summary);
}

void KernelPage::updateAssembly() {
  if (!assembly_ || !view_->preview()) return;
  showSummary();
  pairColours();
  if (!assemblyShown()) return;
  if (!view_->preview()->complete()) {
    const QString wrong = view_->whatIsWrong();
    sayInAssembly(wrong.isEmpty() ? tr("Not shown: the script has no loop nest yet") : tr("Not shown: %1").arg(wrong));
    assembled_.clear();
    return;
  }
  const bool intel = assembly_->syntaxBox()->currentIndex() == 1;
  if (assembled_ == view_->preview()->text && assembled_intel_ == intel) return;
  assembled_ = view_->preview()->text;
  assembled_intel_ = intel;
  if (code_that_ran_ && ran_ == assembled_ && !intel &&
      ran_on_ == workbench_->target()) {  // it is shown without compiling it again
    workbench_->jobs().cancel(purpose("assembly"));
    showAssembly(*code_that_ran_);
    return;
  }
  using Lines = Result<std::vector<kernel::AssemblyLine>>;
  kernel::PreviewOptions options;
  options.target = workbench_->activeTarget().rules;
  workbench_->jobs().run<Lines>(
      purpose("assembly"), tr("Compiling"), this,
      [shown = wholePreview(), script = assembled_, options, intel,
       worker = workbench_->workerOptions()](const CancelToken& cancel) {
        return kernel::compiled_lines(shown ? *shown : kernel::preview(script, options), {},
                                      cancellable(worker, cancel), intel);
      },
      [this](Lines lines) {
        if (!lines.value) {
          const Diagnostic* why = lines.diagnostics.empty() ? nullptr : &lines.diagnostics.front();
          const QString reason = why ? window_words(why->message) : tr("the compiler gave no reason");
          return sayInAssembly(why && line_of(*why) > 0 ? tr("Not shown: line %1: %2").arg(line_of(*why)).arg(reason)
                                                        : tr("Not shown: %1").arg(reason));
        }
        showAssembly(std::move(*lines.value));
      });
}

void KernelPage::showAssembly(std::vector<kernel::AssemblyLine> lines) {
  assembly_->setLines(std::move(lines));
  assembly()->setSelection(view_->selection());
  showAssemblyHeat();
  pairColours();
  showSummary();
  if (const int direction = std::exchange(wanted_spot_, 0)) assembly_->goToHotSpot(direction);
}

bool KernelPage::hasHotSpots() const {
  return assembly_ && view_->preview() && view_->heatOf(view_->preview()->text);
}

// Code that is not shown yet may have to be compiled first.
void KernelPage::goToHotSpot(int direction) {
  if (!hasHotSpots()) return;
  if (!four_columns_) view_->detailTabs()->setCurrentWidget(assembly_);
  assembly_->setFocus();
  if (workbench_->jobs().busy(purpose("assembly")))
    wanted_spot_ = direction;
  else
    assembly_->goToHotSpot(direction);
}

}  // namespace nw::views
