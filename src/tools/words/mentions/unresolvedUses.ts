// Code that writes the name of a symbol and that the engine can follow nowhere: imports that do not resolve, macros, files outside of every build.

import { counted } from '../../../base/text/counted.ts';
import { Bound } from '../../../base/waiting/abort.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import type { Answer } from '../../../ide/answer.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import { compare, type Location, type TextSnapshot } from '../../../ide/text.ts';
import { type NameOrigin, originAt } from '../../../source/importsOfNames.ts';
import { familyOf } from '../../../source/language.ts';
import { occurrencesInCode } from '../../../source/names.ts';
import { isMember } from '../../../source/superMembers.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../place.ts';
import type { PointedSymbol } from '../symbol.ts';
import { isLocal } from '../symbolByName.ts';
import { placeList } from './leftMentions.ts';
import { ProjectModules } from './projectModules.ts';

// A name that stands in more places is judged by these; what was not asked is counted.
const MOST_ASKED = 120;
const MOST_IN_FILE = 6;
const AT_ONCE = 8;
const LONGEST = seconds(5);

export interface Unresolved {
  readonly uses: readonly Location[];
  // Places for which there was no time.
  readonly unasked: number;
}

export interface Named {
  readonly name: string;
  readonly languageId: string;
  // Nobody names a member alone.
  readonly isMember?: boolean;
}

interface Candidate extends Location {
  readonly origin: NameOrigin;
}

// `known` are the places that the engine does count among its uses; `files` those with the word.
export async function unresolvedUses(
  context: ProjectContext,
  { name, languageId, isMember: ofType = false }: Named,
  known: readonly Location[],
  files: readonly string[],
): Promise<Unresolved> {
  const family = familyOf(languageId);
  const own = files.filter((uri) => familyOf(context.ide.languages.languageOf(uri) ?? '') === family);
  const modules = new ProjectModules(context);
  const all: Candidate[] = [];
  for (const uri of own) all.push(...(await candidatesIn(await context.ide.documents.read(uri, context.signal), name, known, modules)));
  using bound = new Bound(context.signal, LONGEST);
  const asked = all.filter(({ origin }) => !ofType || origin.kind !== 'bare').slice(0, MOST_ASKED);
  const uses: Location[] = [];
  let done = 0;
  for (; done < asked.length && !bound.passed; done += AT_ONCE) {
    const next = asked.slice(done, done + AT_ONCE);
    const unresolved = await Promise.all(next.map((candidate) => isUnresolved({ ...context, signal: bound.signal }, candidate, context.signal)));
    uses.push(...next.filter((_, index) => unresolved[index]).map(({ uri, range }) => ({ uri, range })));
  }
  return { uses, unasked: all.length - Math.min(done, asked.length) };
}

// The same answer about all uses of a symbol, which is not whole where code names it that nobody can resolve.
export async function withUnresolved<Value>(
  context: ProjectContext,
  symbol: PointedSymbol,
  answer: Answer<Value>,
  known: readonly Location[],
): Promise<Answer<Value>> {
  const { name, document } = symbol;
  if (name === '' || (await isLocal(context, symbol.place))) return answer;
  const files = await context.ide.documents.filesWithWord(name, context.signal);
  const found = await unresolvedUses(context, { name, languageId: document.languageId, isMember: await isMember(context, symbol.place) }, known, files);
  const why = whyUnresolved(context, name, found);
  if (why === undefined) return answer;
  return { ...answer, complete: false, why: answer.complete ? why : `${answer.why} ${why}` };
}

// As a reason for which not every use may be known; undefined where there is none.
export function whyUnresolved({ ide }: ProjectContext, name: string, { uses }: Unresolved): string | undefined {
  if (uses.length === 0) return undefined;
  const places = placeList(uses, (uri) => fileOf(ide.project, uri));
  return `${counted(uses.length, 'place')} name${uses.length === 1 ? 's' : ''} ${name} and cannot be resolved (a module that is not found, a configuration that is broken, code outside of the build): ${places}.`;
}

async function candidatesIn(document: TextSnapshot, name: string, known: readonly Location[], modules: ProjectModules): Promise<readonly Candidate[]> {
  const taken = known.filter(({ uri }) => uri === document.uri);
  const found: Candidate[] = [];
  for (const offset of occurrencesInCode(document, name, Number.POSITIVE_INFINITY)) {
    const range = { start: document.positionAt(offset), end: document.positionAt(offset + name.length) };
    if (taken.some((other) => compare(other.range.start, range.end) < 0 && compare(range.start, other.range.end) < 0)) continue;
    const origin = originAt(document.text, document.languageId, offset, offset + name.length);
    if (origin === undefined || (origin.module !== '' && !(await modules.mayHold(origin.module, document)))) continue;
    found.push({ uri: document.uri, range, origin });
    if (found.length >= MOST_IN_FILE) break;
  }
  return found;
}

async function isUnresolved({ ide, signal }: ProjectContext, { uri, range, origin }: Candidate, call: AbortSignal): Promise<boolean> {
  try {
    const { value } = await ide.languages.definition({ uri, position: range.start }, signal);
    // A name that an import lists is its own definition where the module is not found.
    const elsewhere = value.filter((location) => location.uri !== uri || compare(location.range.start, range.start) !== 0);
    return origin.kind === 'bare' ? value.length === 0 : elsewhere.length === 0;
  } catch (error) {
    if (call.aborted || !(error instanceof IdeError)) throw error;
    return error.code === 'engine_failed' || error.code === 'unsupported';
  }
}
