// SPDX-License-Identifier: GPL-3.0-or-later
// What makes long scripts short: the computation above the schedule folds into one line, long lines wrap.
#include <QContextMenuEvent>
#include <QMenu>
#include <memory>

#include "common/text.h"
#include "kernel/kernel_colors.h"
#include "kernel/script_editor.h"
#include "script/step_lines.h"

namespace nw::views {

namespace {

constexpr int kFoldMargin = 3;
constexpr int kFewLines = 3;  // fewer are not worth folding

}  // namespace

// Levels are set here and not by the lexer, which would fold by indentation.
void ScriptEditor::makeFoldMargin() {
  setMarginType(kFoldMargin, SymbolMargin);
  setMarginWidth(kFoldMargin, 12);
  SendScintilla(SCI_SETMARGINMASKN, static_cast<unsigned long>(kFoldMargin), static_cast<long>(SC_MASK_FOLDERS));
  setMarginSensitivity(kFoldMargin, true);
  markerDefine(RightTriangle, SC_MARKNUM_FOLDER);
  markerDefine(DownTriangle, SC_MARKNUM_FOLDEROPEN);
  // Only the head of what folds has a mark.
  for (const int within : std::initializer_list<int>{SC_MARKNUM_FOLDERSUB, SC_MARKNUM_FOLDERTAIL, SC_MARKNUM_FOLDEREND,
                                                     SC_MARKNUM_FOLDEROPENMID, SC_MARKNUM_FOLDERMIDTAIL})
    markerDefine(Invisible, within);
  SendScintilla(SCI_SETAUTOMATICFOLD,
                static_cast<unsigned long>(SC_AUTOMATICFOLD_SHOW | SC_AUTOMATICFOLD_CLICK | SC_AUTOMATICFOLD_CHANGE));
  SendScintilla(SCI_SETFOLDFLAGS, static_cast<unsigned long>(SC_FOLDFLAG_LINEAFTER_CONTRACTED));
}

void ScriptEditor::setProgram(std::shared_ptr<const kernel::KernelPreview> preview) {
  program_ = std::move(preview);
  findComputation();
}

// From the comment that heads it, or the first line, to the last line of text above the schedule and its comment.
void ScriptEditor::findComputation() {
  const int schedule = script::schedule_line(ss(text())) - 1;
  int from = 0, to = schedule - 1;
  for (int line = 0; line < schedule; ++line)
    if (text(line).trimmed().startsWith(QStringLiteral("# computation"))) from = line;
  while (to > from && (text(to).trimmed().isEmpty() || text(to).trimmed().startsWith(QStringLiteral("# schedule"))))
    --to;
  const bool any = schedule > 0 && to - from >= kFewLines;
  const bool folded = isComputationFolded();
  fold_from_ = any ? from : -1;
  fold_to_ = any ? to : -1;
  for (int line = 0; line < lines(); ++line) {
    const int level = line == fold_from_                      ? SC_FOLDLEVELBASE | SC_FOLDLEVELHEADERFLAG
                      : line > fold_from_ && line <= fold_to_ ? SC_FOLDLEVELBASE + 1
                                                              : int{SC_FOLDLEVELBASE};
    if (SendScintilla(SCI_GETFOLDLEVEL, static_cast<unsigned long>(line)) != level)
      SendScintilla(SCI_SETFOLDLEVEL, static_cast<unsigned long>(line), static_cast<long>(level));
  }
  if (folded) setComputationFolded(true);  // a line whose level changes has opened it
}

bool ScriptEditor::isComputationFolded() const {
  return fold_from_ >= 0 && SendScintilla(SCI_GETFOLDEXPANDED, static_cast<unsigned long>(fold_from_)) == 0;
}

// The caret does not stay in what is folded away: the next key would open it again.
void ScriptEditor::setComputationFolded(bool folded) {
  if (fold_from_ < 0 || folded == isComputationFolded()) return;
  if (const int line = currentLine() - 1; folded && line > fold_from_ && line <= fold_to_)
    setCursorPosition(fold_from_, 0);
  SendScintilla(SCI_FOLDLINE, static_cast<unsigned long>(fold_from_),
                static_cast<long>(folded ? SC_FOLDACTION_CONTRACT : SC_FOLDACTION_EXPAND));
}

void ScriptEditor::setWrapped(bool wrapped) {
  if (wrapped == isWrapped()) return;
  setWrapMode(wrapped ? WrapWord : WrapNone);
  setWrapIndentMode(WrapIndentIndented);
  setWrapVisualFlags(WrapFlagByText);
}

void ScriptEditor::contextMenuEvent(QContextMenuEvent* event) {
  const std::unique_ptr<QMenu> menu(createStandardContextMenu());
  menu->addSeparator();
  QAction* folding =
      menu->addAction(tr("&Fold the computation"), this, [this] { setComputationFolded(!isComputationFolded()); });
  folding->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M));
  folding->setCheckable(true);
  folding->setChecked(isComputationFolded());
  folding->setEnabled(canFoldComputation());
  QAction* wrapping = menu->addAction(tr("&Wrap long lines"), this, [this] { Q_EMIT wrapWanted(!isWrapped()); });
  wrapping->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Z));
  wrapping->setCheckable(true);
  wrapping->setChecked(isWrapped());
  menu->exec(event->globalPos());
}

}  // namespace nw::views
