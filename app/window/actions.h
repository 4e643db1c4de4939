// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window, with its text, tip, key and icon; the window joins them to what they do.
#pragma once

#include <QAction>
#include <QObject>
#include <vector>

#include "common/theme.h"

namespace nw::window {

struct Actions : public QObject {
  Q_OBJECT

 public:
  static constexpr const char* kWhyNot = "whyNot";  // property: why it is disabled; it is then in the palette, greyed

  explicit Actions(QObject* parent);
  void setTheme(const views::Theme& theme);
  void checkTheme(views::ThemeSource::Mode mode);
  void checkLanguage(const QString& code);  // empty: the system's
  // Where it is disabled: a sentence in its tip and in the palette; empty: the tip is its own again.
  static void sayWhyNot(QAction* action, const QString& why);
  // What is on screen: to run it is to stop it then. `progress`: "running", "comparing 12 of 57, 8 s left", or empty.
  void setRunning(bool running, const QString& progress, const views::Theme& theme);

  QAction *open, *open_sample, *paste, *save, *save_as, *export_picture, *export_visible, *export_selected,
      *copy_picture, *export_report, *close_tab, *quit;
  QAction *new_tab, *close_document, *next_document, *previous_document;
  QAction *undo, *redo, *find, *find_next, *find_previous, *palette;
  QAction *back, *forward, *fit, *expand_all, *collapse_all, *default_scopes, *wrap_chains, *rightward;
  QAction *source, *optimized, *fused;
  QAction *edit_kernel, *export_kernel, *preview_export, *run, *measure_branch, *measure_on, *time_limit, *tune,
      *tune_model, *explain_default, *next_hot_spot, *previous_hot_spot;
  QAction *choose_target, *target_file, *add_target, *reload_targets;
  QAction *theme_system, *theme_light, *theme_dark, *reduce_motion, *reset_layout, *fold;
  QAction *near, *only, *hide, *everything, *bookmark;
  QAction *compare_file, *compare_source, *compare_fusion, *compare_settings, *compare_versions;
  QAction *play_fusion, *passes, *numbers, *pattern_from, *pattern_more;
  std::vector<QAction*> languages;  // the system's, then in the order of languages(); their data is the code
  std::vector<QAction*> overlays;   // in the order of views::OverlayKind, without Numbers
  std::vector<QAction*> help;       // in the order of help_topics()
  QAction *help_search, *help_errors, *help_keys, *preferences;
  QAction* about;

  const std::vector<QAction*>& all() const { return all_; }

 private:
  static QString run_tip();
  QAction* make(const QString& text, const QString& tip, const QKeySequence& key = {}, const char* icon_name = nullptr);

  std::vector<QAction*> all_;
};

}  // namespace nw::window
