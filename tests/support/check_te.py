# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds exported Python against a table of TVM's signatures, by Python's own parser: every call is of a function that
TVM has, with as many arguments as it takes, under names that it knows. Usage: check_te.py TABLE FILE…"""
import ast
import json
import sys


def dotted(node):
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id] + parts[::-1]) if isinstance(node, ast.Name) else None


def signature(call, table, tir_schedules):
    """The name that a call goes by, and what it takes; none where it is of a value of the script's own."""
    function = call.func
    if not isinstance(function, ast.Attribute):
        return None
    receiver, method = function.value, function.attr
    if method in ("astype", "output", "access_ptr", "vload", "vstore"):  # of a value
        return None
    if isinstance(receiver, ast.Subscript) and isinstance(receiver.value, ast.Name):
        return "s[…]." + method, table["stage"].get(method)
    name = dotted(function)
    if name is None:
        return None
    if isinstance(receiver, ast.Name) and receiver.id in tir_schedules:
        return "tir.Schedule." + method, table["tir_schedule"].get(method)
    if name.split(".")[0] in ("tvm", "te", "tir", "topi"):
        plain = name[4:] if name[4:].split(".")[0] in ("te", "tir", "topi") else name
        of_tir = "tir." + method if plain.startswith("te.") and method in table["te_has_of_tir"] else plain
        return name, table["functions"].get(plain, table["functions"].get(of_tir))
    return "schedule." + method, table["schedule"].get(method)


def wrong(call, table, tir_schedules):
    found = signature(call, table, tir_schedules)
    if found is None:
        return None
    name, takes = found
    if takes is None:
        return f"TVM has no {name}"
    parameters, needed = takes
    if any(isinstance(a, ast.Starred) for a in call.args):
        return None
    if "*" not in parameters and len(call.args) > len(parameters):
        return f"{name} takes {len(parameters)} arguments, not {len(call.args)}"
    for keyword in call.keywords:
        if keyword.arg not in parameters:
            return f"{name} has no parameter {keyword.arg}"
        if keyword.arg in parameters[: len(call.args)]:
            return f"{name} gets {keyword.arg} twice"
    if len(call.args) + len(call.keywords) < needed:
        return f"{name} needs {needed} arguments"
    return None


def main(table_path, files):
    with open(table_path, encoding="utf-8") as file:
        table = json.load(file)
    failed = False
    for path in files:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read(), path)
        tir_schedules = {
            target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and (dotted(node.value.func) or "").endswith("tir.Schedule")
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            said = wrong(node, table, tir_schedules) if isinstance(node, ast.Call) else None
            if said:
                print(f"{path}:{node.lineno}: {said}")
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
