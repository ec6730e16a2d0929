"""Which files of a Python project each file imports, directly or not."""
import ast
import json
import os
import sys


def main():
    question = json.load(sys.stdin)
    root, files = question["root"], question["files"]
    by_module = {}
    for file in files:
        parts = file[:-3].split("/")
        if parts[-1] == "__init__":
            parts = parts[:-1]
        for start in range(len(parts)):
            by_module.setdefault(".".join(parts[start:]), file)
    direct = {file: imports_of(root, file, by_module) for file in files}
    print(json.dumps({file: sorted(reached(file, direct)) for file in question["tests"] if file in direct}))


def imports_of(root, file, by_module):
    try:
        with open(os.path.join(root, file), encoding="utf-8") as opened:
            tree = ast.parse(opened.read())
    except (SyntaxError, UnicodeDecodeError, OSError):
        return set()
    package = file[:-3].split("/")[:-1]
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            base = package[:len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names.add(module)
            names.update(f"{module}.{alias.name}" for alias in node.names)
    return {by_module[part] for name in names for part in prefixes(name) if part in by_module}


def prefixes(name):
    parts = name.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts) + 1)]


def reached(file, direct):
    seen, waiting = set(), [file]
    while waiting:
        for each in direct.get(waiting.pop(), ()):
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return seen


main()
