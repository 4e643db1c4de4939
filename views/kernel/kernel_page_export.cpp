// SPDX-License-Identifier: GPL-3.0-or-later
// Export of a kernel to a file, with its measurements.
#include "base/atomic_file.h"
#include "common/text.h"
#include "common/workbench.h"
#include "kernel/exports.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/measure.h"
#include "kernel/sizes_bar.h"
#include "models/window_words.h"

namespace nw::views {

// The measured states on the path to the current one.
std::vector<kernel::ReportedState> KernelPage::measuredStates() const {
  using Check = workspace::Measurement::Check;
  std::vector<kernel::ReportedState> states;
  const workspace::History& history = workbench_->session().document()->history();
  const std::map<std::string, int64_t> sizes = view_->sizes()->values();
  for (const workspace::StateId id : history.path(history.current().id)) {
    const workspace::State& state = history.state(id);
    const workspace::Measurement* time = history.measured(id, task_, &sizes);
    if (!time) continue;
    const workspace::Measurement& m = *time;
    states.push_back({state.tag.empty() ? state.label : state.tag, m.median_us, m.mad_us,
                      m.check == Check::Equal       ? "equal"
                      : m.check == Check::Different ? "different"
                                                    : "unchecked",
                      script_at(state, task_, default_script_), m.machine, m.counters});
  }
  return states;
}

// The kernel's own name; of a script whose kernel has none, the file's with a word more: it is not to be written over.
QString KernelPage::fileName() const {
  if (group_.valid()) return title_;
  const kernel::KernelPreview* shown = view_->preview();
  const QString name = shown ? qs(shown->program.kernel_name) : QString();
  const QString file = title_.section(QLatin1Char('.'), 0, 0);
  return name.isEmpty() || name == QStringLiteral("main") || name == file ? file + QStringLiteral("_kernel") : name;
}

void KernelPage::exportAs(const QString& path, const std::string& kind) {
  const workspace::Measurement* time = known();  // of the script as it is
  const bool here = time && measure::comparable(time->machine, workbench_->machine());
  const std::vector<double> seconds = here ? std::vector{1e-6 * time->median_us} : std::vector<double>();
  workbench_->jobs().run<Diagnostics>(
      purpose("export"), tr("Writing %1").arg(path.section(QLatin1Char('/'), -1)), this,
      [shown = wholePreview(), script = ss(view_->script()), kind, file = ss(path), sizes = view_->sizes()->values(),
       states = measuredStates(), seconds, worker = workbench_->workerOptions(), target = workbench_->target(),
       rules = workbench_->activeTarget().rules](const CancelToken& cancel) {
        kernel::PreviewOptions options;
        options.sizes = sizes;
        options.target = rules;
        const kernel::KernelPreview kernel = shown && sizes.empty() ? *shown : kernel::preview(script, options);
        if (kind == "html")
          return write_whole_file(
              file, kernel::kernel_html(kernel, kernel::nest_figures(kernel, target, sizes), states, sizes));
        const Result<worker::Emitted> made =
            kernel::export_kernel(kernel, kind, target, sizes, cancellable(worker, cancel), seconds);
        Diagnostics all = made.diagnostics;
        if (!made.value) return all;
        const std::string& ending = made->files.front().suffix;
        const std::string stem = file.ends_with(ending) ? file.substr(0, file.size() - ending.size()) : file;
        for (size_t i = 0; i < made->files.size(); ++i)
          append(all, write_whole_file(i == 0 ? file : stem + made->files[i].suffix, made->files[i].bytes));
        return all;
      },
      [this, path](const Diagnostics& reported) {
        Diagnostics all = diagnostics();
        append(all, reported);
        workbench_->session().report(reportName(), std::move(all));
        Q_EMIT workbench_->message(has_errors(reported) ? tr("Could not write %1").arg(path)
                                   : reported.empty()   ? tr("Wrote %1").arg(path)
                                                        : tr("Wrote %1; %n step(s) left out, see Problems", nullptr,
                                                             static_cast<int>(reported.size()))
                                                            .arg(path));
      });
}

void KernelPage::previewExport(const std::string& kind, std::function<void(const QString& text, bool is_export)> done) {
  struct Preview {
    std::string text;
    Diagnostics diagnostics;
  };
  workbench_->jobs().run<Preview>(
      purpose("preview export"), tr("Writing a preview"), this,
      [shown = wholePreview(), script = ss(view_->script()), kind, sizes = view_->sizes()->values(),
       states = measuredStates(), worker = workbench_->workerOptions(), target = workbench_->target(),
       rules = workbench_->activeTarget().rules](const CancelToken& cancel) {
        kernel::PreviewOptions options;
        options.sizes = sizes;
        options.target = rules;
        const kernel::KernelPreview kernel = shown && sizes.empty() ? *shown : kernel::preview(script, options);
        if (kind == "html")
          return Preview{kernel::kernel_html(kernel, kernel::nest_figures(kernel, target, sizes), states, sizes), {}};
        Result<worker::Emitted> made =
            kernel::export_kernel(kernel, kind, target, sizes, cancellable(worker, cancel), {});
        return Preview{made.value ? std::move(made->files.front().bytes) : std::string(), std::move(made.diagnostics)};
      },
      [kind, done = std::move(done)](const Preview& preview) {
        if (preview.text.empty())
          return done(preview.diagnostics.empty() ? tr("Nothing was written.")
                                                  : window_words(preview.diagnostics.front().message),
                      false);
        if (kind == "object")
          return done(
              tr("An object file of %n byte(s), with a C header.", nullptr, static_cast<int>(preview.text.size())),
              false);
        done(qs(preview.text), true);
      });
}

}  // namespace nw::views
