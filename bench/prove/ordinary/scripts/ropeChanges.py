"""What rope makes of a refactoring at a place: the texts of the files that it changes, nothing written."""
import json
import os
import sys

from rope.base import libutils
from rope.base.project import Project
from rope.refactor.change_signature import ArgumentAdder, ArgumentRemover, ArgumentReorderer, ChangeSignature
from rope.refactor.extract import ExtractMethod, ExtractVariable
from rope.refactor.inline import InlineParameter, create_inline
from rope.refactor.move import create_move
from rope.refactor.rename import Rename


def main():
    question = json.load(sys.stdin)
    project = Project(question["root"], ropefolder=None, ignored_resources=[".venv", "node_modules", "*.pyc", ".git", "build", "docs"])
    try:
        print(json.dumps({"files": texts(changes(project, question))}))
    except Exception as error:
        print(json.dumps({"cannot": f"{type(error).__name__}: {error}"[:300]}))
    finally:
        project.close()


def changes(project, question):
    resource = libutils.path_to_resource(project, os.path.join(question["root"], question["file"]))
    text = resource.read()
    start = offset(text, question["line"], question["column"])
    kind = question["kind"]
    if kind == "rename":
        return Rename(project, resource, start).get_changes(question["name"], docs=False)
    if kind in ("extract_function", "extract_variable"):
        end = offset(text, question["endLine"], question["endColumn"])
        how = ExtractMethod if kind == "extract_function" else ExtractVariable
        return how(project, resource, start, end).get_changes(question["name"])
    if kind == "inline":
        inlining = create_inline(project, resource, start)
        # A parameter that is given another value: rope writes its default to the callers, which nobody asked for.
        if isinstance(inlining, InlineParameter):
            raise ValueError("rope inlines the default of a parameter here")
        return inlining.get_changes()
    if kind == "move":
        target = os.path.join(question["root"], question["to"])
        if not os.path.exists(target):
            raise ValueError("rope moves only to files that are there")
        return create_move(project, resource, start).get_changes(libutils.path_to_resource(project, target))
    return signature(project, resource, start, question["change"])


def signature(project, resource, start, change):
    changing = ChangeSignature(project, resource, start)
    offset_of_own = 1 if change["method"] else 0
    if change["what"] == "add":
        return changing.get_changes([ArgumentAdder(change["at"] + offset_of_own, change["name"], None, change["value"])])
    if change["what"] == "remove":
        return changing.get_changes([ArgumentRemover(change["at"] + offset_of_own)])
    if change["what"] == "reorder":
        order = list(range(offset_of_own)) + [index + offset_of_own for index in change["order"]]
        return changing.get_changes([ArgumentReorderer(order, autodef=None)])
    raise ValueError("rope renames a parameter by a rename")


def texts(changed):
    found = {}
    for change in changed.changes:
        if not hasattr(change, "new_contents"):
            raise ValueError("rope creates or moves files here")
        found[change.resource.path] = change.new_contents
    return found


def offset(text, line, column):
    lines = text.split("\n")
    units = lines[line - 1].encode("utf-16-le")[: (column - 1) * 2].decode("utf-16-le")
    return sum(len(each) + 1 for each in lines[: line - 1]) + len(units)


main()
