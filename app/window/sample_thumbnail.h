// SPDX-License-Identifier: GPL-3.0-or-later
// Small pictures of the samples for the start page: of a model its graph, of a script its lines.
#pragma once

#include <QImage>
#include <QSize>
#include <QString>

#include "common/theme.h"

namespace nw::window {

// `resource`: the sample among the program's resources. Runs on any thread; null if it cannot be read.
QImage sample_thumbnail(const QString& resource, const views::Theme& theme, const QSize& size, double device_ratio);

}  // namespace nw::window
