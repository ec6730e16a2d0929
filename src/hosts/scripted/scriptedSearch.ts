// Searches over files in memory: text with JavaScript's own regular expressions, and as structure whatever the fixture marks.
import { type Answer, complete } from '../../ide/answer.ts';
import type { Search, StructureFile, StructureQuery, TextFindings, TextQuery, TextToRead } from '../../ide/doors/search.ts';
import { invalidPattern, unknownLanguage } from '../../ide/errors/errors.ts';
import type { Position, TextSnapshot } from '../../ide/text.ts';
import type { Mark } from './fixture.ts';
import type { ScriptedDocuments } from './scriptedDocuments.ts';

export class ScriptedSearch implements Search {
  readonly #documents: ScriptedDocuments;
  readonly #marks: readonly Mark[];

  constructor(documents: ScriptedDocuments, marks: readonly Mark[]) {
    this.#documents = documents;
    this.#marks = marks;
  }

  async text(query: TextQuery): Promise<Answer<TextFindings>> {
    const pattern = expressionOf(query);
    const listed = await this.#documents.list(query.files);
    const snapshots = await Promise.all(listed.map(({ uri }) => this.#documents.read(uri)));
    const found = snapshots.map((snapshot) => ({ uri: snapshot.uri, lines: linesThatMatch(snapshot, pattern) })).filter(({ lines }) => lines.length > 0);
    const generated = query.files.includeIgnored === true ? [] : found.filter(({ uri }) => uri.endsWith('.min.js'));
    return complete({
      files: found.filter((file) => !generated.includes(file)),
      leftOut: { generated: generated.length, minified: 0 },
      tooLarge: 0,
    });
  }

  // A mark is a match; its label says what the variables stand for, as `^^^ A=1 B=two`.
  async structure(query: StructureQuery): Promise<Answer<readonly StructureFile[]>> {
    if (!['typescript', 'python'].includes(query.language)) throw unknownLanguage(query.language, ['typescript', 'python']);
    if (query.pattern.includes('((')) throw invalidPattern(query.pattern, 'its syntax is wrong', 'Write it as code.');
    const files: StructureFile[] = [];
    for (const { path, uri } of await this.#documents.list(query.files)) {
      const snapshot = await this.#documents.read(uri);
      const matches = this.#marks
        .filter((mark) => mark.path === path)
        .map(({ range, label }) => {
          const variables = Object.fromEntries(label.split(' ').flatMap(variableIn));
          const replacement = query.rewrite?.replaceAll(/\$+(\w+)/g, (_, name: string) => variables[name] ?? '');
          return { range, text: snapshot.textIn(range), variables, ...(replacement !== undefined && { replacement }) };
        });
      if (matches.length > 0) files.push({ uri, matches });
    }
    return complete(files, { engine: 'scripted 1.0' });
  }

  // A bracket that is never closed, or closes nothing, is all the grammar that fixtures need.
  async syntaxErrors(texts: readonly TextToRead[]): Promise<ReadonlyMap<string, readonly Position[]>> {
    return new Map(
      texts.flatMap(({ uri, text }): [string, readonly Position[]][] => {
        const offset = unpaired(text);
        const lines = text.slice(0, offset).split('\n');
        return offset === undefined ? [] : [[uri, [{ line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }]]];
      }),
    );
  }
}

function unpaired(text: string): number | undefined {
  const open: { readonly bracket: string; readonly index: number }[] = [];
  for (const { 0: bracket, index } of text.matchAll(/[()[\]{}]/g)) {
    const closes = { ')': '(', ']': '[', '}': '{' }[bracket];
    if (closes === undefined) open.push({ bracket, index });
    else if (open.pop()?.bracket !== closes) return index;
  }
  return open[0]?.index;
}

function linesThatMatch(snapshot: TextSnapshot, pattern: RegExp): TextFindings['files'][number]['lines'] {
  return Array.from({ length: snapshot.lineCount }, (_, line) => ({ line, text: snapshot.line(line) ?? '' })).flatMap(({ line, text }) => {
    const matches = [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
    return matches.length === 0 ? [] : [{ line, text, matches }];
  });
}

function expressionOf({ pattern, literal, ignoreCase, wholeWord }: TextQuery): RegExp {
  const source = literal ? pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : pattern;
  try {
    return new RegExp(wholeWord ? `\\b(?:${source})\\b` : source, ignoreCase ? 'giu' : 'gu');
  } catch (error) {
    throw invalidPattern(pattern, String(error), 'Correct it, or pass regex: false.');
  }
}

function variableIn(label: string): [string, string][] {
  const [, name, value] = /^(\w+)=(.*)$/.exec(label) ?? [];
  return name === undefined || value === undefined ? [] : [[name, value]];
}
