# SPDX-License-Identifier: GPL-3.0-or-later
"""Talks to random_driver, which has the product in it, and starts another when one ends."""
import json
import os
import select
import signal
import subprocess
import tempfile
import time

HANGS = 600  # seconds after which a program that uses no processor time is given up


class Died(Exception):
    """The product crashed, or took too long."""


class Fault(Exception):
    """The product met a fault of its own and survived it."""


class Driver:
    def __init__(self, program, seconds=60):
        """`seconds` of processor time are allowed an answer, so that a busy machine is no finding."""
        self.program, self.seconds, self.process = program, seconds, None
        base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = tempfile.TemporaryDirectory(prefix="nw-random-", dir=base)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def ask(self, request):
        if not self.process:
            self.errors = open(self.path("errors"), "w+b")
            self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)
            self.rest = b""
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        began, used = time.monotonic(), self.processor_time()
        while b"\n" not in self.rest:
            if not select.select([self.process.stdout], [], [], 1)[0]:
                spent, waited = self.processor_time() - used, time.monotonic() - began
                if spent < self.seconds and waited < HANGS:
                    continue
                self.stop()
                raise Died(f"no answer to '{request['do']}' within {waited:.0f} s, {spent:.0f} s of processor time")
            read = os.read(self.process.stdout.fileno(), 1 << 20)
            if not read:
                raise Died(f"'{request['do']}' ended the program: {self.reason()}")
            self.rest += read
        line, self.rest = self.rest.split(b"\n", 1)
        reply = json.loads(line)
        if "exception" in reply:
            raise Fault(f"'{request['do']}' ended with an exception: {reply['exception']}")
        return reply

    def processor_time(self):
        """Seconds that the program and the compilers that it has waited for have used; of all its threads."""
        try:
            with open(f"/proc/{self.process.pid}/stat") as f:
                fields = f.read().rsplit(")", 1)[1].split()
        except OSError:
            return 0.0
        return sum(int(ticks) for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")

    def reason(self):
        status = self.process.wait()
        self.errors.seek(0)
        said = self.errors.read()[-600:].decode(errors="replace").strip()
        self.stop()
        return (signal.Signals(-status).name if status < 0 else f"exit {status}") + (f" ({said})" if said else "")

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.errors.close()
        self.process = None

    def check(self, script):
        return self.ask({"do": "check", "script": script})["errors"]

    def emit(self, script, sizes, kind):
        return self.ask({"do": "emit", "script": script, "sizes": sizes, "kinds": [kind]})[kind]

    def run(self, script, sizes, symbolic, variants, inputs, fill, verify=False):
        """(errors, a list of what the driver says of each variant with its outputs' bytes); the first of these also has
        what the product's verification says of it."""
        with open(self.path("inputs"), "wb") as f:
            f.write(inputs)
        reply = self.ask({"do": "run", "script": script, "sizes": sizes, "symbolic": symbolic, "variants": variants,
                          "inputs": self.path("inputs"), "outputs": self.path("outputs"), "fill": fill, "verify": verify})
        if "variants" not in reply:
            return reply["errors"], []
        with open(self.path("outputs"), "rb") as f:
            for v in reply["variants"]:
                v["data"] = f.read(v["bytes"])
        reply["variants"][0]["verified"] = reply.get("verified", [])
        return reply["errors"], reply["variants"]
