// Breakpoints on functions of a Python program, found in its code as that is loaded: they stand on the first line of each function that is called so.

// pydevd has some of its own, but compares bare names, passes over coroutines and generators, calls each of them in place, and has no log messages there.
export const functionBreakpoints = String.raw`
functions = []
# By file and line.
places = {}


class Function:
    def __init__(self, number, name, condition=None, hitCondition=None, mark=None, expressions=()):
        self.number = number
        self.name = name
        self.parts = name.split('.')
        self.condition = condition
        self.hit_condition = hitCondition
        self.mark = mark
        self.expressions = expressions
        self.hits = 0
        self.at = None
        self.is_broken = False
        self.is_elsewhere = False
        for expression in ([condition] if condition is not None else []) + list(expressions):
            try:
                compile(expression, '<condition>', 'eval')
            except SyntaxError as error:
                self.is_broken = True
                self.complain('%s is no expression of Python: %s.' % (expression, error.msg))

    # Every function of this name in the code, wherever it is nested.
    def look(self, code, around):
        for inner in code.co_consts:
            if not isinstance(inner, types.CodeType):
                continue
            names = around if inner.co_name.startswith('<') else around + (inner.co_name,)
            self.look_at(inner, names)
            self.look(inner, names)

    def look_at(self, code, names):
        # A class has no local variables of its own.
        if code.co_flags & 1 and code.co_name == self.parts[-1] and self.is_called(code, names):
            self.bind(code)

    # As total, Cart.total or shop.cart.Cart.total.
    def is_called(self, code, names):
        module = os.path.splitext(code.co_filename)[0].replace('\\', '/').split('/')
        if module[-1] == '__init__':
            module.pop()
        return (module + list(names))[-len(self.parts) :] == self.parts

    def bind(self, code):
        py_db = get_global_debugger()
        if self.is_broken:
            return
        if py_db.is_files_filter_enabled and py_db.apply_files_filter(Filtered(code), code.co_filename, False):
            if self.at is None and not self.is_elsewhere:
                self.is_elsewhere = True
                self.complain('%s is declared in %s, a library, where debugpy does not stop.' % (self.name, code.co_filename))
            return
        offset, line = entry(code)
        lines = places.setdefault(canonical(code.co_filename), {})
        called = lines.setdefault(line, Place(line)).entries.setdefault((code.co_name, code.co_firstlineno, offset), [])
        if self not in called:
            called.append(self)
        if self.at is None:
            self.at = (code.co_filename, line)
            source = pydevd_schema.Source(path=code.co_filename, name=os.path.basename(code.co_filename))
            tell_breakpoint(pydevd_schema.Breakpoint(verified=True, id=self.number, line=line, source=source, message='').to_dict())

    def complain(self, why):
        tell_breakpoint(pydevd_schema.Breakpoint(verified=False, id=self.number, message=why).to_dict())

    # Whether it stops here.
    def stops(self, info, frame):
        if self.condition is not None and not plain_condition(info, LineBreakpoint(self.number, 0, self.condition, 'None', None), frame):
            return False
        with lock:
            self.hits += 1
            if self.hit_condition is not None and not is_hit(self.hit_condition, self.hits):
                return False
        if self.mark is None:
            return True
        values = [value_of(expression, frame) for expression in self.expressions]
        print_message(PART.join([MARK + self.mark] + values) + PART)
        return False


# As much of a frame as the filters look at.
class Filtered:
    def __init__(self, code):
        self.f_code = code
        self.f_globals = {}


# What pydevd takes for the breakpoint on one line: that of the client, if there is one, and those on functions that begin there.
class Place(LineBreakpoint):
    def __init__(self, line):
        every = get_global_debugger().multi_threads_single_notification
        LineBreakpoint.__init__(self, None, line, None, 'None', None, suspend_policy='ALL' if every else 'NONE')
        self.entries = {}
        self.own = None

    @property
    def has_condition(self):
        return True

    def stops(self, info, frame):
        hit = []
        for (name, first, offset), called in list(self.entries.items()):
            # Its first line may be run again, as that of a loop is.
            if frame.f_code.co_name == name and frame.f_code.co_firstlineno == first and frame.f_lasti <= offset:
                hit.extend(function.number for function in called if function.stops(info, frame))
        if self.own is not None and self.own_stops(info, frame):
            hit.append(self.own.breakpoint_id)
        if hit:
            self.breakpoint_id = hit[0]
            # pydevd reports one of them, and only in its latest versions.
            tell({'type': 'event', 'event': 'binnacleHit', 'body': {'ids': hit}})
        return bool(hit)

    def own_stops(self, info, frame):
        own = self.own
        info.pydev_message = ''
        if own.expression is not None:
            on_expression(own, info, frame)
        if own.has_condition and not on_condition(info, own, frame):
            return False
        if own.is_logpoint and info.pydev_message:
            print_message(info.pydev_message)
        return not own.is_logpoint


# Where the first line of a function begins: behind what the compiler puts before it.
def entry(code):
    steps = list(dis.get_instructions(code))
    prologue = [index for index, step in enumerate(steps[:20]) if step.opname in ('RESUME', 'GEN_START')]
    starts = dict(dis.findlinestarts(code))
    line = code.co_firstlineno
    for index, step in enumerate(steps):
        line = starts.get(step.offset) or line
        if index > (prologue[0] if prologue else -1):
            return step.offset, line
    return 0, line


def is_hit(condition, hits):
    digits = condition.lstrip('<>=!% ')
    sign = condition[: len(condition) - len(digits)].strip()
    number = int(digits)
    if sign == '%':
        return number > 0 and hits % number == 0
    known = {'<': hits < number, '<=': hits <= number, '>': hits > number, '>=': hits >= number, '!': hits != number, '!=': hits != number}
    return known.get(sign, hits == number)


def value_of(expression, frame):
    try:
        return str(eval(expression, frame.f_globals, frame.f_locals))
    except Exception as error:
        return '(%s: %s)' % (type(error).__name__, error)


# Into pydevd's own table, which is made anew whenever the client's breakpoints change.
def put():
    known = get_global_debugger().breakpoints
    for file, lines in places.items():
        there = known.setdefault(file, {})
        for line, place in lines.items():
            if there.get(line) is not place:
                place.own = there.get(line)
                there[line] = place


def on_condition(info, breakpoint, frame):
    if isinstance(breakpoint, Place):
        return breakpoint.stops(info, frame)
    condition, hit_condition = breakpoint.condition, getattr(breakpoint, 'hit_condition', None)
    if not condition or not hit_condition:
        return plain_condition(info, breakpoint, frame)
    # Of two conditions pydevd is content with one.
    if not plain_condition(info, LineBreakpoint(breakpoint.breakpoint_id, 0, condition, 'None', None), frame):
        return False
    return breakpoint.handle_hit_condition(frame)


def plain_condition(info, breakpoint, frame):
    py_db = get_global_debugger()
    return type(py_db).handle_breakpoint_condition(py_db, info, breakpoint, frame)


# A log message whose expression fails is printed in its place, with what failed.
def on_expression(breakpoint, info, frame):
    try:
        value = eval(breakpoint.expression, frame.f_globals, frame.f_locals)
    except Exception as error:
        marked = breakpoint.expression.find(MARK)
        if marked < 0:
            value = error
        else:
            start = breakpoint.expression[marked:].split(PART)[0]
            value = PART.join([start, '(%s: %s)' % (type(error).__name__, error), ''])
    if value is not None:
        info.pydev_message = str(value)


# All of them anew.
def set_functions(given):
    py_db = get_global_debugger()
    hits = {function.name: function.hits for function in functions}
    with lock:
        for lines in places.values():
            for place in lines.values():
                place.entries.clear()
        functions[:] = [Function(**one) for one in json.loads(given)]
        for function in functions:
            function.hits = hits.get(function.name, 0)
        if functions:
            for code, around in loaded_functions():
                for function in functions:
                    function.look_at(code, around + (code.co_name,))
                    function.look(code, around + (code.co_name,))
        put()
        # So that pydevd follows every call, wherever functions will be.
        py_db.function_breakpoint_name_to_breakpoint = {'<binnacle>': None} if functions else {}
    py_db.on_breakpoints_changed()
`;
