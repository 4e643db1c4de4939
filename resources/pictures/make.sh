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
