# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of a stranger stay names: of Python files that nothing called INJECTED is looked up or called, nor what runs
code; of HTML files that they have only our elements and no handlers. Usage: check_names.py FILE…"""
import ast
import html.parser
import sys

RUNS_CODE = {"INJECTED", "__import__", "exec", "eval", "compile", "open", "os", "system", "subprocess", "getattr"}
ELEMENTS = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "pre", "table", "tr", "th", "td", "svg",
            "rect", "details", "summary"}


def of_python(path):
    with open(path, "rb") as file:
        tree = ast.parse(file.read(), path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in RUNS_CODE:
            yield f"line {node.lineno} names {node.id}"
        if isinstance(node, ast.Attribute) and node.attr in RUNS_CODE:
            yield f"line {node.lineno} names .{node.attr}"
        if isinstance(node, (ast.Import, ast.ImportFrom)) and not ast.unparse(node).startswith(("import tvm", "from tvm")):
            yield f"line {node.lineno}: {ast.unparse(node)}"


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.wrong = []

    def handle_starttag(self, tag, attrs):
        if tag not in ELEMENTS or any(name.startswith("on") for name, _ in attrs):
            self.wrong.append(f"line {self.getpos()[0]} has <{tag}>")


def of_html(path):
    page = Page()
    with open(path, encoding="utf-8") as file:
        page.feed(file.read())
    page.close()
    return page.wrong


for path in sys.argv[1:]:
    try:
        for wrong in of_html(path) if path.endswith(".html") else of_python(path):
            print(f"{path}: {wrong}")
    except (SyntaxError, ValueError) as problem:
        print(f"{path}: {problem}")
