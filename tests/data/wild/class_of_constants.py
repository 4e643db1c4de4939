# Sizes are attributes of a class, and of an object of it.
from tvm import te


class Shape:
    rows = 12
    columns = 8

    def __init__(self, scale):
        self.scale = scale

    def area(self):
        return self.rows * self.columns * self.scale


class Wide(Shape):
    columns = 16


wide = Wide(2)
wide.bias = 3.0
A = te.placeholder((Shape.rows, Wide.columns), name="A")
flat = te.compute((wide.area() // wide.scale,), lambda i: A[i // Wide.columns, i % Wide.columns] + wide.bias, name="flat")
s = te.create_schedule(flat.op)
s[flat].unroll(s[flat].split(flat.op.axis[0], factor=4)[1])
