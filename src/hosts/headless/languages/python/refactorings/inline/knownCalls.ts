// Which calls change nothing, as far as the standard library goes: the engine says which method is meant, a table what that does.

import { hoverOf, locationsOf } from '../../../engine/answers.ts';
import { textOrNothing } from '../../../engine/documents/sourceText.ts';
import type { EngineSession } from '../../../engine/engineSession.ts';
import type { PythonModule } from '../syntax/pythonModule.ts';
import type { Immutable, KnownCall } from '../syntax/scopes.ts';
import type { Node } from '../syntax/syntax.ts';

// Each is a question to the engine.
const MOST_CALLS = 60;

// Cannot fail and gives the same at any time.
const STEADY: KnownCall = { effect: 'nothing', isMade: false, gives: 'value' };
const FOUND: KnownCall = { effect: 'nothing', isMade: false, gives: 'optional' };
// May fail, or looks at what may change.
const LOOKING: KnownCall = { effect: 'reads', isMade: false };
const MADE_STEADY: KnownCall = { effect: 'nothing', isMade: true };
const MADE: KnownCall = { effect: 'reads', isMade: true };

// By module, then class (empty: a function of the module): which names are what, the first that fits. What may fail with some arguments says with which it cannot.
type Row = readonly [names: RegExp, known: KnownCall, otherwise?: { readonly known: KnownCall; isCertain(given: readonly Node[]): boolean }];

// No separator, or one that is not empty.
const separated = (known: KnownCall) => ({ known, isCertain: ([first]: readonly Node[]) => first === undefined || first.kind === 'keyword' || isText(first) });
// The width alone: what fills it up must be one character.
const filled = { known: LOOKING, isCertain: (given: readonly Node[]) => given.length < 2 };
// The whole match is always there, other groups need not be.
const grouped = { known: LOOKING, isCertain: (given: readonly Node[]) => given.every((one) => one.kind === 'number' && one.text === '0') };
// A pattern that is written there is one.
const patterned = (known: KnownCall) => ({ known, isCertain: ([pattern]: readonly Node[]) => pattern !== undefined && isText(pattern) });

const TEXT: readonly Row[] = [
  [/^r?split$/, MADE_STEADY, separated(MADE)],
  [/^splitlines$/, MADE_STEADY],
  [/^r?partition$/, STEADY, separated(LOOKING)],
  [/^(?:[lr]just|center)$/, STEADY, filled],
  [
    /^(?:l?strip|rstrip|lower|upper|title|casefold|capitalize|swapcase|startswith|endswith|replace|r?find|count|is[a-z]+|expandtabs|zfill|removeprefix|removesuffix)$/,
    STEADY,
  ],
  [/^(?:encode|decode|r?index|join|format|format_map|translate|hex)$/, LOOKING],
];
const COMPILED: readonly Row[] = [
  [/^(?:findall|split)$/, MADE_STEADY],
  [/^(?:match|fullmatch|search)$/, FOUND],
];
const PATTERNS: readonly Row[] = [
  [/^(?:findall|split)$/, MADE_STEADY, patterned(MADE)],
  [/^(?:match|fullmatch|search|compile)$/, FOUND, patterned(LOOKING)],
  [/^escape$/, STEADY],
];
const MAPPING: readonly Row[] = [
  [/^(?:get|keys|values|items|__getitem__|__contains__)$/, LOOKING],
  [/^copy$/, MADE],
];
const PATHS: readonly Row[] = [
  [/^(?:join|dirname|basename|splitext|normpath|isabs)$/, STEADY],
  [/^(?:exists|isfile|isdir|abspath|realpath|relpath|expanduser)$/, LOOKING],
];

const TABLE: Readonly<Record<string, Readonly<Record<string, readonly Row[]>>>> = {
  builtins: {
    str: TEXT,
    bytes: TEXT,
    int: [[/^(?:bit_length|bit_count|to_bytes)$/, LOOKING]],
    dict: MAPPING,
    list: [
      [/^(?:index|count)$/, LOOKING],
      [/^copy$/, MADE],
    ],
    tuple: [[/^(?:index|count)$/, LOOKING]],
    set: [
      [/^is[a-z]+$/, LOOKING],
      [/^(?:copy|union|intersection|difference|symmetric_difference)$/, MADE],
    ],
  },
  typing: {
    '': [[/^cast$/, { effect: 'nothing', isMade: false }]],
    Mapping: MAPPING,
    Sequence: [[/^(?:index|count)$/, LOOKING]],
    AbstractSet: [[/^isdisjoint$/, LOOKING]],
  },
  re: {
    '': PATTERNS,
    Pattern: COMPILED,
    Match: [
      [/^(?:group|start|end|span)$/, FOUND, grouped],
      [/^groups$/, FOUND],
      [/^groupdict$/, MADE_STEADY],
    ],
  },
  posixpath: { '': PATHS },
  ntpath: { '': PATHS },
  genericpath: { '': PATHS },
  math: { '': [[/^\w+$/, LOOKING]] },
};

// The module's scopes know afterwards what these calls and slices do.
export async function learnCalls(session: EngineSession, module: PythonModule, parts: readonly Node[], signal: AbortSignal): Promise<void> {
  const nodes = parts.flatMap((part) => [...part.walk()]);
  for (const call of nodes.filter(({ kind }) => kind === 'call').slice(0, MOST_CALLS)) {
    const known = await knownCall(session, module, call, signal);
    if (known !== undefined) module.scopes.learn(call, known);
  }
  for (const part of nodes.filter(isSlice).slice(0, MOST_CALLS)) {
    const object = part.child('object');
    if (object?.kind === 'name' && /: (?:str|bytes)$/.test((await hoveredType(session, module, object, signal)) ?? ''))
      module.scopes.learn(part, isCertainSlice(module.textOf(part.children[1] ?? part)) ? STEADY : LOOKING);
  }
  for (const name of nodes.filter(isLookedInto).slice(0, MOST_CALLS)) {
    const type = immutableType(await hoveredType(session, module, name, signal));
    if (type !== undefined && !isGuessed(module, name)) module.scopes.learnImmutable(name, type);
  }
}

const NUMBER_OR_TEXT = String.raw`(?:int|float|complex|str|bytes|bool|range|RegexFlag|Decimal|Fraction|datetime|date|timedelta|UUID|(?:Pure|Posix|PurePosix)?Path|LiteralString|(?:Match|Pattern)\[\w+\]|Literal\[.*?\]|tuple\[(?:(?:int|float|str|bytes|bool|None|\.{3})(?:, |(?=\])))+\])`;
// Of which nobody can change what it holds: a second one is as good as the first.
const IMMUTABLE = new RegExp(`^(?:${NUMBER_OR_TEXT}|None)(?: \\| (?:${NUMBER_OR_TEXT}|None))*$`);

export function immutableType(hover: string | undefined): Immutable | undefined {
  const type = hover?.split(/:\s*/).slice(1).join(': ') ?? '';
  if (!IMMUTABLE.test(type)) return undefined;
  return /(?:^|\| )None(?:$| \|)/.test(type) ? 'optional' : 'value';
}

// What an operator or a format looks at, and what `+=` may change in place.
function isLookedInto(node: Node): boolean {
  if (node.kind !== 'name' || (node.access !== 'read' && node.access !== 'update')) return false;
  let above = node.parent;
  while (above?.kind === 'group') above = above.parent;
  return node.access === 'update' || LOOKED_INTO.has(above?.kind ?? '') || (above?.kind === 'call' && node.role !== 'callee');
}

const LOOKED_INTO: ReadonlySet<string> = new Set(['not', 'and', 'or', 'conditional', 'comparison', 'unary', 'binary', 'power', 'replacement']);

// The engine takes a parameter without a type for what its default is; None says nothing of what callers pass.
function isGuessed(module: PythonModule, name: Node): boolean {
  const scope = module.scopes.boundIn(name);
  const bindings = scope === undefined ? [] : module.scopes.bindings(name.text, scope);
  return bindings.some(
    ({ access, parent }) => access === 'parameter' && parent?.child('annotation') === undefined && !isPlainDefault(parent?.child('default')),
  );
}

function isPlainDefault(value: Node | undefined): boolean {
  return value?.kind === 'number' || value?.kind === 'string' || (value?.kind === 'constant' && value.text !== 'None');
}

// Which attributes are computed each time, and which stay what they are: modules, classes, and by their names constants.
export async function learnAttributes(session: EngineSession, module: PythonModule, value: Node, signal: AbortSignal): Promise<void> {
  for (const attribute of [...value.walk()].filter(({ kind }) => kind === 'attribute').slice(0, MOST_CALLS)) {
    const hover = (await hovered(session, module, attribute.end - 1, signal)) ?? '';
    const [, what] = /^\((property|constant|module|class)\)/.exec(hover) ?? [];
    const gives = immutableType(hover);
    const object = attribute.child('object');
    // `match.lastgroup`, whatever comes in between.
    const isFixed = object?.kind === 'name' && gives !== undefined && immutableType(await hoveredType(session, module, object, signal)) === 'value';
    if (what === 'property' && !isFixed) module.scopes.learn(attribute, MADE);
    else if (what !== undefined || isFixed) module.scopes.learn(attribute, { effect: 'nothing', isMade: false, ...(gives !== undefined && { gives }) });
  }
}

async function knownCall(session: EngineSession, module: PythonModule, call: Node, signal: AbortSignal): Promise<KnownCall | undefined> {
  const callee = call.child('callee');
  if (callee?.kind !== 'attribute' && callee?.kind !== 'name') return undefined;
  const { uri } = module.snapshot;
  const position = module.snapshot.positionAt(callee.end - 1);
  const declared = locationsOf(await session.request('textDocument/declaration', { textDocument: { uri }, position }, signal));
  const stubs = new Set(declared.flatMap((location) => stubOf(location.uri) ?? []));
  if (declared.length === 0 && callee.kind === 'attribute' && TEXT_ONLY.test(callee.text) && !(await isOwnMethod(session, callee.text, signal)))
    return callee.text === 'splitlines' ? MADE_STEADY : STEADY;
  // Beside its stub the engine names the source of the library.
  const meant = declared.filter((location) => !stubs.has(sourceOf(location.uri) ?? ''));
  const found = await Promise.all(meant.map((location) => rowFor(session, location.uri, location.range.start.line, callee.text, signal)));
  const [first] = found;
  if (first === undefined || !found.every((one) => one === first)) return undefined;
  const [, known, otherwise] = first;
  return otherwise === undefined || otherwise.isCertain(call.children.slice(1)) ? known : otherwise.known;
}

// Methods that only texts have: where nobody knows the type, it is one, unless the project declares such a method too.
const TEXT_ONLY =
  /^(?:[lr]?strip|lower|upper|casefold|capitalize|swapcase|startswith|endswith|removeprefix|removesuffix|splitlines|expandtabs|zfill|is(?:digit|alpha|alnum|space|upper|lower|numeric|decimal|identifier))$/;

async function isOwnMethod(session: EngineSession, name: string, signal: AbortSignal): Promise<boolean> {
  const { documents } = session.project;
  for (const uri of await documents.filesWithWord(name, signal)) {
    if (!/\.pyi?$/.test(uri)) continue;
    if (new RegExp(`\\bdef\\s+${name}\\b|\\b${name}\\s*[:=][^=]`).test((await documents.read(uri, signal)).text)) return true;
  }
  return false;
}

// `re` of the stubs that come with the engine.
function stubOf(uri: string): string | undefined {
  return /\/typeshed[^/]*\/stdlib\/([\w/]+)\.pyi$/.exec(uri)?.[1];
}

function sourceOf(uri: string): string | undefined {
  return /\/(?:site|dist)-packages\//.test(uri) ? undefined : /\/(\w+)(?:\/__init__)?\.py$/.exec(uri)?.[1];
}

async function rowFor(session: EngineSession, uri: string, line: number, name: string, signal: AbortSignal): Promise<Row | undefined> {
  const classes = TABLE[stubOf(uri) ?? ''];
  if (classes === undefined) return undefined;
  const above = ((await textOrNothing(session, uri, signal))?.text ?? '').split(/\r\n|\n/).slice(0, line + 1);
  const owner = above.findLast((text) => /^\S/.test(text) && !/^[@)#]/.test(text)) ?? '';
  const [, named] = /^class (\w+)/.exec(owner) ?? [];
  const isMember = /^\s/.test(above.at(-1) ?? '');
  return classes[isMember && named !== undefined ? named : '']?.find(([names]) => names.test(name));
}

function isSlice(node: Node): boolean {
  return node.kind === 'subscript' && node.children.length === 2 && node.children[1]?.kind === 'slice';
}

// A step of 0 fails.
function isCertainSlice(text: string): boolean {
  return /^[^:]*:[^:]*$|:\s*(?:-?\s*[1-9]\d*)?$/.test(text);
}

function isText(node: Node): boolean {
  return node.kind === 'string' && !/^\w*(?:''|"")$/.test(node.text);
}

function hoveredType(session: EngineSession, module: PythonModule, name: Node, signal: AbortSignal): Promise<string | undefined> {
  return hovered(session, module, name.start, signal);
}

async function hovered(session: EngineSession, module: PythonModule, offset: number, signal: AbortSignal): Promise<string | undefined> {
  const { uri } = module.snapshot;
  const position = module.snapshot.positionAt(offset);
  return hoverOf(await session.request('textDocument/hover', { textDocument: { uri }, position }, signal))?.signature;
}
