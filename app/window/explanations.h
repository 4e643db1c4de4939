// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs with a page to read: what a diagnostic's code means, and ONNX's documentation of an operator.
#pragma once

#include <QString>

class QWidget;

namespace nw::window {

void show_explanation(QWidget* window, const QString& code);
void show_onnx_docs(QWidget* window, const QString& op, const QString& domain, int version);

}  // namespace nw::window
