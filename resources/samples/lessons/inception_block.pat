# An inception block as one operator of one's own, computed by the script beside this table.
custom("my.inception", inputs=7, type="(n, h, w, c), (1, 1, c, a), (1, 1, c, b), (3, 3, b, d), (1, 1, c, e), (5, 5, e, f), (1, 1, c, g) -> (n, h, w, a + d + f + g)", te="inception_block.py")

x = wildcard()
w1 = wildcard()
w2a = wildcard()
w2b = wildcard()
w3a = wildcard()
w3b = wildcard()
w4 = wildcard()
one = is_op("nn.relu")(is_op("nn.conv2d")(x, w1))
two = is_op("nn.relu")(is_op("nn.conv2d")(is_op("nn.relu")(is_op("nn.conv2d")(x, w2a)), w2b))
three = is_op("nn.relu")(is_op("nn.conv2d")(is_op("nn.relu")(is_op("nn.conv2d")(x, w3a)), w3b))
four = is_op("nn.relu")(is_op("nn.conv2d")(is_op("nn.avg_pool2d")(x), w4))
block = is_op("concatenate")(is_tuple([one, two, three, four]))
my.block: block
as_one: block => custom("my.inception", x, w1, w2a, w2b, w3a, w3b, w4)
