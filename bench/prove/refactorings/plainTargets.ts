// What of a project in Python, Go or C++ is refactored: declarations, functions and code, as its engine's outline and the text have them.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BareEngine, Target } from '../../bareEngine.ts';
import type { Corpus } from '../../corpus.ts';
import type { Chance } from '../random.ts';
import { oneOf } from './typescriptSeries.ts';

export type PlainLanguage = 'python' | 'go' | 'cpp';

export interface PlainGround {
  readonly corpus: Corpus;
  readonly engine: BareEngine;
  readonly language: PlainLanguage;
  readonly given: RegExp;
}

export interface PlainFunction extends Target {
  // As the tool wants them.
  readonly parameters: readonly string[];
}

const Position = z.object({ line: z.number(), character: z.number() });
const Declared = z.object({
  name: z.string(),
  kind: z.number(),
  range: z.object({ start: Position, end: Position }),
  selectionRange: z.object({ start: Position }),
  get children() {
    return z.array(Declared).optional();
  },
});
type Declared = z.output<typeof Declared>;
const Outline = z.array(Declared).nullable();

// Of the protocol's kinds of symbols.
const METHOD = 6;
const CONSTRUCTOR = 9;
const FUNCTION = 12;
const NAMESPACE = 3;
// Files without what is looked for are passed over; this many in a row mean that there is none.
const MOST_PASSED_OVER = 300;

// Declarations of whole files: what can move.
export async function plainTops(ground: PlainGround, count: number, chance: Chance): Promise<readonly Target[]> {
  return found(ground, count, chance, ({ symbols, target }) =>
    symbols.filter(({ kind }) => kind !== METHOD && kind !== NAMESPACE).flatMap((symbol) => target(symbol) ?? []),
  );
}

// Functions and methods whose parameters all have plain names.
export async function plainFunctions(ground: PlainGround, count: number, chance: Chance): Promise<readonly PlainFunction[]> {
  return found(ground, count, chance, ({ symbols, target, text }) =>
    symbols
      .flatMap(withChildren)
      .filter(({ kind }) => kind === METHOD || kind === FUNCTION || kind === CONSTRUCTOR)
      .flatMap((symbol) => {
        const at = target(symbol);
        const parameters = at === undefined ? undefined : parametersBehind(text, at, ground.language);
        return at === undefined || parameters === undefined ? [] : [{ ...at, parameters }];
      }),
  );
}

interface Read {
  readonly symbols: readonly Declared[];
  readonly text: string;
  target(symbol: Declared): Target | undefined;
}

async function found<Item extends Target>(
  { corpus, engine, given }: PlainGround,
  count: number,
  chance: Chance,
  candidates: (read: Read) => readonly Item[],
): Promise<readonly Item[]> {
  const chosen = new Map<string, Item>();
  for (let passedOver = 0; chosen.size < count && passedOver < MOST_PASSED_OVER; passedOver++) {
    const file = oneOf(corpus.files, chance);
    await engine.open(file);
    const symbols = Outline.parse(await engine.request('textDocument/documentSymbol', { textDocument: { uri: engine.uri(file) } })) ?? [];
    const text = await readFile(join(corpus.folder, file), 'utf8');
    const lines = text.split(/\r?\n/);
    const target = ({ name, selectionRange: { start } }: Declared): Target | undefined => {
      const own = /[\p{ID_Start}_][\p{ID_Continue}]*$/u.exec(name)?.[0] ?? '';
      const isWritten = own !== '' && lines[start.line]?.slice(start.character).startsWith(own) === true;
      return isWritten && !given.test(own) ? { file, name: own, line: start.line + 1, column: start.character + 1 } : undefined;
    };
    const all = candidates({ symbols, text, target });
    if (all.length === 0) continue;
    const item = oneOf(all, chance);
    const key = `${item.file}:${item.line}:${item.column}`;
    if (chosen.has(key)) continue;
    chosen.set(key, item);
    passedOver = 0;
  }
  return [...chosen.values()];
}

function withChildren(symbol: Declared): readonly Declared[] {
  return [symbol, ...(symbol.children ?? []).flatMap(withChildren)];
}

// Undefined where they are not written plainly behind the name.
function parametersBehind(text: string, { name, line, column }: Target, language: PlainLanguage): readonly string[] | undefined {
  const start = offsetOf(text, line, column) + name.length;
  if (text[start] !== '(') return undefined;
  const parts = partsOf(text, start);
  if (parts === undefined) return undefined;
  const own = parts.map((part) => nameIn(part, language, parts));
  const names = own.flatMap((part) => part ?? []);
  return names.length === parts.length ? names.filter((part) => !(language === 'python' && /^(?:self|cls)$/.test(part))) : undefined;
}

function nameIn(part: string, language: PlainLanguage, all: readonly string[]): string | undefined {
  if (language === 'python') return /^(?:\*{0,2}\w+|\*|\/)/.exec(part)?.[0];
  if (language === 'go') {
    const [, name, rest] = /^(\w+)(?:\s+(.+))?$/s.exec(part) ?? [];
    const areNamed = all.some((each) => /^\w+\s+[\w*[.(]/.test(each) && !/^(?:chan|func|map|struct|interface)\b/.test(each));
    return areNamed && name !== undefined ? (rest?.startsWith('...') === true ? `...${name}` : name) : undefined;
  }
  const [declared = ''] = part.split('=');
  const [, before = '', name] = /^(.*[\s&*>])(\w+)\s*(?:\[\w*\]\s*)?$/s.exec(declared.trimEnd()) ?? [];
  return /\w/.test(before.replace(/\b(?:const|struct|class|unsigned)\b/g, '')) ? name : undefined;
}

// Between the brackets that open there, by the commas outside of all others.
function partsOf(text: string, open: number): readonly string[] | undefined {
  const parts: string[] = [];
  let depth = 0;
  let from = open + 1;
  for (let at = open; at < text.length; at++) {
    const here = text[at] ?? '';
    if (/['"#`]/.test(here) || text.startsWith('//', at) || text.startsWith('/*', at)) return undefined;
    if ('([{<'.includes(here)) depth += 1;
    if (')]}'.includes(here) || (here === '>' && text[at - 1] !== '-')) depth -= 1;
    if ((depth === 1 && here === ',') || depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
    if (depth === 0) return parts.filter((part) => part !== '');
  }
  return undefined;
}

export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n');
  return lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}
