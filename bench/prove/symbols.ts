// Which symbols are asked about: half of them declarations, half of them names in the middle of code, chosen by the bare engine's own knowledge.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BareEngine, Target } from '../bareEngine.ts';
import type { Corpus } from '../corpus.ts';
import type { Chance } from './random.ts';

const Declared = z.object({
  name: z.string(),
  selectionRange: z.object({ start: z.object({ line: z.number(), character: z.number() }) }),
  get children() {
    return z.array(Declared).optional();
  },
});
const Outline = z.array(Declared).nullable();
// Words of the two languages that lead somewhere when asked about, and name nothing.
const KEYWORDS = new Set(
  'readonly and as async await break case catch class const def default del delete elif else except export extends finally for from function if import in instanceof is lambda let new not or raise return super switch this throw try typeof while with yield'.split(
    ' ',
  ),
);
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
// Files without a symbol, and words that mean nothing, are passed over; this many in a row mean that something is broken.
const MOST_PASSED_OVER = 1_000;

export async function chosenSymbols(corpus: Corpus, engine: BareEngine, count: number, chance: Chance): Promise<Target[]> {
  const chosen = new Map<string, Target>();
  for (let passedOver = 0; chosen.size < count; passedOver++) {
    if (passedOver > MOST_PASSED_OVER) throw new Error(`${corpus.name} has too few symbols`);
    const file = corpus.files[chance(corpus.files.length)] ?? '';
    await engine.open(file);
    const target = chosen.size % 2 === 0 ? await declarationIn(corpus, engine, file, chance) : await nameIn(corpus, engine, file, chance);
    if (target === undefined) continue;
    chosen.set(`${target.file}:${target.line}:${target.column}`, target);
    passedOver = 0;
  }
  return [...chosen.values()];
}

async function declarationIn(corpus: Corpus, engine: BareEngine, file: string, chance: Chance): Promise<Target | undefined> {
  const outline = Outline.parse(await engine.request('textDocument/documentSymbol', { textDocument: { uri: engine.uri(file) } })) ?? [];
  const symbols = outline.flatMap(withChildren);
  const symbol = symbols[chance(Math.max(symbols.length, 1))];
  if (symbol === undefined) return undefined;
  const { line, character } = symbol.selectionRange.start;
  // What has no name of its own, such as a function that is handed over, is listed under a made-up one.
  const isWritten = (await linesOf(corpus, file))[line]?.slice(character).startsWith(symbol.name) === true && symbol.name.match(NAME)?.[0] === symbol.name;
  return isWritten ? { file, name: symbol.name, line: line + 1, column: character + 1 } : undefined;
}

async function nameIn(corpus: Corpus, engine: BareEngine, file: string, chance: Chance): Promise<Target | undefined> {
  const lines = await linesOf(corpus, file);
  const line = chance(lines.length);
  const text = lines[line] ?? '';
  const names = [...text.matchAll(NAME)].filter(({ 0: word, index }) => !KEYWORDS.has(word) && !isQuoted(text, index));
  const name = names[chance(Math.max(names.length, 1))];
  if (name === undefined) return undefined;
  const target = { file, name: name[0], line: line + 1, column: name.index + 1 };
  // Keywords and words in comments lead nowhere.
  return (await engine.definition(target)).length > 0 ? target : undefined;
}

// A path between quotes is no symbol: who points there means the nearest name, and our answer says which.
function isQuoted(text: string, index: number): boolean {
  return /^[^'"`]*(?:(?<quote>['"`])[^'"`]*\k<quote>[^'"`]*)*['"`][^'"`]*$/.test(text.slice(0, index));
}

async function linesOf(corpus: Corpus, file: string): Promise<string[]> {
  return (await readFile(join(corpus.folder, file), 'utf8')).split(/\r?\n/);
}

function withChildren(symbol: z.output<typeof Declared>): z.output<typeof Declared>[] {
  return [symbol, ...(symbol.children ?? []).flatMap(withChildren)];
}
