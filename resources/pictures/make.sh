#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The pictures of the README, made by the real program. Usage: make.sh FOLDER_OF_PROGRAMS OUT_FOLDER
set -euo pipefail
bin=$1
out=$2
export QT_QPA_PLATFORM=offscreen
samples=$(dirname "$0")/../samples
group=$("$bin/nestwright-cli" fuse "$samples/resnet20.onnx" --json |
  python3 -c 'import json, sys; print(next(g["id"] for g in json.load(sys.stdin)["groups"] if "nn.conv2d" in g["ops"]))')
"$bin/nestwright" "$samples/resnet20.onnx" --theme light --size 1600x1000 --grab "$out/graph.png"
"$bin/nestwright" "$samples/resnet20.onnx" --view kernel --group "$group" --theme dark --size 1600x1000 --grab "$out/kernel.png"
# Questions that people asked, each with its answer on the screen (README.md beside this).
graphs=$samples/graphs
answer() { "$bin/nestwright" "$graphs/$1" --select "$2" --theme "$3" --size 1280x800 --grab "$out/$4.png"; }
answer bitserial.relay %0,%1 light bitserial_fused
answer bitserial.nest %0,%1 light bitserial_opaque
answer detector.relay %6,%7 dark detector
answer stack.nest %2,%3 light stack
answer conv_relu.relay %0 dark conv_relu
