// What is reported of the code that a Python program has loaded: debugpy calls each breakpoint on a line of a file in place, whether or not the program ever loads it.

export const loadedCode = `
# By the file's canonical name.
loaded = set()
# Breakpoints of the client in files that are not.
waiting = {}


def canonical(filename):
    return pydevd_file_utils.get_abs_path_real_path_and_base_from_file(filename)[1]


def on_audit(event, given):
    # Whatever is imported or run is a module's code that is executed.
    if event == 'exec' and isinstance(given[0], types.CodeType) and not given[0].co_filename.startswith('<'):
        try:
            came(given[0])
        except Exception:
            # The program must not see what goes wrong here.
            pass


def came(code):
    file = canonical(code.co_filename)
    with lock:
        loaded.add(file)
        waiters = waiting.pop(file, ())
        for function in functions:
            function.look(code, ())
        if functions:
            put()
    for breakpoint_id, result, on_changed in waiters:
        result.error_code = 0
        on_changed(breakpoint_id, result)


def add_breakpoint(api, py_db, filename, kind, breakpoint_id, *given, **named):
    result = plain_add_breakpoint(api, py_db, filename, kind, breakpoint_id, *given, **named)
    on_changed = named.get('on_changed_breakpoint_state')
    if not result.error_code and kind == 'python-line' and on_changed is not None:
        file = canonical(api.filename_to_server(filename))
        with lock:
            if file not in loaded:
                result.error_code = api.ADD_BREAKPOINT_LAZY_VALIDATION
                waiting.setdefault(file, []).append((breakpoint_id, result, on_changed))
    return result


# Every function that exists, with the names around it.
def loaded_functions():
    for function in gc.get_objects():
        if type(function) is types.FunctionType and not function.__code__.co_filename.startswith('<'):
            names = [name for name in function.__qualname__.split('.') if not name.startswith('<')]
            yield function.__code__, tuple(names[:-1])
`;
