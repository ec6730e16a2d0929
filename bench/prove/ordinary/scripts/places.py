"""Where Python code could be refactored: names, runs of statements, expressions, functions with their parameters; as Python's own parser has them."""
import ast
import json
import os
import re
import sys

MOST_STATEMENTS = 4
EXPRESSIONS = (ast.Call, ast.BinOp, ast.BoolOp, ast.Compare, ast.Attribute, ast.Subscript, ast.IfExp, ast.ListComp, ast.DictComp, ast.UnaryOp, ast.Dict, ast.List, ast.Tuple)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Reader(ast.NodeVisitor):
    def __init__(self, file, text):
        self.file = file
        self.lines = text.split("\n")
        self.found = []
        self.owners = []

    # Columns count UTF-16 units from 1, as agents do; the parser counts bytes from 0.
    def at(self, line, column):
        before = self.lines[line - 1].encode()[:column].decode(errors="replace")
        return {"line": line, "column": len(before.encode("utf-16-le")) // 2 + 1}

    def end(self, node):
        place = self.at(node.end_lineno, node.end_col_offset)
        return {"line": place["line"], "column": place["column"]}

    def add(self, kind, form, place, **more):
        self.found.append({"kind": kind, "form": form, "file": self.file, **place, **more})

    def name_of(self, node):
        match = re.compile(r"(?:async\s+)?(?:def|class)\s+").match(self.lines[node.lineno - 1].encode()[node.col_offset:].decode(errors="replace"))
        return self.at(node.lineno, node.col_offset + len(match.group(0).encode())) if match else None

    def is_given(self, name):
        return name == "_" or (name.startswith("__") and name.endswith("__")) or name.startswith("test") or name in ("self", "cls", "setUp", "tearDown")

    def add_rename(self, form, name, place):
        if place is not None and not self.is_given(name):
            self.add("rename", form, place, name=name)

    def visit_ClassDef(self, node):
        place = self.name_of(node)
        self.add_rename("class", node.name, place)
        if not self.owners and place is not None:
            self.add("move", "class", place, name=node.name)
        self.inside(node)

    def visit_FunctionDef(self, node):
        place = self.name_of(node)
        owner = self.owners[-1] if self.owners else None
        is_method = isinstance(owner, ast.ClassDef)
        form = "method" if is_method else "function"
        self.add_rename(form, node.name, place)
        if place is not None and not self.is_given(node.name):
            if not self.owners:
                self.add("move", "function", place, name=node.name)
            if not node.decorator_list:
                self.add("inline", form, place, name=node.name)
            self.add_signature(node, form, place, is_method)
        arguments = node.args
        for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
            self.add_rename("parameter", argument.arg, self.at(argument.lineno, argument.col_offset))
        self.inside(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def add_signature(self, node, form, place, is_method):
        arguments = node.args
        names = [argument.arg for argument in arguments.args]
        is_plain = not (arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg or arguments.kwarg)
        is_static = any(isinstance(each, ast.Name) and each.id in ("staticmethod", "overload", "property") for each in node.decorator_list)
        if not is_plain or is_static or any("overload" in ast.dump(each) or "setter" in ast.dump(each) for each in node.decorator_list):
            return
        used = {each.id for statement in node.body for each in ast.walk(statement) if isinstance(each, ast.Name)}
        own = names[1:] if is_method else names
        defaults = len(arguments.defaults)
        self.add("signature", form, place, name=node.name, parameters=own, unused=[name for name in own if name not in used], defaults=min(defaults, len(own)))

    def inside(self, node):
        for decorator in node.decorator_list:
            self.generic_visit(decorator)
        self.owners.append(node)
        self.add_block(node.body)
        for statement in node.body:
            self.visit(statement)
        self.owners.pop()

    def in_function(self):
        return any(isinstance(each, FUNCTIONS) for each in self.owners)

    def add_block(self, body):
        if not self.owners or not isinstance(self.owners[-1], FUNCTIONS):
            return
        for index, statement in enumerate(body):
            if isinstance(statement, (ast.Import, ast.ImportFrom, ast.Pass, ast.Global, ast.Nonlocal, ast.Break, ast.Continue)) or self.is_text(statement):
                continue
            ends = [self.end(each) for each in body[index:index + MOST_STATEMENTS] if not isinstance(each, (*FUNCTIONS, ast.ClassDef))]
            if isinstance(statement, (*FUNCTIONS, ast.ClassDef)) or not ends:
                continue
            self.add("extract_function", "statements", self.at(statement.lineno, statement.col_offset), ends=ends)

    def is_text(self, statement):
        return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)

    def generic_visit(self, node):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and not isinstance(node, (ast.Module, *FUNCTIONS, ast.ClassDef)):
                # The rest of a chain of elif stands in an if of its own that has no place for statements.
                if not (field == "orelse" and isinstance(node, ast.If) and len(block) == 1 and isinstance(block[0], ast.If)):
                    self.add_block(block)
        super().generic_visit(node)

    def visit_Assign(self, node):
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Name) and not self.is_given(target.id):
            place = self.at(target.lineno, target.col_offset)
            if not self.owners:
                self.add("move", "constant", place, name=target.id)
                self.add("inline", "constant", place, name=target.id)
            elif self.in_function():
                self.add("inline", "local", place, name=target.id)
        self.generic_visit(node)

    def visit_AnnAssign(self, node):
        self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node):
        pass

    def visit_arguments(self, node):
        pass

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            form = "local" if self.in_function() else "attribute" if self.owners else "constant"
            self.add_rename(form, node.id, self.at(node.lineno, node.col_offset))
        elif isinstance(node.ctx, ast.Load) and self.in_function():
            self.add_rename("use", node.id, self.at(node.lineno, node.col_offset))

    def visit_Attribute(self, node):
        if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id == "self":
            self.add_rename("attribute", node.attr, self.at(node.end_lineno, node.end_col_offset - len(node.attr.encode())))
        self.generic_visit(node)

    def visit(self, node):
        for child in ast.iter_child_nodes(node):
            child.parent = node
        if isinstance(node, EXPRESSIONS) and self.in_function() and self.is_value(node):
            self.add("extract_variable", type(node).__name__, self.at(node.lineno, node.col_offset), ends=[self.end(node)])
        super().visit(node)

    def is_value(self, node):
        parent = getattr(node, "parent", None)
        if isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)) or isinstance(parent, (ast.Expr, ast.Starred, ast.Delete)):
            return False
        if isinstance(parent, ast.Call) and parent.func is node:
            return False
        # `a, b = 1, 2` and `for a, b in …` hold tuples that are no values.
        return not (isinstance(node, ast.Tuple) and isinstance(parent, (ast.Assign, ast.For, ast.Subscript, ast.Return, ast.comprehension)))


def read(root, file):
    with open(os.path.join(root, file), encoding="utf-8") as opened:
        text = opened.read()
    reader = Reader(file, text)
    for statement in ast.parse(text).body:
        reader.visit(statement)
    return reader.found


def main():
    question = json.load(sys.stdin)
    found = []
    for file in question["files"]:
        try:
            found += read(question["root"], file)
        except (SyntaxError, UnicodeDecodeError):
            continue
    # A name that the language or a library gives is nobody's to rename here.
    declared = {(each["file"], each["name"]) for each in found if each["kind"] == "rename" and each["form"] != "use"}
    json.dump([each for each in found if each["form"] != "use" or (each["file"], each["name"]) in declared], sys.stdout)


main()
