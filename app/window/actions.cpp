// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/actions.h"

#include <QActionGroup>

#include "common/icons.h"
#include "window/handbook.h"
#include "window/language.h"

namespace nw::window {

// Its own sentence and its key, and why it is disabled.
static QString tip_of(const QAction& action) {
  const QString key = action.shortcut().toString(QKeySequence::NativeText), tip = action.statusTip(),
                why = action.property(Actions::kWhyNot).toString();
  const QString own = key.isEmpty() ? tip : Actions::tr("%1 (%2)").arg(tip, key);
  return why.isEmpty() ? own : own + QStringLiteral("\n") + why;
}

QAction* Actions::make(const QString& text, const QString& tip, const QKeySequence& key, const char* icon_name) {
  auto* action = new QAction(text, this);
  action->setIconText(without_key(text));
  if (!key.isEmpty()) action->setShortcut(key);
  action->setStatusTip(tip);
  action->setToolTip(tip_of(*action));
  if (icon_name) action->setProperty("iconName", QString::fromLatin1(icon_name));
  all_.push_back(action);
  return action;
}

Actions::Actions(QObject* parent) : QObject(parent) {
  open = make(tr("&Open…"), tr("Open a model, script or project"), QKeySequence::Open, "document-open");
  open_sample = make(tr("Open the &sample network"), tr("Open the small residual network that comes along"));
  paste = make(tr("Open from the &clipboard"), tr("Open Relay text or a script that was copied"),
               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V), "edit-paste");
  save =
      make(tr("&Save"), tr("Save the project: the model's choices and schedules"), QKeySequence::Save, "document-save");
  save_as =
      make(tr("Save &as…"), tr("Save the project under another name"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
  export_picture = make(tr("Export the &picture…"), tr("Write the whole graph as PNG, SVG, PDF, DOT or JSON"),
                        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), "document-export");
  export_visible =
      make(tr("Export the &visible part…"), tr("Write what is on screen of the graph as PNG, SVG, PDF, DOT or JSON"));
  export_selected = make(tr("Export the se&lection…"), tr("Write what is selected as PNG, SVG, PDF, DOT or JSON"));
  copy_picture = make(tr("&Copy the picture"), tr("Put what is on screen of the graph into the clipboard"),
                      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), "edit-copy");
  export_report = make(tr("Export a &report…"), tr("Write picture, groups and reasons as one HTML file"));
  close_tab = make(tr("&Close tab"), tr("Close this kernel's tab; where the graph is shown, the document"),
                   QKeySequence(Qt::CTRL | Qt::Key_W));
  close_tab->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_W), QKeySequence(Qt::CTRL | Qt::Key_F4)});
  new_tab = make(tr("&New tab"), tr("Samples, lessons and recent files, in a tab of their own"), QKeySequence::New);
  close_document = make(tr("Close the &document"), tr("Close this document with all its tabs"),
                        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W));
  next_document = make(tr("&Next document"), tr("Go to the next document"), QKeySequence(Qt::CTRL | Qt::Key_Tab));
  previous_document =
      make(tr("&Previous document"), tr("Go to the document before"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab));
  quit = make(tr("&Quit"), tr("Quit Nestwright"), QKeySequence::Quit, "application-exit");
  undo = make(tr("&Undo"), tr("Undo the last change"), QKeySequence::Undo, "edit-undo");
  redo = make(tr("&Redo"), tr("Redo what was undone"), QKeySequence::Redo, "edit-redo");
  // Desktops have one of these keys or the other: both are known to hands.
  QList<QKeySequence> redo_keys = redo->shortcuts();
  for (const QKeySequence& key : {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)})
    if (!redo_keys.contains(key)) redo_keys << key;
  redo->setShortcuts(redo_keys);
  find = make(tr("&Find…"), tr("Find nodes by operator, name, shape or type; in a kernel, text of its script"),
              QKeySequence::Find, "edit-find");
  find->setShortcuts({QKeySequence(QKeySequence::Find), QKeySequence(Qt::CTRL | Qt::Key_H)});  // which replaces, too
  find_next = make(tr("Find &next"), tr("Go to the next match"), QKeySequence(Qt::Key_F3));
  find_previous = make(tr("Find &previous"), tr("Go to the match before"), QKeySequence(Qt::SHIFT | Qt::Key_F3));
  palette = make(tr("&Command palette…"), tr("Search nodes, groups and commands"), QKeySequence(Qt::CTRL | Qt::Key_K));
  back = make(tr("&Back"), tr("Back to what was selected before"), QKeySequence::Back, "go-previous");
  forward = make(tr("For&ward"), tr("Forward again"), QKeySequence::Forward, "go-next");
  fit = make(tr("Show &all"), tr("Fit the whole graph in"), QKeySequence(Qt::CTRL | Qt::Key_0), "zoom-fit-best");
  expand_all =
      make(tr("&Open all scopes"), tr("Open every name scope"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Right));
  collapse_all =
      make(tr("C&lose all scopes"), tr("Close every name scope"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Left));
  default_scopes = make(tr("Open scopes as at &first"), tr("Open as many scopes as are easy to read"));
  wrap_chains =
      make(tr("&Wrap long chains"), tr("Put long chains in columns beside each other, or one below the other"));
  wrap_chains->setCheckable(true);
  wrap_chains->setChecked(true);
  rightward = make(tr("From left to ri&ght"), tr("Data flow to the right instead of downward"));
  rightward->setCheckable(true);
  source = make(tr("Source"), tr("The graph as the file has it"), QKeySequence(Qt::ALT | Qt::Key_1));
  optimized = make(tr("Optimized"), tr("The graph after all passes"), QKeySequence(Qt::ALT | Qt::Key_2));
  fused = make(tr("Fused"), tr("The optimized graph with its fused groups"), QKeySequence(Qt::ALT | Qt::Key_3));
  edit_kernel =
      make(tr("&Edit the kernel"), tr("Open the selected group's kernel"), QKeySequence(Qt::CTRL | Qt::Key_E));
  export_kernel =
      make(tr("E&xport the kernel…"), tr("Write this kernel as code, as another tool's schedule or as a page"));
  preview_export =
      make(tr("Pre&view an export…"), tr("Read this kernel as code or as another tool's schedule, and copy it"));
  run = make(tr("&Run"), run_tip(), QKeySequence(Qt::CTRL | Qt::Key_Return), "media-playback-start");
  run->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::Key_F5)});
  measure_branch = make(tr("&Measure this branch"),
                        tr("Measure every state from the first to this one that has no time yet, one after the other"));
  measure_on = make(tr("Measure &on…"), tr("Measure this kernel on several targets, and compare them in a table"),
                    QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return));
  tune = make(tr("T&une…"), tr("Search for a fast schedule of this kernel: many are estimated, the best are measured"));
  tune_model = make(tr("Tune the mo&del…"), tr("Search for fast schedules of all tasks of the model, in turns"));
  explain_default = make(tr("Expla&in the default schedule"),
                         tr("The default schedule of this kernel against yours: what each step gives, and both times"));
  next_hot_spot = make(tr("Assembly: &next hot spot"),
                       tr("To the hottest stretch of this kernel's code, then to the next; Alt+Down in the assembly"));
  previous_hot_spot =
      make(tr("Assembly: &previous hot spot"),
           tr("To the hottest stretch of this kernel's code, then to the one before; Alt+Up in the assembly"));
  time_limit = make(tr("&Time limit of a run…"),
                    tr("How long a kernel may take before it is stopped; a network has ten times as long"));
  choose_target =
      make(tr("&Choose the target…"), tr("Choose what kernels are scheduled and checked for, and where they run"),
           QKeySequence(Qt::CTRL | Qt::Key_T));
  target_file = make(tr("Target from a &file…"),
                     tr("Read the facts of a device from a JSON file: schedules are checked for it, nothing runs"));
  add_target = make(tr("&Add a target…"), tr("Add an emulated device, another machine or a command to your targets"));
  reload_targets = make(tr("&Look for targets again"), tr("Read manifests and your list of targets again"));
  theme_system = make(tr("As the &system"), tr("Light or dark as the desktop is"));
  theme_light = make(tr("&Light"), tr("Light colours"));
  theme_dark = make(tr("&Dark"), tr("Dark colours"));
  languages = {make(tr("As the &system"), tr("The system's language, from the next start"))};
  for (const Language& each : window::languages()) {
    languages.push_back(make(each.name, tr("Texts in %1, from the next start").arg(each.name)));
    languages.back()->setData(each.code);
  }
  reduce_motion = make(tr("&Reduce motion"), tr("Show changes at once instead of moving things"));
  reset_layout = make(tr("&Reset the layout"), tr("Put every panel back where it was at first"));
  fold = make(tr("&Fold the panels below"), tr("Leave only the tabs of the panels below, or show the panels again"),
              QKeySequence(Qt::CTRL | Qt::Key_J));
  near = make(tr("Show only what is &near"), tr("Show the surroundings of what is selected, and nothing else"),
              QKeySequence(Qt::CTRL | Qt::Key_I));
  only = make(tr("Show &only what is selected"), tr("Show what is selected, and nothing else"),
              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_I));
  hide = make(tr("&Hide what is selected"), tr("Take what is selected off the canvas"),
              QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H));
  everything =
      make(tr("Show e&verything"), tr("Show the whole graph again"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A));
  bookmark = make(tr("&Bookmark what is selected"), tr("Remember the selected node, or forget it again"),
                  QKeySequence(Qt::CTRL | Qt::Key_D));
  play_fusion = make(tr("&Step through fusion"), tr("Follow the algorithm: dominators, then every merge"),
                     QKeySequence(Qt::Key_F8), "media-seek-forward");
  compare_file = make(
      tr("Compare with another &file…"),
      tr("Two models side by side, with what differs; of a kernel: is it the schedule in that file, which may be one "
         "that TVM printed?"));
  compare_source =
      make(tr("Compare with the so&urce"), tr("The graph as the file has it, beside the graph after all passes"));
  compare_fusion = make(tr("Compare the &groups before and after"), tr("What the last what-if did, side by side"));
  compare_settings =
      make(tr("Compare t&wo fusion settings…"), tr("The groups under two opt levels, depths or sets of what-ifs"));
  compare_versions =
      make(tr("Compare two &versions"), tr("Two states or schedules of this kernel side by side, with code and times"),
           QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D));
  passes = make(tr("Show the &passes"), tr("A slider over the graph as each pass left it"), QKeySequence(Qt::Key_F7));
  passes->setCheckable(true);
  pattern_from =
      make(tr("P&attern from the selection"), tr("Write a pattern of what is selected, and see where else it matches"),
           QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P));
  pattern_more = make(tr("Add the selection to the pattern"),
                      tr("The least general pattern that covers what is selected now as well"));
  numbers = make(tr("&Numbers from a file…"), tr("Colour by a JSON file of node names and numbers"));
  overlays = {make(tr("&Nothing"), tr("No colours but the groups'")),
              make(tr("&Operations"), tr("Colour by arithmetic operations")),
              make(tr("&Bytes"), tr("Colour by the size of what is given")),
              make(tr("Operations a &byte"), tr("Colour by arithmetic intensity")),
              make(tr("&Data type"), tr("Colour by data type")),
              make(tr("D&ynamic shapes"), tr("Colour by whether the shape is fixed")),
              make(tr("&Group size"), tr("Colour by how many operators are in the group")),
              make(tr("&Time on the target"), tr("Colour by how long each group took when the network ran, or not"),
                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T))};
  for (const HelpTopic& topic : help_topics()) help.push_back(make(topic.title, topic.tip));
  help_search = make(tr("&Search the handbook…"), tr("Search pages, diagnostics and messages that TVM printed"),
                     QKeySequence::HelpContents);
  help_errors = make(tr("D&iagnostics"), tr("Every diagnostic with what it means, and how it is mended"));
  help_keys = make(tr("&Keys"), tr("All keys of the menus, the graph and comparisons"));
  preferences = make(tr("Pr&eferences…"), tr("Colours, fonts, motion, assembly, targets and saving"),
                     QKeySequence(Qt::CTRL | Qt::Key_Comma));
  about = make(tr("&About Nestwright"), tr("Version and licences"));
  for (const auto& group : {std::vector{source, optimized, fused}, std::vector{theme_system, theme_light, theme_dark},
                            languages, overlays}) {
    auto* exclusive = new QActionGroup(this);
    for (QAction* action : group) {
      action->setCheckable(true);
      exclusive->addAction(action);
    }
  }
  reduce_motion->setCheckable(true);
  fold->setCheckable(true);
  fused->setChecked(true);
  overlays.front()->setChecked(true);
  theme_system->setChecked(true);
  languages.front()->setChecked(true);
}

void Actions::checkLanguage(const QString& code) {
  for (QAction* action : languages)
    if (action->data().toString() == code) action->setChecked(true);
}

void Actions::checkTheme(views::ThemeSource::Mode mode) {
  switch (mode) {
    case views::ThemeSource::Mode::System:
      theme_system->setChecked(true);
      break;
    case views::ThemeSource::Mode::Light:
      theme_light->setChecked(true);
      break;
    case views::ThemeSource::Mode::Dark:
      theme_dark->setChecked(true);
      break;
  }
}

QString Actions::run_tip() {
  return tr("Run this kernel, or on the graph the whole network: check it and measure its time");
}

void Actions::setRunning(bool running, const QString& progress, const views::Theme& theme) {
  const QString text = !running ? tr("&Run") : progress.isEmpty() ? tr("S&top") : tr("S&top · %1").arg(progress);
  if (run->text() != text) {
    run->setText(text);
    run->setIconText(without_key(text));
  }
  const QString name = running ? QStringLiteral("media-playback-stop") : QStringLiteral("media-playback-start");
  if (run->property("iconName").toString() == name) return;
  run->setStatusTip(running ? tr("Stop what runs here; times that are known already are kept") : run_tip());
  run->setToolTip(tip_of(*run));
  run->setProperty("iconName", name);
  run->setIcon(views::icon(name, theme.text));
}

void Actions::sayWhyNot(QAction* action, const QString& why) {
  if (action->property(kWhyNot).toString() == why) return;
  action->setProperty(kWhyNot, why);
  action->setToolTip(tip_of(*action));
}

void Actions::setTheme(const views::Theme& theme) {
  for (QAction* action : all_)
    if (const QString name = action->property("iconName").toString(); !name.isEmpty())
      action->setIcon(views::icon(name, theme.text));
}

}  // namespace nw::window
