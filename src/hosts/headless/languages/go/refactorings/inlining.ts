// Inlines a Go function, constant or local variable everywhere, with gopls's own inliner where it has one, and takes its declaration away.
import type { Refactored, Refactoring } from '../../../../../ide/refactorings.ts';
import { compare, type Location, type Range, TextSnapshot } from '../../../../../ide/text.ts';
import { locationsOf } from '../../engine/answers.ts';
import type { EngineSession } from '../../engine/engineSession.ts';
import type { Building } from '../../engine/language/building.ts';
import { sourceEdit } from '../../questions/codeActions.ts';
import { RefusedRefactoring, unusedRefusal } from '../../refactorings/refused.ts';
import { actionsAt, editOfAction, type FileTexts, operationsFor, snapshotOf, textsAfter } from '../../refactorings/serverActions.ts';
import { declarationAt, fileOf, type GoDeclaration, symbolOf, withoutLines } from './declarations.ts';
import { constantTexts } from './inliningConstants.ts';
import { checkVariable } from './inliningVariables.ts';

// Each inlined call is a round of its own.
const MOST_CALLS = 200;
// So much text before a place distinguishes it from all others.
const LEAD = 300;

export async function inlinedGo(building: Building, wanted: Extract<Refactoring, { kind: 'inline' }>): Promise<Refactored> {
  const { engine, signal } = building;
  const { value: declared } = await engine.run(signal, (session) => declarationAt(session, wanted, signal));
  const uses = building.uses.filter(({ uri, range }) => uri !== declared.uri || compare(range.start, declared.location.range.start) !== 0);
  if (uses.length === 0) throw unusedRefusal(declared.name, building.gap);
  const texts =
    declared.kind === 'const'
      ? (await engine.run(signal, (session) => constantTexts(session, declared, uses, signal))).value
      : await oneByOne(building, declared, uses);
  const tidy = await tidied(building, texts);
  const { value: operations } = await engine.run(signal, (session) => operationsFor(session, tidy, new Set(), signal));
  return { edit: { operations }, notes: [] };
}

// Calls of a function, or uses of a local variable, from the last to the first, so that those before keep their places.
async function oneByOne(building: Building, declared: GoDeclaration, uses: readonly Location[]): Promise<FileTexts> {
  const { engine, signal } = building;
  if (declared.kind === 'other') throw new RefusedRefactoring(`${declared.name} is neither a function, a constant nor a local variable.`);
  if (uses.length > MOST_CALLS) throw new RefusedRefactoring(`it is used at ${uses.length} places; at most ${MOST_CALLS} are inlined.`);
  const { value: gone } = await engine.run(signal, (session) =>
    declared.kind === 'func' ? checkFunction(session, declared, uses, signal) : checkVariable(session, declared, uses, signal),
  );
  const kind = declared.kind === 'func' ? 'refactor.inline.call' : 'refactor.inline.variable';
  let texts: FileTexts = new Map();
  for (const use of [...uses].sort((a, b) => a.uri.localeCompare(b.uri) || compare(b.range.start, a.range.start))) {
    const step = async (session: EngineSession) => {
      const snapshot = await snapshotOf(session, use.uri, texts, signal);
      const range = moved(await session.project.documents.read(use.uri, signal), snapshot, use);
      const where = `line ${use.range.start.line + 1} of ${fileOf(use.uri)}`;
      if (declared.kind === 'func' && !/^\s*[([]/.test(snapshot.text.slice(snapshot.offsetAt(range.end))))
        throw new RefusedRefactoring(`${where} uses ${declared.name} without calling it.`);
      const offered = (await actionsAt(session, use.uri, range, kind, signal)).find(
        (one) => one.kind === kind && (declared.kind !== 'func' || one.title.endsWith(` ${declared.name}`)),
      );
      if (offered === undefined)
        throw new RefusedRefactoring(
          `${where}: ${session.name} cannot inline ${declared.name} there${declared.kind === 'var' ? ', where it is changed or its address is taken' : ''}.`,
        );
      return textsAfter(session, await editOfAction(session, offered, signal), texts, signal);
    };
    texts = (await (texts.size === 0 ? engine.run(signal, step) : engine.runWith(texts, signal, step))).value;
  }
  return removed(building, declared, texts, gone);
}

// Every edit so far was behind the place, but for imports that came in above.
function moved(original: TextSnapshot, current: TextSnapshot, { range }: Location): Range {
  const start = original.offsetAt(range.start);
  const end = original.offsetAt(range.end);
  const lead = original.text.slice(Math.max(0, start - LEAD), end);
  const isUnmoved = current.text.startsWith(original.text.slice(0, end));
  const at = isUnmoved ? start : current.text.indexOf(lead) + lead.length - (end - start);
  if (!isUnmoved && (current.text.indexOf(lead) < 0 || current.text.indexOf(lead) !== current.text.lastIndexOf(lead)))
    throw new RefusedRefactoring('what gopls made of one place has changed another.');
  return { start: current.positionAt(at), end: current.positionAt(at + end - start) };
}

async function checkFunction(session: EngineSession, declared: GoDeclaration, uses: readonly Location[], signal: AbortSignal): Promise<undefined> {
  const symbol = symbolOf(await session.outline(declared.uri, signal), declared);
  const recursive =
    symbol === undefined
      ? undefined
      : uses.find(({ uri, range }) => uri === declared.uri && compare(symbol.range.start, range.start) <= 0 && compare(range.start, symbol.range.end) <= 0);
  if (recursive !== undefined) throw new RefusedRefactoring(`line ${recursive.range.start.line + 1}: ${declared.name} calls itself.`);
  if (symbol === undefined) throw new RefusedRefactoring(`${declared.name} is no function of a package.`);
  if (/^func \(/.test(declared.signature)) {
    const satisfied = locationsOf(
      await session.request('textDocument/implementation', { textDocument: { uri: declared.uri }, position: declared.location.range.start }, signal),
    );
    const [first] = satisfied;
    if (first !== undefined)
      throw new RefusedRefactoring(`with ${declared.name} its type satisfies an interface (${fileOf(first.uri)}, line ${first.range.start.line + 1}).`);
  }
  return undefined;
}

// The declaration goes: of a function by its outline in the texts as they are by then, of a variable by its line.
async function removed(
  { engine, signal }: Building,
  declared: GoDeclaration,
  texts: FileTexts,
  gone: { first: number; last: number } | undefined,
): Promise<FileTexts> {
  const { value } = await engine.runWith(texts, signal, async (session) => {
    const snapshot = await snapshotOf(session, declared.uri, texts, signal);
    if (gone !== undefined) {
      const shift = snapshot.line(gone.first) === (await session.project.documents.read(declared.uri, signal)).line(gone.first);
      if (!shift) throw new RefusedRefactoring('what gopls made of the uses has changed the declaration.');
      const start = snapshot.offsetAt({ line: gone.first, character: 0 });
      const end = snapshot.offsetAt({ line: gone.last + 1, character: 0 });
      return new Map(texts).set(declared.uri, `${snapshot.text.slice(0, start)}${snapshot.text.slice(end)}`);
    }
    const symbol = (await session.outline(declared.uri, signal)).find(({ name }) => name === declared.name || name.endsWith(`.${declared.name}`));
    if (symbol === undefined) throw new RefusedRefactoring(`${declared.name} is not found any more.`);
    return new Map(texts).set(declared.uri, withoutLines(snapshot, symbol.range.start.line, symbol.range.end.line));
  });
  return value;
}

// Imports that nobody needs any more would not compile.
async function tidied({ engine, signal }: Building, texts: FileTexts): Promise<FileTexts> {
  const { value } = await engine.runWith(texts, signal, async (session) => {
    let tidy = texts;
    for (const uri of texts.keys()) {
      const whole = new TextSnapshot({ uri, text: texts.get(uri) ?? '', version: 0, languageId: 'go' });
      const edit = await sourceEdit(
        session,
        uri,
        { start: { line: 0, character: 0 }, end: whole.positionAt(whole.text.length) },
        'source.organizeImports',
        signal,
      );
      if (edit !== undefined) tidy = await textsAfter(session, edit, tidy, signal);
    }
    return tidy;
  });
  return value;
}
