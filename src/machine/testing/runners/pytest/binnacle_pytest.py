# Loaded into pytest with -p: reports each test as it begins and ends, chooses tests by name, and records which functions each test file ran.
import json
import os
import sys
import threading
import time

import pytest

TARGET = os.environ.get("BINNACLE_TEST_EVENTS", "")
ROOT = os.environ.get("BINNACLE_TEST_ROOT", "")
CHOICE = json.loads(os.environ.get("BINNACLE_TEST_CHOICE", "{}") or "{}")
RECORD = os.environ.get("BINNACLE_TEST_EXECUTIONS", "")
LISTING = os.environ.get("BINNACLE_TEST_LIST") == "1"
LONGEST = 8000

_results = {}
_compared = {}
_lock = threading.Lock()


def tell(event):
    with _lock, open(TARGET, "a", encoding="utf-8") as file:
        file.write(json.dumps(event) + "\n")


def identity(item):
    path, line, _ = item.location
    file = str(getattr(item, "path", None) or item.fspath)
    parts = item.nodeid.split("::")
    name = item.nodeid[len(parts[0]) + 2:] if len(parts) > 1 else item.name
    suite = []
    # Parameters may hold "::" themselves, so the name is asked for and the rest is taken apart.
    if name.endswith(item.name):
        head = name[: -len(item.name)].strip(":")
        suite = [part for part in head.split("::") if part]
    return {"file": file, "suite": suite, "name": item.name, "line": None if line is None else line + 1}


def without_none(value):
    return {key: each for key, each in value.items() if each is not None}


def is_worker(config):
    return hasattr(config, "workerinput")


def is_named(test, wanted):
    full = test["suite"] + [test["name"]]
    bare = test["suite"] + [test["name"].split("[")[0]]
    asked = [part.strip() for part in wanted.replace("::", ">").replace("#", ">").split(">") if part.strip()]
    if asked and asked[0].endswith(".py"):
        asked = asked[1:]
    if len(asked) == 1 and "." in asked[0] and asked[0].replace(".", "").isidentifier():
        asked = asked[0].split(".")
    for names in (full, bare):
        for start in range(len(names)):
            if names[start: start + len(asked)] == asked:
                return True
    return False


_root = [ROOT]


def pytest_configure(config):
    _root[0] = str(getattr(config, "rootpath", None) or config.rootdir)


def pytest_collection_modifyitems(config, items):
    exact = CHOICE.get("exact")
    wanted = CHOICE.get("name")
    if exact is None and wanted is None:
        return
    keys = None if exact is None else {json.dumps(each) for each in exact}
    kept, dropped = [], []
    for item in items:
        test = identity(item)
        fits = is_named(test, wanted) if keys is None else json.dumps([test["file"]] + test["suite"] + [test["name"]]) in keys
        (kept if fits else dropped).append(item)
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept


def pytest_collection_finish(session):
    # Every worker of xdist collects the same, and the one that hands out has none.
    if not LISTING and os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0":
        for item in session.items:
            tell(without_none({"event": "planned", **identity(item)}))
    if is_worker(session.config):
        return
    if LISTING:
        for item in session.items:
            tell(without_none({"event": "listed", **identity(item)}))
        return
    if session.items:
        tell({"event": "expected", "count": len(session.items)})
    _recorder.begin(session)


def pytest_collectreport(report):
    if not report.failed:
        return
    crash = getattr(report.longrepr, "reprcrash", None)
    file = str(getattr(crash, "path", "") or "") or None
    if file is None:
        candidate = os.path.join(ROOT, report.nodeid.split("::")[0])
        file = candidate if os.path.exists(candidate) else None
    tell(without_none({"event": "problem", "message": str(report.longrepr), "file": file, "line": getattr(crash, "lineno", None)}))


def pytest_internalerror(excrepr):
    tell({"event": "problem", "message": str(excrepr)})


# Only what compares for equality has an expected and an actual value.
def pytest_assertrepr_compare(config, op, left, right):
    if op == "==":
        try:
            _compared["last"] = (short(repr(right)), short(repr(left)))
        except Exception:
            _compared.pop("last", None)
    return None


def short(text):
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    report.binnacle = {"test": identity(item)}
    if report.failed and call.excinfo is not None:
        compared = _compared.pop("last", None)
        error = call.excinfo
        if compared is not None and error.errisinstance(AssertionError):
            report.binnacle["expected"], report.binnacle["actual"] = compared
        else:
            first, second = unittest_values(error.tb)
            if first is not None:
                report.binnacle["expected"], report.binnacle["actual"] = second, first
        report.binnacle["message"] = error.exconly()
        report.binnacle["stack"] = frames(error.tb)


# assertEqual(first, second) keeps what it compares in the frame that raises.
def unittest_values(tb):
    while tb is not None:
        names = tb.tb_frame.f_locals
        if tb.tb_frame.f_code.co_filename.endswith(os.path.join("unittest", "case.py")) and "first" in names and "second" in names:
            return short(repr(names["first"])), short(repr(names["second"]))
        tb = tb.tb_next
    return None, None


def frames(tb):
    found = []
    while tb is not None:
        code = tb.tb_frame.f_code
        if os.path.isabs(code.co_filename) and not any(part in code.co_filename for part in HIDDEN):
            found.append({"file": code.co_filename, "line": tb.tb_lineno, "column": 1, "function": code.co_name})
        tb = tb.tb_next
    return found[::-1]


HIDDEN = [os.path.join("_pytest", ""), os.path.join("pluggy", ""), os.path.join("unittest", "case.py")]


def pytest_runtest_logstart(nodeid, location):
    pass


# Before its fixtures, so that one that dies there is known by name.
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    _recorder.enter(item)
    if not is_worker(item.config):
        tell(without_none({"event": "started", **identity(item)}))


def pytest_runtest_logreport(report):
    if os.environ.get("PYTEST_XDIST_WORKER"):
        return
    if not hasattr(report, "binnacle"):
        # xdist says so in the name of a worker that is gone.
        if report.failed:
            path, *names = report.nodeid.split("::")
            test = {"file": os.path.join(_root[0], path), "suite": names[:-1], "name": names[-1] if names else path}
            tell({"event": "ended", **test, "status": "error", "message": report.longreprtext})
        return
    known = _results.setdefault(report.nodeid, {"ms": 0.0, "status": None, "output": ""})
    extra = report.binnacle
    known["ms"] += report.duration * 1000
    known["output"] += "".join(text for title, text in report.sections if "Captured" in title and report.when in title) if report.when else ""
    xfail = getattr(report, "wasxfail", None)
    if report.failed and known["status"] not in ("failed", "error"):
        known["status"] = "failed" if report.when == "call" else "error"
        known["message"] = extra.get("message") or report.longreprtext
        for key in ("expected", "actual", "stack"):
            if key in extra:
                known[key] = extra[key]
    elif report.skipped and known["status"] is None:
        known["status"] = "skipped"
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        known["message"] = "xfail: " + xfail if xfail else reason.replace("Skipped: ", "")
    elif report.passed and report.when == "call" and known["status"] is None:
        known["status"] = "passed"
        if xfail:
            known["message"] = "xpass: " + xfail
    if report.when == "teardown":
        _results.pop(report.nodeid)
        known["status"] = known["status"] or "passed"
        tell(without_none({"event": "ended", **extra["test"], **{key: value for key, value in known.items() if value not in ("", None)}}))


def pytest_runtest_logfinish(nodeid, location):
    pass


class Recorder:
    """Which functions of the project ran in the tests of each file; what ran while modules or wide fixtures were made is everyone's."""

    def __init__(self):
        self.codes = None
        self.shared = set()
        self.left = {}
        self.file = None
        self.tool = None

    def start(self):
        if not RECORD:
            return
        self.codes = self.shared
        if hasattr(sys, "monitoring"):
            monitoring = sys.monitoring
            for tool in (4, 3):
                try:
                    monitoring.use_tool_id(tool, "binnacle")
                except ValueError:
                    continue
                self.tool = tool
                monitoring.register_callback(tool, monitoring.events.PY_START, self.monitored)
                monitoring.set_events(tool, monitoring.events.PY_START)
                return
            self.codes = None
        elif RECORD == "always" and sys.getprofile() is None:
            threading.setprofile(self.profiled)
            sys.setprofile(self.profiled)
        else:
            self.codes = None

    def monitored(self, code, offset):
        self.codes.add(code)
        return sys.monitoring.DISABLE

    def profiled(self, frame, event, arg):
        if event == "call":
            self.codes.add(frame.f_code)

    def begin(self, session):
        if self.codes is None:
            return
        for item in session.items:
            file = str(getattr(item, "path", None) or item.fspath)
            self.left[file] = self.left.get(file, 0) + 1

    def switch(self, codes):
        self.codes = codes
        # What was heard once is not reported again, unless it is asked for anew.
        if self.tool is not None:
            sys.monitoring.restart_events()

    def enter(self, item):
        if self.codes is None:
            return
        file = str(getattr(item, "path", None) or item.fspath)
        if file != self.file:
            self.file = file
            self.own = self.own_by_file.setdefault(file, set())
            self.switch(self.own)

    own_by_file = {}
    own = None

    def leave(self, item):
        if self.codes is None:
            return
        file = str(getattr(item, "path", None) or item.fspath)
        self.left[file] = self.left.get(file, 1) - 1
        if self.left[file] == 0:
            tell({"event": "executed", "file": file, "files": ranges(self.own_by_file.pop(file, set()))})
            self.file = None

    def finish(self):
        if self.codes is None:
            return
        if self.tool is None:
            sys.setprofile(None)
            threading.setprofile(None)
        tell({"event": "executed", "file": "", "files": ranges(self.shared)})


def ranges(codes):
    found = {}
    # Copied at once: what runs here is heard too.
    for code in tuple(codes):
        file = code.co_filename
        if code.co_name in ("<module>",) or not file.startswith(ROOT) or "site-packages" in file:
            continue
        # The body of a class runs when its module is loaded; it is no function, and holds them all.
        if not code.co_flags & 0x2:
            continue
        lines = [line for _, _, line in code.co_lines() if line] if hasattr(code, "co_lines") else [code.co_firstlineno]
        found.setdefault(file, set()).add((code.co_firstlineno, max(lines + [code.co_firstlineno])))
    return {file: sorted(each) for file, each in found.items()}


_recorder = Recorder()
if not LISTING and TARGET:
    _recorder.start()


@pytest.hookimpl(hookwrapper=True)
def pytest_fixture_setup(fixturedef, request):
    wide = _recorder.codes is not None and fixturedef.scope in ("session", "package")
    if not wide:
        yield
        return
    before = _recorder.codes
    _recorder.switch(_recorder.shared)
    yield
    _recorder.switch(before)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_teardown(item, nextitem):
    yield
    _recorder.leave(item)


def pytest_sessionfinish(session):
    if not is_worker(session.config):
        _recorder.finish()
