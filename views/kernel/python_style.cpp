// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/python_style.h"

#include <Qsci/qscilexerpython.h>
#include <Qsci/qsciscintilla.h>

#include "kernel/code_font.h"
#include "kernel/kernel_colors.h"
#include "kernel/script_marks.h"

namespace nw::views {

using namespace script_marks;

void style_python(QsciScintilla& editor, QsciLexerPython& lexer, const KernelColors& colors) {
  const QFont font = codeFont();
  lexer.setDefaultFont(font);
  lexer.setDefaultPaper(colors.background);
  lexer.setDefaultColor(colors.text);
  for (int style = 0; style <= 20; ++style) {
    lexer.setFont(font, style);
    lexer.setPaper(colors.background, style);
    lexer.setColor(colors.text, style);
  }
  lexer.setColor(colors.comment, QsciLexerPython::Comment);
  lexer.setColor(colors.comment, QsciLexerPython::CommentBlock);
  lexer.setColor(colors.number, QsciLexerPython::Number);
  lexer.setColor(colors.keyword, QsciLexerPython::Keyword);
  for (int style :
       {QsciLexerPython::DoubleQuotedString, QsciLexerPython::SingleQuotedString, QsciLexerPython::UnclosedString,
        QsciLexerPython::TripleDoubleQuotedString, QsciLexerPython::TripleSingleQuotedString})
    lexer.setColor(colors.string, style);
  lexer.setColor(colors.dim, QsciLexerPython::Operator);
  editor.setPaper(colors.background);
  editor.setColor(colors.text);
  editor.setCaretForegroundColor(colors.text);
  editor.setCaretLineVisible(true);
  editor.setCaretLineBackgroundColor(colors.line);
  editor.setSelectionBackgroundColor(colors.selection);
  editor.resetSelectionForegroundColor();
  editor.setMarginsBackgroundColor(colors.background);
  editor.setMarginsForegroundColor(colors.dim);
  editor.setMarginsFont(font);
  editor.setMarkerBackgroundColor(colors.selection, kLitMarker);
  editor.setMarkerBackgroundColor(colors.line, kHoverMarker);
  for (const auto& [marker, color] :
       {std::pair{kErrorMarker, colors.error}, std::pair{kWarningMarker, colors.warning}}) {
    editor.setMarkerBackgroundColor(color, marker);
    editor.setMarkerForegroundColor(color, marker);
  }
  for (const int marker :
       std::initializer_list<int>{QsciScintilla::SC_MARKNUM_FOLDER, QsciScintilla::SC_MARKNUM_FOLDEROPEN}) {
    editor.setMarkerBackgroundColor(colors.dim, marker);
    editor.setMarkerForegroundColor(colors.dim, marker);
  }
  editor.setFoldMarginColors(colors.background, colors.background);
  editor.setIndicatorForegroundColor(colors.error, kErrorIndicator);
  editor.setIndicatorForegroundColor(colors.warning, kWarningIndicator);
  editor.setIndicatorForegroundColor(KernelColors::blend(colors.dim, colors.background, 0.7), kPaleIndicator);
  editor.setIndicatorForegroundColor(colors.accent, kTuneIndicator);
  editor.setMatchedBraceBackgroundColor(colors.related);
  editor.setMatchedBraceForegroundColor(colors.text);
}

}  // namespace nw::views
