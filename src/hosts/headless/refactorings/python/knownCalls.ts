// Which calls change nothing, as far as the standard library goes: the engine says which method is meant, a table what that does.
import { hoverOf, locationsOf } from '../../languages/answers.ts';
import type { EngineSession } from '../../languages/engineSession.ts';
import { textOrNothing } from '../../languages/sourceText.ts';
import type { PythonModule } from './pythonModule.ts';
import type { KnownCall } from './scopes.ts';
import type { Node } from './syntax.ts';

// Each is a question to the engine.
const MOST_CALLS = 60;

// Cannot fail and gives the same at any time.
const STEADY: KnownCall = { effect: 'nothing', isMade: false };
// May fail, or looks at what may change.
const LOOKING: KnownCall = { effect: 'reads', isMade: false };
const MADE_STEADY: KnownCall = { effect: 'nothing', isMade: true };
const MADE: KnownCall = { effect: 'reads', isMade: true };

// By module, then class (empty: a function of the module): which names are what, the first that fits.
type Row = readonly [names: RegExp, known: KnownCall];

const TEXT: readonly Row[] = [
  [/^(?:split|rsplit|splitlines)$/, MADE_STEADY],
  [
    /^(?:l?strip|rstrip|lower|upper|title|casefold|capitalize|swapcase|startswith|endswith|replace|r?partition|r?find|count|is[a-z]+|expandtabs|zfill|[lr]just|center|removeprefix|removesuffix)$/,
    STEADY,
  ],
  [/^(?:encode|decode|r?index|join|format|format_map|translate|hex)$/, LOOKING],
];
const MATCHING: readonly Row[] = [
  [/^(?:findall|split)$/, MADE_STEADY],
  [/^(?:match|fullmatch|search|compile|escape)$/, STEADY],
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
  typing: { Mapping: MAPPING, Sequence: [[/^(?:index|count)$/, LOOKING]], AbstractSet: [[/^isdisjoint$/, LOOKING]] },
  re: {
    '': MATCHING,
    Pattern: MATCHING,
    Match: [
      [/^(?:group|groups|start|end|span|__getitem__)$/, STEADY],
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
    const known = await knownCall(session, module, call.child('callee'), signal);
    if (known !== undefined) module.scopes.learn(call, known);
  }
  for (const part of nodes.filter(isSlice).slice(0, MOST_CALLS)) {
    const object = part.child('object');
    if (object?.kind === 'name' && /: (?:str|bytes)$/.test((await typeTold(session, module, object, signal)) ?? '')) module.scopes.learn(part, STEADY);
  }
}

async function knownCall(session: EngineSession, module: PythonModule, callee: Node | undefined, signal: AbortSignal): Promise<KnownCall | undefined> {
  if (callee?.kind !== 'attribute' && callee?.kind !== 'name') return undefined;
  const { uri } = module.snapshot;
  const position = module.snapshot.positionAt(callee.end - 1);
  const declared = locationsOf(await session.request('textDocument/declaration', { textDocument: { uri }, position }, signal));
  const stubs = new Set(declared.flatMap((location) => stubOf(location.uri) ?? []));
  // Beside its stub the engine names the source of the library.
  const meant = declared.filter((location) => !stubs.has(sourceOf(location.uri) ?? ''));
  const found = await Promise.all(meant.map((location) => rowFor(session, location.uri, location.range.start.line, callee.text, signal)));
  const [first] = found;
  return first !== undefined && found.every((one) => one === first) ? first : undefined;
}

// `re` of the stubs that come with the engine.
function stubOf(uri: string): string | undefined {
  return /\/typeshed[^/]*\/stdlib\/([\w/]+)\.pyi$/.exec(uri)?.[1];
}

function sourceOf(uri: string): string | undefined {
  return /\/(?:site|dist)-packages\//.test(uri) ? undefined : /\/(\w+)(?:\/__init__)?\.py$/.exec(uri)?.[1];
}

async function rowFor(session: EngineSession, uri: string, line: number, name: string, signal: AbortSignal): Promise<KnownCall | undefined> {
  const classes = TABLE[stubOf(uri) ?? ''];
  if (classes === undefined) return undefined;
  const above = ((await textOrNothing(session, uri, signal))?.text ?? '').split(/\r\n|\n/).slice(0, line + 1);
  const owner = above.findLast((text) => /^\S/.test(text) && !/^[@)#]/.test(text)) ?? '';
  const [, named] = /^class (\w+)/.exec(owner) ?? [];
  const isMember = /^\s/.test(above.at(-1) ?? '');
  return classes[isMember && named !== undefined ? named : '']?.find(([names]) => names.test(name))?.[1];
}

function isSlice(node: Node): boolean {
  return node.kind === 'subscript' && node.children.length === 2 && node.children[1]?.kind === 'slice';
}

async function typeTold(session: EngineSession, module: PythonModule, name: Node, signal: AbortSignal): Promise<string | undefined> {
  const { uri } = module.snapshot;
  const position = module.snapshot.positionAt(name.start);
  return hoverOf(await session.request('textDocument/hover', { textDocument: { uri }, position }, signal))?.signature;
}
