// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's protobuf messages of values: sequences and optionals, as Debian builds them.
#pragma once

#include "import/onnx_proto.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <onnx/onnx-data_pb.h>
#pragma GCC diagnostic pop
