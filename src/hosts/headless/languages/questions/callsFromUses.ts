// Calls that an engine does not return itself: callers from the uses of a function, callees from the names that are called in its body.
import { basename } from 'node:path/posix';
import { pathOf } from '../../../../base/files/fileUri.ts';
import type { Callable, CallHierarchyCall, CallRelations, OutlineSymbol, Place, SymbolKind } from '../../../../ide/doors/languages.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import { compare, contains, type Location, placeKey, type Range, type TextSnapshot } from '../../../../ide/text.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import { hoverOf, locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { prepared } from '../engine/prepared.ts';

// The names that are called in a part of a text, as its syntax has them.
export type CallsIn = (snapshot: TextSnapshot, range: Range, signal: AbortSignal) => Promise<readonly Range[]>;

const FROM_USES = 'The engine has no call hierarchy here: callers are the functions around the direct calls among its references.';
const FROM_BODY = 'The engine tells no callees: these are the definitions of the names that are called in the body.';

// More are asked for one by one by nobody.
const MOST_CALLS = 200;

// What stands at this place, if the engine says that it can be called; it may be a constant that holds a function.
export async function callableAt(session: EngineSession, at: Place, signal: AbortSignal): Promise<Callable | undefined> {
  const asked = { textDocument: { uri: at.uri }, position: at.position };
  const hover = hoverOf(await session.request('textDocument/hover', asked, signal));
  const name = wordAt(await session.project.documents.read(at.uri, signal), at.position);
  if (name === undefined || !isCallable(hover?.signature ?? '')) return undefined;
  const definition = await ofThatName(session, locationsOf(await session.request('textDocument/definition', asked, signal)), name, signal);
  return callableIn(session, definition ?? { uri: at.uri, range: { start: at.position, end: at.position } }, name, signal);
}

export async function callersFromUses(session: EngineSession, of: Callable, signal: AbortSignal): Promise<CallRelations> {
  const asked = { textDocument: { uri: of.location.uri }, position: of.location.range.start, context: { includeDeclaration: false } };
  const calls = new Map<string, { callable: Callable; places: Range[] }>();
  const outlines = new Outlines(session);
  for (const { uri, range } of locationsOf(await session.request('textDocument/references', asked, signal))) {
    const snapshot = await textOrNothing(session, uri, signal);
    if (snapshot === undefined || !isCalledAt(snapshot, range)) continue;
    const callable = callerAround(await outlines.of(uri, signal), snapshot, { uri, position: range.start });
    const key = placeKey(callable.location);
    const known = calls.get(key);
    if (known === undefined) calls.set(key, { callable, places: [range] });
    else known.places.push(range);
  }
  return { of, calls: [...calls.values()], note: FROM_USES };
}

export async function calleesFromBody(session: EngineSession, of: Callable, callsIn: CallsIn, signal: AbortSignal): Promise<CallRelations> {
  const { uri, range } = of.location;
  const snapshot = await textOrNothing(session, uri, signal);
  const own = snapshot === undefined ? undefined : pathTo(await new Outlines(session).of(uri, signal), range.start).at(-1);
  if (snapshot === undefined || own === undefined) return { of, calls: [], note: FROM_BODY };
  const calls = new Map<string, { callable: Callable; places: Range[] }>();
  for (const place of (await callsIn(snapshot, own.range, signal)).slice(0, MOST_CALLS)) {
    const asked = { textDocument: { uri }, position: place.start };
    const { value: definitions } = await prepared(session, { kind: 'file', uri, at: place.start }, signal, async () =>
      locationsOf(await session.request('textDocument/definition', asked, signal)),
    );
    const name = wordAt(snapshot, place.start) ?? '';
    const definition = await ofThatName(session, definitions, name, signal);
    if (definition === undefined) continue;
    const key = placeKey(definition);
    const known = calls.get(key);
    if (known !== undefined) known.places.push(place);
    else calls.set(key, { callable: await callableIn(session, definition, name, signal), places: [place] });
  }
  return { of, calls: [...calls.values()] satisfies readonly CallHierarchyCall[], note: FROM_BODY };
}

export function isUnsupported(error: unknown): boolean {
  return error instanceof IdeError && error.code === 'unsupported';
}

// TypeScript leads from a call to what declares its signature too, under whatever name.
async function ofThatName(session: EngineSession, definitions: readonly Location[], name: string, signal: AbortSignal): Promise<Location | undefined> {
  for (const definition of definitions.length > 1 ? definitions : []) {
    const snapshot = await textOrNothing(session, definition.uri, signal);
    if (snapshot !== undefined && wordAt(snapshot, definition.range.start) === name) return definition;
  }
  return definitions[0];
}

// A type with an arrow outside of braces, or a word that only functions have.
function isCallable(signature: string): boolean {
  let outside = signature;
  for (let inner = ''; inner !== outside; ) {
    inner = outside;
    outside = outside.replace(/\{[^{}]*\}/g, '');
  }
  return /=>|->|^\s*(?:async )?(?:function|def|func|fn)\b|\((?:method|function)\)/.test(outside);
}

// total(…), total<T>(…), total?.(…), total`…`
function isCalledAt(snapshot: TextSnapshot, range: Range): boolean {
  const after = snapshot.text.slice(snapshot.offsetAt(range.end), snapshot.offsetAt(range.end) + 300);
  return /^\s*(?:<[^;(){}]*>)?\s*(?:\?\.)?\s*[(`]/.test(after);
}

async function callableIn(session: EngineSession, location: Location, name: string, signal: AbortSignal): Promise<Callable> {
  const path = pathTo(await new Outlines(session).of(location.uri, signal), location.range.start);
  const own = path.at(-1);
  if (own === undefined || !contains(own.selection, location.range.start)) return { name, kind: 'function', location };
  const container = path.at(-2);
  const isMember = container !== undefined && TYPES.has(container.kind);
  return {
    name,
    kind: own.kind,
    ...(isMember && { container: container.name }),
    location: { uri: location.uri, range: own.selection },
  };
}

// The innermost function; code outside of any belongs to its file.
function callerAround(outline: readonly OutlineSymbol[], snapshot: TextSnapshot, at: Place): Callable {
  const path = pathTo(outline, at.position);
  const index = path.findLastIndex((symbol) => FUNCTIONS.has(symbol.kind) || holdsFunction(symbol, snapshot));
  const own = path[index];
  const start = { line: 0, character: 0 };
  if (own === undefined)
    return { name: basename(pathOf(at.uri).replaceAll('\\', '/')), kind: 'module', location: { uri: at.uri, range: { start, end: start } } };
  const container = path[index - 1];
  return {
    name: own.name,
    kind: own.kind,
    ...(container !== undefined && TYPES.has(container.kind) && { container: container.name }),
    location: { uri: at.uri, range: own.selection },
  };
}

function holdsFunction({ kind, range, selection }: OutlineSymbol, snapshot: TextSnapshot): boolean {
  if (!['variable', 'constant', 'property', 'field'].includes(kind)) return false;
  const head = snapshot.text.slice(snapshot.offsetAt(selection.end), Math.min(snapshot.offsetAt(range.end), snapshot.offsetAt(selection.end) + 1_000));
  return /^[^=]*=\s*(?:async\s+)?(?:function\b|lambda\b|\([\s\S]*?\)[^{]*?=>|[\w$]+\s*=>)/.test(head);
}

function pathTo(symbols: readonly OutlineSymbol[], position: Place['position']): OutlineSymbol[] {
  const around = symbols.find((symbol) => contains(symbol.range, position) && compare(position, symbol.range.end) < 0);
  return around === undefined ? [] : [around, ...pathTo(around.children, position)];
}

// The outline of each file once for a question; a library has none that could be asked for.
class Outlines {
  readonly #session: EngineSession;
  readonly #known = new Map<string, readonly OutlineSymbol[]>();

  constructor(session: EngineSession) {
    this.#session = session;
  }

  async of(uri: string, signal: AbortSignal): Promise<readonly OutlineSymbol[]> {
    const known = this.#known.get(uri);
    if (known !== undefined) return known;
    const outline = uri.startsWith(`${this.#session.project.rootUri}/`) ? await this.#ask(uri, signal) : [];
    this.#known.set(uri, outline);
    return outline;
  }

  async #ask(uri: string, signal: AbortSignal): Promise<readonly OutlineSymbol[]> {
    await this.#session.documents.open(uri, signal);
    return this.#session.outline(uri, signal);
  }
}

const TYPES: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['class', 'struct', 'interface', 'enum', 'object']);
const FUNCTIONS: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['function', 'method', 'constructor']);
