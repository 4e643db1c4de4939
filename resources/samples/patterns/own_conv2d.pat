# Seed of the idea: a piece of a network as an operator of one's own, computed by a script.
custom("my.conv2d", inputs=2, type="(n, h, w, c), (o, c, p, q) -> (n, h - p + 1, w - q + 1, o)", te="own_conv2d.py")

x = wildcard()
w = wildcard()
own: is_op("nn.conv2d")(x, w).has_attr({"data_layout": "NHWC", "kernel_layout": "OIHW", "strides": [1, 1], "padding": [0, 0, 0, 0]}) => custom("my.conv2d", x, w)
