// SPDX-License-Identifier: GPL-3.0-or-later
// How Python looks in every editor: fonts and colours of text, margins, selection and marks.
#pragma once

class QsciLexerPython;
class QsciScintilla;

namespace nw::views {

struct KernelColors;

void style_python(QsciScintilla& editor, QsciLexerPython& lexer, const KernelColors& colors);

}  // namespace nw::views
