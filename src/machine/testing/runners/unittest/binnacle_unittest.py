# Run instead of unittest's own main: finds the same tests, chooses by name, and reports each as it begins and ends.
import contextlib
import io
import json
import os
import sys
import time
import traceback
import unittest

TARGET = os.environ["BINNACLE_TEST_EVENTS"]
CHOICE = json.loads(os.environ.get("BINNACLE_TEST_CHOICE", "{}") or "{}")
LONGEST = 8000


def tell(event):
    with open(TARGET, "a", encoding="utf-8") as file:
        file.write(json.dumps({key: value for key, value in event.items() if value is not None}) + "\n")


def identity(test):
    # Examples in documentation are all called runTest.
    example = getattr(test, "_dt_test", None)
    if example is not None:
        file = os.path.abspath(example.filename) if example.filename else None
        return {"file": file, "suite": ["doctest"], "name": example.name, "line": None if example.lineno is None else example.lineno + 1}
    cls = type(test)
    method = getattr(test, "_testMethodName", str(test))
    function = getattr(cls, method, None)
    code = getattr(getattr(function, "__wrapped__", function), "__code__", None)
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return {"file": os.path.abspath(file) if file else None, "suite": [cls.__qualname__], "name": method, "line": code.co_firstlineno if code else None}


def short(text):
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def flat(suite):
    for each in suite:
        if isinstance(each, unittest.TestSuite):
            yield from flat(each)
        else:
            yield each


def failed(kind, error):
    error_type, value, tb = error
    frames = []
    expected = actual = None
    while tb is not None:
        code = tb.tb_frame.f_code
        names = tb.tb_frame.f_locals
        inside = code.co_filename.endswith(os.path.join("unittest", "case.py"))
        if inside and expected is None and "first" in names and "second" in names:
            expected, actual = short(repr(names["second"])), short(repr(names["first"]))
        if not inside and os.path.isabs(code.co_filename):
            frames.append({"file": code.co_filename, "line": tb.tb_lineno, "column": 1, "function": code.co_name})
        tb = tb.tb_next
    message = "".join(traceback.format_exception_only(error_type, value)).strip()
    return {"status": kind, "message": message, "expected": expected, "actual": actual, "stack": frames[::-1]}


class Result(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.current = None

    def startTest(self, test):
        super().startTest(test)
        self.current = {"status": "passed"}
        self.began = time.perf_counter()
        self.out = io.StringIO()
        self.redirect = contextlib.ExitStack()
        self.redirect.enter_context(contextlib.redirect_stdout(self.out))
        self.redirect.enter_context(contextlib.redirect_stderr(self.out))
        tell({"event": "started", **identity(test)})

    def stopTest(self, test):
        self.redirect.close()
        known, self.current = self.current, None
        tell({"event": "ended", **identity(test), **known, "ms": (time.perf_counter() - self.began) * 1000, "output": self.out.getvalue() or None})

    def outside(self, test, error):
        # setUpClass and setUpModule fail in the name of nobody; every test behind them has an error.
        text = str(test)
        failure = failed("error", error)
        affected = [each for each in ALL if unittest.util.strclass(type(each)) in text or f"({type(each).__module__})" in text]
        for each in affected:
            tell({"event": "ended", **identity(each), **failure})
        if not affected:
            tell({"event": "problem", "message": f"{text}: {failure['message']}"})

    def note(self, test, values):
        if self.current is None:
            return
        if self.current["status"] in ("passed", "skipped"):
            self.current.update(values)

    def addError(self, test, err):
        if self.current is None:
            self.outside(test, err)
        else:
            self.note(test, failed("error" if in_fixture(err) else "failed", err))

    def addFailure(self, test, err):
        self.note(test, failed("failed", err))

    def addSkip(self, test, reason):
        if self.current is None:
            return
        self.note(test, {"status": "skipped", "message": reason})

    def addExpectedFailure(self, test, err):
        self.note(test, {"status": "skipped", "message": "expected failure"})

    def addUnexpectedSuccess(self, test):
        self.note(test, {"status": "failed", "message": "It was expected to fail, and did not."})

    def addSubTest(self, test, subtest, err):
        if err is not None:
            failure = failed("failed", err)
            failure["message"] = f"{subtest._subDescription()}: {failure['message']}"
            self.note(test, failure)


# A test that raises has failed; what raises before or after it is an error.
def in_fixture(error):
    tb = error[2]
    while tb is not None:
        if tb.tb_frame.f_code.co_name in ("setUp", "tearDown", "asyncSetUp", "asyncTearDown", "doCleanups"):
            return True
        tb = tb.tb_next
    return False


def is_named(test, wanted):
    names = test["suite"] + [test["name"]]
    asked = [part.strip() for part in wanted.replace("::", ">").replace(".", ">").replace("#", ">").split(">") if part.strip()]
    if asked[:1] and asked[0].endswith("py"):
        asked = asked[2:]
    return any(names[start: start + len(asked)] == asked for start in range(len(names)))


def chosen(tests):
    exact, wanted = CHOICE.get("exact"), CHOICE.get("name")
    keys = None if exact is None else {json.dumps(each) for each in exact}
    for test in tests:
        known = identity(test)
        if keys is not None and json.dumps([known["file"]] + known["suite"] + [known["name"]]) not in keys:
            continue
        if wanted is not None and not is_named(known, wanted):
            continue
        yield test


def found(arguments):
    loader = unittest.TestLoader()
    sys.path.insert(0, os.getcwd())
    suites = []
    for path in arguments or ["."]:
        if os.path.isdir(path):
            for pattern in ("test*.py", "*_test.py"):
                suites.append(loader.discover(path, pattern=pattern, top_level_dir=top_level(path)))
        else:
            name = os.path.relpath(path, top_level(os.path.dirname(path) or "."))[:-3].replace(os.sep, ".")
            suites.append(loader.loadTestsFromName(name))
    return suites


# The folder that modules are named from: the first one upwards that is no package.
def top_level(path):
    path = os.path.abspath(path)
    while os.path.exists(os.path.join(path, "__init__.py")):
        path = os.path.dirname(path)
    if path not in sys.path:
        sys.path.insert(0, path)
    return path


def main(arguments):
    global ALL
    listing = arguments[:1] == ["--list"]
    seen, loaded = set(), []
    for suite in found(arguments[1:] if listing else arguments):
        for test in flat(suite):
            if type(test).__name__ == "_FailedTest":
                error = getattr(test, "_exception", None)
                if str(error) not in seen:
                    tell({"event": "problem", "message": str(error).strip(), "file": failed_file(str(error))})
                seen.add(str(error))
            elif test.id() not in seen:
                seen.add(test.id())
                loaded.append(test)
    if listing:
        for test in loaded:
            tell({"event": "listed", **identity(test)})
        return 0
    ALL = list(chosen(loaded))
    tell({"event": "expected", "count": len(ALL)})
    result = Result()
    unittest.TestSuite(grouped(ALL)).run(result)
    return 0


# Tests of one class together, in the order in which they were found, so that class and module fixtures run once.
def grouped(tests):
    classes = {}
    for test in tests:
        classes.setdefault(type(test), []).append(test)
    return [unittest.TestSuite(each) for each in classes.values()]


def failed_file(text):
    for line in reversed(text.splitlines()):
        part = line.strip()
        if part.startswith('File "') and "importlib" not in part and "unittest" not in part:
            return part.split('"')[1]
    return None


# What the project says about coverage counts, except where the data is kept: nothing of it is left behind.
def measured(report, arguments):
    import coverage

    measuring = coverage.Coverage(data_file=None, source=["."])
    measuring.start()
    try:
        return main(arguments)
    finally:
        measuring.stop()
        try:
            measuring.json_report(outfile=report)
        except coverage.CoverageException as error:
            tell({"event": "problem", "message": f"coverage: {error}"})


ALL = []
REPORT = os.environ.get("BINNACLE_TEST_COVERAGE")
sys.exit(main(sys.argv[1:]) if REPORT is None else measured(REPORT, sys.argv[1:]))
