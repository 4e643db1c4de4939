import os
import json
import tvm
from tvm import te
from tvm.contrib import utils, cc

A = te.placeholder((1024,), name="A")
B = te.compute((1024,), lambda i: A[i] + 1.0, name="B")
s = te.create_schedule(B.op)
temp = utils.tempdir()
path = temp.relpath("lib.so")
lib = tvm.build(s, [A, B], "llvm", name="add_one")
lib.save(os.path.join(temp.path, "lib.o"))
cc.create_shared(path, [temp.relpath("lib.o")])
with open(path, "rb") as source:
    data = json.loads(source.read())
loaded = tvm.runtime.load_module(path)
print(os.path.exists(path), data.keys())
