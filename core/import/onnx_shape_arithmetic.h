// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of the numbers that shapes are computed from. Nothing where the result is not known, or where 64 bits do
// not hold it.
#pragma once

#include <optional>

#include "graph/dim.h"

namespace nw::import {

std::optional<graph::Dim> sum_of(const graph::Dim& a, const graph::Dim& b);
std::optional<graph::Dim> difference_of(const graph::Dim& a, const graph::Dim& b);
std::optional<graph::Dim> product_of(const graph::Dim& a, const graph::Dim& b);
// ONNX's integer division truncates; dimensions are not negative.
std::optional<graph::Dim> quotient(const graph::Dim& a, const graph::Dim& b);
std::optional<graph::Dim> whole_quotient(const graph::Dim& a, const graph::Dim& b);  // of what divides without a rest
std::optional<graph::Dim> remainder(const graph::Dim& a, const graph::Dim& b);

}  // namespace nw::import
