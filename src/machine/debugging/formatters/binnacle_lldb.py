# How lldb shows the standard containers of Rust, and those of C++ that its own formatters get wrong. Every length is checked before it is believed: a value
# may not be initialised yet, and reading what garbage points to can take minutes.
import re

import lldb

MOST_TEXT = 4096
MOST_CHILDREN = 100000
# No length that a program of this age reaches; more is garbage.
LARGEST = 1 << 40
HIGH_BIT = 1 << 63


def __lldb_init_module(debugger, _):
    run = debugger.HandleCommand
    for pattern, summary, synthetic in TABLE:
        if summary is not None:
            run('type summary add -w binnacle -e -x "%s" -F %s.%s' % (pattern, __name__, summary.__name__))
        if synthetic is not None:
            run('type synthetic add -w binnacle -x "%s" -l %s.%s' % (pattern, __name__, synthetic.__name__))
    run("type summary add -w binnacle -e --recognizer-function %s.is_enum -F %s.enum_summary" % (__name__, __name__))
    run("type synthetic add -w binnacle --recognizer-function %s.is_enum -l %s.Enum" % (__name__, __name__))
    run("type category enable binnacle")
    # What stands in for this script where there is no Python.
    run("type category disable binnacle-plain")


def member(value, *names):
    for name in names:
        value = value.GetNonSyntheticValue().GetChildMemberWithName(name)
    return value.GetNonSyntheticValue()


# What a reference or a pointer leads to.
def plain(value):
    raw = value.GetNonSyntheticValue()
    kind = raw.GetType().GetCanonicalType()
    return raw.Dereference().GetNonSyntheticValue() if kind.IsPointerType() or kind.IsReferenceType() else raw


# Whatever is wrong with a value, it is no reason to show none.
def guarded(summary):
    def summarised(value, unused):
        try:
            raw = value.GetNonSyntheticValue()
            if raw.GetType().GetCanonicalType().IsPointerType() and number(raw) == 0:
                return "nullptr"
            return summary(plain(value), unused)
        except Exception:
            return "<not readable>"

    summarised.__name__ = summary.__name__
    return summarised


# What cannot be read is no nought.
def number(value):
    error = lldb.SBError()
    found = value.GetValueAsUnsigned(error, 0)
    if error.Fail():
        raise LookupError()
    return found


def children_of(value):
    raw = value.GetNonSyntheticValue()
    return [raw.GetChildAtIndex(index) for index in range(min(raw.GetNumChildren(), 64))]


# The first pointer inside, however many structs a version of the library puts around it.
def pointer_in(value, depth=8):
    if value.GetType().IsPointerType():
        return value.GetNonSyntheticValue()
    for child in children_of(value) if depth > 0 else []:
        found = pointer_in(child, depth - 1)
        if found is not None:
            return found
    return None


def text_at(value, address, length):
    if length == 0:
        return '""'
    if length < 0 or length >= HIGH_BIT or address == 0:
        return "<not initialised>"
    error = lldb.SBError()
    read = value.GetProcess().ReadMemory(address, min(length, MOST_TEXT), error)
    if not error.Success() or read is None:
        return "<not readable, length %d>" % length
    text = read.decode("utf-8", "replace").replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"%s"%s' % (text, "..." if length > MOST_TEXT else "")


# As it would be shown by itself.
def described(value, depth=2):
    summary = value.GetSummary()
    if summary:
        return summary
    if value.GetType().IsPointerType() and depth > 0:
        return described(value.Dereference(), depth - 1) if value.GetType().GetPointeeType().IsAggregateType() else str(value.GetValue())
    if value.GetValue():
        return value.GetValue()
    count = value.GetNumChildren()
    if count == 0:
        return "()" if not value.GetType().IsAggregateType() or value.GetType().GetName() in ("()", "void") else "{}"
    if depth == 0:
        return "{...}"
    parts = [value.GetChildAtIndex(index) for index in range(min(count, 5))]
    # A tuple of Rust has numbers for names.
    if all(re.match(r"__\d+$", part.GetName() or "") for part in parts):
        return "(%s)" % ", ".join(described(part, depth - 1) for part in parts)
    shown = ", ".join("%s:%s" % (part.GetName(), described(part, depth - 1)) for part in parts)
    return "{%s%s}" % (shown, ", ..." if count > 5 else "")


# By its own counter: where elements cannot be read, or are too many to be shown, their number is still true.
@guarded
def size_summary(value, _):
    name = value.GetType().GetUnqualifiedType().GetCanonicalType().GetName() or ""
    names = (name, value.GetType().GetUnqualifiedType().GetName() or "")
    for pattern, summary, provider in TABLE:
        if summary is size_summary and any(re.match(pattern.replace("\\\\", "\\"), one) for one in names):
            count = provider(value, None).count()
            return "size=%d" % count if count <= LARGEST else "<not initialised>"
    return None


class Listed:
    """Elements with an address each, found out once for every stop."""

    def __init__(self, value, _):
        self.value = plain(value)
        self.addresses = []
        self.type = None

    def update(self):
        self.addresses = []
        try:
            if 0 < self.count() <= LARGEST:
                self.type, self.addresses = self.elements()
        except Exception:
            pass
        return False

    def num_children(self):
        return len(self.addresses)

    def has_children(self):
        return True

    def get_child_index(self, name):
        return int(name[1:-1]) if re.match(r"\[\d+\]$", name) else -1

    def get_child_at_index(self, index):
        if index < 0 or index >= len(self.addresses):
            return None
        return self.value.CreateValueFromAddress("[%d]" % index, self.addresses[index], self.type)


def row_of(address, length, size):
    return range(address, address + length * size, size) if size > 0 else [address] * min(length, MOST_CHILDREN)


class Vec(Listed):
    def count(self):
        return number(existing(member(self.value, "len")))

    def elements(self):
        kind = self.value.GetType().GetTemplateArgumentType(0)
        return kind, row_of(number(pointer_in(member(self.value, "buf"))), self.count(), kind.GetByteSize())


class Slice(Listed):
    def count(self):
        return number(existing(member(self.value, "length")))

    def elements(self):
        pointer = member(self.value, "data_ptr")
        kind = pointer.GetType().GetPointeeType()
        return kind, row_of(number(pointer), self.count(), kind.GetByteSize())


def existing(value):
    if not value.IsValid():
        raise LookupError()
    return value


class VecDeque(Vec):
    def elements(self):
        kind = self.value.GetType().GetTemplateArgumentType(0)
        size = kind.GetByteSize()
        start, head = number(pointer_in(member(self.value, "buf"))), number(member(self.value, "head"))
        capacity = capacity_in(member(self.value, "buf"))
        return kind, [start + (head + index) % capacity * size for index in range(min(self.count(), MOST_CHILDREN))]


def capacity_in(value, depth=4):
    for child in children_of(value) if depth > 0 else []:
        if child.GetName() == "cap":
            inner = children_of(child)
            return number(inner[0] if inner else child)
        found = capacity_in(child, depth - 1)
        if found:
            return found
    return 0


class HashMap(Listed):
    def count(self):
        return number(existing(member(raw_table(self.value), "table", "items")))

    def elements(self):
        table = raw_table(self.value)
        kind = table.GetType().GetTemplateArgumentType(0)
        inner = member(table, "table")
        buckets = min(number(member(inner, "bucket_mask")) + 1, MOST_CHILDREN * 16)
        control = number(pointer_in(member(inner, "ctrl")))
        error = lldb.SBError()
        marks = self.value.GetProcess().ReadMemory(control, buckets, error)
        size = kind.GetByteSize()
        return kind, [control - (index + 1) * size for index, mark in enumerate(marks or b"") if mark & 0x80 == 0][:MOST_CHILDREN]


def raw_table(value, depth=5):
    if re.match(r"hashbrown::raw::RawTable<", value.GetType().GetUnqualifiedType().GetName() or ""):
        return value.GetNonSyntheticValue()
    for child in children_of(value) if depth > 0 else []:
        found = raw_table(child, depth - 1)
        if found is not None:
            return found
    return None


class BTreeMap:
    """Keys and values lie in arrays of their nodes; nodes that are no leaves hold edges to others."""

    def __init__(self, value, _):
        self.value = plain(value)
        self.pairs = []

    def tree(self):
        return member(self.value, "map") if member(self.value, "map").IsValid() else self.value

    def count(self):
        return number(existing(member(self.tree(), "length")))

    def update(self):
        self.pairs = []
        try:
            tree = self.tree()
            self.is_set = tree.GetName() == "map"
            if 0 < self.count() <= LARGEST:
                root = Enum(member(tree, "root"), None)
                root.update()
                node = root.payload()
                self.visit(pointer_in(member(node, "node")), number(member(node, "height")))
        except Exception:
            self.pairs = []
        return False

    def visit(self, pointer, height):
        if len(self.pairs) >= MOST_CHILDREN:
            return
        leaf = pointer.Dereference().GetNonSyntheticValue()
        edges = self.edges(leaf) if height > 0 else None
        for index in range(number(member(leaf, "len")) + 1):
            if edges is not None:
                self.visit(retyped(edges.GetChildAtIndex(index), pointer.GetType()), height - 1)
            if index < number(member(leaf, "len")):
                self.pairs.append((inside(member(leaf, "keys"), index), inside(member(leaf, "vals"), index)))

    # A node that is no leaf begins with one; its type is known from what every leaf has for a parent.
    def edges(self, leaf):
        kind = pointer_in(member(leaf, "parent")).GetType().GetPointeeType()
        return existing(member(leaf.CreateValueFromAddress("node", leaf.GetLoadAddress(), kind), "edges"))

    def num_children(self):
        return len(self.pairs)

    def has_children(self):
        return True

    def get_child_index(self, name):
        return next((index for index, (key, _) in enumerate(self.pairs) if "[%s]" % described(key) == name), -1)

    def get_child_at_index(self, index):
        if index < 0 or index >= len(self.pairs):
            return None
        key, value = self.pairs[index]
        shown = key if self.is_set else value
        return self.value.CreateValueFromAddress("[%s]" % (index if self.is_set else described(key)), shown.GetLoadAddress(), shown.GetType())


def retyped(value, kind):
    return value.CreateValueFromAddress("edge", value.GetLoadAddress(), kind)


# Out of an array of what may not be initialised.
def inside(array, index):
    value = array.GetChildAtIndex(index).GetNonSyntheticValue()
    while re.search(r"MaybeUninit|ManuallyDrop|MaybeDangling", value.GetType().GetName() or ""):
        held = member(value, "value")
        value = held if held.IsValid() else value.GetChildAtIndex(0).GetNonSyntheticValue()
    return value


class Wrapped:
    """Shows one value instead of what is around it."""

    def __init__(self, value, _):
        self.value = plain(value)
        self.shown = []

    def update(self):
        self.shown = [child for child in self.inner() if child.IsValid()]
        return False

    def num_children(self):
        return len(self.shown)

    def has_children(self):
        return True

    def get_child_index(self, name):
        return next((index for index, child in enumerate(self.shown) if child.GetName() == name), -1)

    def get_child_at_index(self, index):
        return self.shown[index] if 0 <= index < len(self.shown) else None


class Counted(Wrapped):
    def inner(self):
        box = pointer_in(self.value).Dereference().GetNonSyntheticValue()
        held = member(box, "value")
        held = held if held.IsValid() else member(box, "data")
        return [named("value", held), named("strong", deepest(member(box, "strong"))), named("weak", deepest(member(box, "weak")))]


def named(name, value):
    return value.CreateValueFromAddress(name, value.GetLoadAddress(), value.GetType())


# A number inside of cells and atomics.
def deepest(value):
    while value.GetNumChildren() > 0:
        value = value.GetNonSyntheticValue().GetChildAtIndex(0)
    return value


@guarded
def counted_summary(value, _):
    raw = value.GetNonSyntheticValue()
    shown = Counted(raw, None)
    shown.update()
    if len(shown.shown) < 2:
        return "<not initialised>"
    return "%s strong=%d" % (described(shown.shown[0]), number(shown.shown[1]))


class CellLike(Wrapped):
    def inner(self):
        return [held_in(self.value)]


# In Cell and RefCell the value, in Mutex and RwLock the data.
def held_in(value):
    raw = value.GetNonSyntheticValue()
    held = member(raw, "data") if member(raw, "data").IsValid() else member(raw, "value")
    while re.match(r"core::cell::UnsafeCell<", held.GetType().GetName() or ""):
        held = member(held, "value")
    return named("value", held)


@guarded
def cell_summary(value, _):
    return described(held_in(value))


def is_enum(kind, _=None):
    return kind.GetNumberOfFields() == 1 and (kind.GetFieldAtIndex(0).GetName() or "") == "$variants$"


class Enum(Wrapped):
    def inner(self):
        payload = self.payload()
        return [] if payload is None else children_of(payload)

    def payload(self):
        variant = self.variant()
        value = None if variant is None else member(variant, "value")
        # One with a single field that nobody named is that field.
        fields = children_of(value) if value is not None else []
        return fields[0] if len(fields) == 1 and fields[0].GetName() == "__0" and fields[0].GetNumChildren() > 0 else value

    def variant(self):
        default = None
        variants = children_of(self.value.GetNonSyntheticValue().GetChildAtIndex(0))
        for variant in variants:
            if not member(variant, "$discr$").IsValid():
                default = variant
        for variant in variants:
            tag = member(variant, "$discr$")
            if tag.IsValid() and is_number_of(tag, variant.GetName() or "", default):
                return variant
        return default


# The number in the name of a variant has lost its upper half: where the tag lies in a capacity, whose highest bit is never set, it counts from that bit.
def is_number_of(tag, name, default):
    if not re.match(r"\$variant\$\d+$", name):
        return False
    wanted, found = int(name[len("$variant$") :]), number(tag)
    if tag.GetByteSize() == 8 and default is not None and is_capacity(member(default, "value"), tag.GetLoadAddress()):
        return found == (wanted if wanted >= HIGH_BIT else wanted + HIGH_BIT)
    mask = (1 << 8 * min(tag.GetByteSize(), 4)) - 1
    return found == wanted or (found & mask == wanted & mask and found <= 0xFFFFFFFF)


def is_capacity(value, address, depth=10):
    if value.GetLoadAddress() == address and re.search(r"NoHighBit|::Cap$", value.GetType().GetName() or ""):
        return True
    return depth > 0 and any(is_capacity(child, address, depth - 1) for child in children_of(value))


@guarded
def enum_summary(value, _):
    shown = Enum(value.GetNonSyntheticValue(), None)
    variant = shown.variant()
    if variant is None:
        return "<no variant>"
    name = re.sub(r"<.*", "", re.sub(r".*::(?=\w+(?:<|$|:\d))", "", re.sub(r":\d+$", "", variant_name(variant))))
    fields = children_of(member(variant, "value"))
    if not fields:
        return name
    if all(re.match(r"__\d+$", field.GetName() or "") for field in fields):
        return "%s(%s)" % (name, ", ".join(described(field) for field in fields))
    return "%s{%s}" % (name, ", ".join("%s:%s" % (field.GetName(), described(field)) for field in fields))


# As in …$Inner::Some$Variant.
def variant_name(variant):
    found = re.search(r"(\w+)\$Variant$", variant.GetType().GetName() or "")
    return found.group(1) if found else variant.GetType().GetName() or ""


@guarded
def string_summary(value, _):
    vec = owner_of_length(value)
    return "<not initialised>" if vec is None else text_at(value, number(pointer_in(vec)), number(member(vec, "len")))


# The Vec inside of String, OsString and PathBuf.
def owner_of_length(value, depth=6):
    raw = value.GetNonSyntheticValue()
    if member(raw, "len").IsValid():
        return raw
    for child in children_of(raw) if depth > 0 else []:
        found = owner_of_length(child, depth - 1)
        if found is not None:
            return found
    return None


@guarded
def str_summary(value, _):
    return text_at(value, number(member(value, "data_ptr")), number(member(value, "length")))


@guarded
def view_summary(value, _):
    return text_at(value, number(member(value, "_M_str")), number(member(value, "_M_len")))


class Unordered(Listed):
    """libstdc++: all elements are one chain, each behind the pointer to the next."""

    def count(self):
        return number(existing(member(self.value, "_M_h", "_M_element_count")))

    def elements(self):
        table = member(self.value, "_M_h")
        kind = table.GetType().GetTemplateArgumentType(1)
        count = self.count()
        node = number(member(table, "_M_before_begin", "_M_nxt"))
        process, error, addresses = self.value.GetProcess(), lldb.SBError(), []
        width = process.GetAddressByteSize()
        while node != 0 and len(addresses) < min(count, MOST_CHILDREN) and not error.Fail():
            addresses.append(node + width)
            node = process.ReadPointerFromMemory(node, error)
        return kind, addresses


@guarded
def shared_summary(value, _):
    pointer = member(value, "_M_ptr")
    if number(pointer) == 0:
        return "nullptr"
    return "%s strong=%d" % (described(pointer.Dereference()), number(member(value, "_M_refcount", "_M_pi", "_M_use_count")))


@guarded
def unique_summary(value, _):
    pointer = pointer_in(member(value, "_M_t"))
    return None if pointer is None else "nullptr" if number(pointer) == 0 else described(pointer.Dereference())


TABLE = (
    (r"^alloc::string::String$", string_summary, None),
    (r"^std::(path::PathBuf|ffi::os_str::OsString)$", string_summary, None),
    (r"^&(mut )?str$", str_summary, None),
    (r"^alloc::(boxed::Box|rc::Rc|sync::Arc)<str(,.*)?>$", str_summary, None),
    (r"^&(mut )?\\[.+\\]$", size_summary, Slice),
    (r"^alloc::vec::Vec<.+>$", size_summary, Vec),
    (r"^alloc::collections::vec_deque::VecDeque<.+>$", size_summary, VecDeque),
    (r"^std::collections::hash::(map::HashMap|set::HashSet)<.+>$", size_summary, HashMap),
    (r"^alloc::collections::btree::(map::BTreeMap|set::BTreeSet)<.+>$", size_summary, BTreeMap),
    (r"^alloc::(rc::Rc|sync::Arc)<.+>$", counted_summary, Counted),
    (r"^(core::cell::(Cell|RefCell)|std::sync::(poison::)?(mutex::Mutex|rwlock::RwLock))<.+>$", cell_summary, CellLike),
    (r"^std::(__debug::)?unordered_(multi)?(map|set)<.+>$", size_summary, Unordered),
    (r"^std::(shared_ptr|weak_ptr)<.+>$", shared_summary, None),
    (r"^std::unique_ptr<.+>$", unique_summary, None),
    (r"^std::(basic_string_view<char.*>|string_view)$", view_summary, None),
)
