// How debugpy shows values: whole as far as there is room, with a mark where they are not, and without hiding those that are functions or classes.

// A character that no value holds by chance: between two of them stands how long the whole is, where that is known.
export const CUT = '\u241d';

// In characters: of one value among others, and of one that was asked for alone.
const LONGEST = 20_001;
const LONGEST_ALONE = 200_001;
// What is longer is not written out to be measured.
const LONGEST_MEASURED = 5_000_000;
// Values inside of one, and how deep: the texts of some cost a lot.
const MOST_INSIDE = 1_500;
const DEEPEST = 20;

export const shownValues = `
class ShownRepr(pydevd_safe_repr.SafeRepr):
    longest = ${LONGEST}

    def __call__(self, obj):
        self.left, self.inside, self.around = self.longest, ${MOST_INSIDE}, []
        self.is_cut, self.length = False, None
        text = pydevd_safe_repr.SafeRepr.__call__(self, obj)
        return text + '${CUT}' + ('' if self.length is None else str(self.length)) + '${CUT}' if self.is_cut else text

    def _repr(self, obj, level):
        self.inside -= 1
        return pydevd_safe_repr.SafeRepr._repr(self, obj, level)

    def _repr_iter(self, obj, level, prefix, suffix, comma_after_single_element=False):
        yield prefix
        count = 0
        for item in self.within(obj, level):
            if count:
                yield ', '
            count += 1
            if item is self:
                yield '...'
                break
            for part in self._repr(item, level + 1):
                yield part
        if count == 1 and comma_after_single_element:
            yield ','
        self.leave(obj)
        yield suffix

    def _repr_dict(self, obj, level, prefix, suffix, item_prefix, item_sep, item_suffix):
        yield prefix
        count = 0
        for key in self.within(obj, level):
            if count:
                yield ', '
            count += 1
            if key is self:
                yield '...'
                break
            yield item_prefix
            for part in self._repr(key, level + 1):
                yield part
            yield item_sep
            try:
                item = obj[key]
            except Exception:
                yield '<?>'
            else:
                for part in self._repr(item, level + 1):
                    yield part
            yield item_suffix
        self.leave(obj)
        yield suffix

    # What is inside, and in its place or behind it this object for what is left out. What contains itself is left out by Python too.
    def within(self, obj, level):
        if any(one is obj for one in self.around):
            yield self
            return
        self.around.append(obj)
        for item in obj:
            if level >= ${DEEPEST} or self.inside <= 0 or self.left <= 0:
                self.is_cut = True
                yield self
                return
            yield item

    def leave(self, obj):
        if self.around and self.around[-1] is obj:
            self.around.pop()

    def _repr_long_iter(self, obj):
        self.is_cut = True
        return pydevd_safe_repr.SafeRepr._repr_long_iter(self, obj)

    def _repr_str(self, obj, level):
        if self.raw_value:
            return pydevd_safe_repr.SafeRepr._repr_str(self, obj, level)
        if len(obj) <= ${LONGEST_MEASURED}:
            return self.fitting(repr(obj), level)
        return self.fitting(repr(obj[:self.longest]), level, len(obj) + len(repr(obj[:0])))

    def _repr_obj(self, obj, level, limit_inner, limit_outer):
        if self.raw_value:
            return pydevd_safe_repr.SafeRepr._repr_obj(self, obj, level, limit_inner, limit_outer)
        return self.fitting(''.join(pydevd_safe_repr.SafeRepr._repr_obj(self, obj, level, sys.maxsize, sys.maxsize)), level)

    def fitting(self, text, level, length=None):
        room = max(self.left, 0)
        self.left -= len(text)
        if len(text) <= room and length is None:
            return (text,)
        self.is_cut = True
        if level == 0:
            self.length = length or len(text)
        return (text[:room], '' if level == 0 else '...')


# What is asked for in a context is asked for alone.
def get_var_data(self, *given, **named):
    if named.get('context') is not None:
        named['longest'] = ${LONGEST_ALONE}
    return plain_get_var_data(self, *given, **named)


# debugpy puts whatever is a function or a class into groups beside the variables. That is right for methods, not for a variable, an attribute or an element whose value is one.
def is_variable(holder, name, evaluate_name):
    if isinstance(holder, pydevd_suspended_frames._FrameVariable):
        code = holder.frame.f_code
        return bool(code.co_flags & inspect.CO_OPTIMIZED) and name in code.co_varnames + code.co_cellvars + code.co_freevars
    if evaluate_name is None or isinstance(evaluate_name, str) and evaluate_name.startswith('['):
        return True
    if not isinstance(evaluate_name, str) or isinstance(holder.value, (type, types.ModuleType)):
        return False
    return name in vars(holder.value)


def group_entries(self, entries, handle_return_values):
    shown, others = [], []
    for entry in entries:
        try:
            name, _, evaluate_name = entry
            isolated = isinstance(name, str) and not (name.startswith('__') and name.endswith('__')) and is_variable(self, name, evaluate_name)
        except Exception:
            isolated = False
        (shown if isolated and not isinstance(self.value, pydevd_suspended_frames.DAPGrouper) else others).append(entry)
    ungrouped, groups = plain_group_entries(self, others, handle_return_values)
    return shown + ungrouped, groups


plain_get_var_data = pydevd_suspended_frames._AbstractVariable.get_var_data
plain_group_entries = pydevd_suspended_frames._AbstractVariable._group_entries
pydevd_suspended_frames.SafeRepr = ShownRepr
pydevd_suspended_frames._AbstractVariable.get_var_data = get_var_data
pydevd_suspended_frames._AbstractVariable._group_entries = group_entries
`;
