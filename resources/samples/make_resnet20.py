#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write resnet20.onnx, the sample that opens when no file is given.

The CIFAR ResNet-20 (He et al. 2015, section 4.2) at half width: 3 stages of 3 residual blocks, batch norms kept,
so that every graph pass and most fusion rules have something to do. Weights are random and seeded.

Needs: apt-get install python3-onnx python3-numpy
Usage: make_resnet20.py OUT.onnx
"""
import sys

import numpy
from onnx import TensorProto, checker, helper, numpy_helper, save

WIDTHS = (8, 16, 32)
BLOCKS = 3
random = numpy.random.default_rng(20)
nodes, weights = [], []


def weight(name, *shape, scale=None, offset=0.0):
    fan_in = int(numpy.prod(shape[1:])) if len(shape) > 1 else shape[0]
    scale = numpy.sqrt(2.0 / fan_in) if scale is None else scale
    weights.append(numpy_helper.from_array((offset + scale * random.standard_normal(shape)).astype(numpy.float32), name))
    return name


def node(op, scope, inputs, name=None, **attributes):
    path = f"{scope}/{name or op}"
    nodes.append(helper.make_node(op, inputs, [f"{path}_output_0"], name=path, **attributes))
    return f"{path}_output_0"


def conv_bn(scope, data, channels_in, channels_out, index, kernel=3, stride=1):
    dotted = scope.strip("/").replace("/", ".")
    pad = kernel // 2
    conv = node("Conv", f"{scope}/conv{index}", [data, weight(f"{dotted}.conv{index}.weight", channels_out, channels_in, kernel, kernel)],
                kernel_shape=[kernel, kernel], strides=[stride, stride], pads=[pad] * 4, dilations=[1, 1], group=1)
    bn = f"{dotted}.bn{index}"
    return node("BatchNormalization", f"{scope}/bn{index}", [
        conv, weight(f"{bn}.weight", channels_out, scale=0.1, offset=1.0), weight(f"{bn}.bias", channels_out, scale=0.1),
        weight(f"{bn}.running_mean", channels_out, scale=0.1), weight(f"{bn}.running_var", channels_out, scale=0.05, offset=1.0)],
        epsilon=1e-5)


def main(path):
    data = node("Relu", "/stem/relu", [conv_bn("/stem", "image", 3, WIDTHS[0], 1)])
    channels = WIDTHS[0]
    for stage, width in enumerate(WIDTHS):
        for block in range(BLOCKS):
            scope = f"/stage{stage + 1}/block{block + 1}"
            stride = 2 if stage > 0 and block == 0 else 1
            shortcut = data if stride == 1 else conv_bn(f"{scope}/shortcut", data, channels, width, 1, kernel=1, stride=2)
            hidden = node("Relu", f"{scope}/relu1", [conv_bn(scope, data, channels, width, 1, stride=stride)])
            joined = node("Add", scope, [conv_bn(scope, hidden, width, width, 2), shortcut])
            data = node("Relu", f"{scope}/relu2", [joined])
            channels = width
    pooled = node("Flatten", "/head", [node("GlobalAveragePool", "/head/pool", [data])], axis=1)
    logits = node("Gemm", "/head/fc", [pooled, weight("head.fc.weight", 10, channels), weight("head.fc.bias", 10, scale=0.1)],
                  alpha=1.0, beta=1.0, transB=1)
    node("Softmax", "/head/softmax", [logits], axis=1)
    nodes[-1].output[0] = "probabilities"
    graph = helper.make_graph(nodes, "resnet20", [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, 32, 32])],
                              [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, [1, 10])], weights)
    model = helper.make_model(graph, producer_name="nestwright", opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 7
    checker.check_model(model)
    save(model, path)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
