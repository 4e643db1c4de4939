# error: 12:20: 'sizes' is a coroutine ('async def'), which runs only in an event loop
import asyncio

import tvm
from tvm import te


async def sizes():
    return 64, 32


n, m = asyncio.run(sizes())
A = te.placeholder((n, m), name="A")
B = te.compute((n, m), lambda i, j: A[i, j], name="B")
s = te.create_schedule(B.op)
