# error: 12:17: 'factors' is a generator, which cannot be flattened
from tvm import te


def factors(n):
    while n > 1:
        yield n
        n //= 2


A = te.placeholder((16,), name="A")
x = [f for f in factors(16)]
