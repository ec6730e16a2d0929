// Code with a name in it that clangd has not seen: what the preprocessor skips, headers that it does not find, files of which nobody says how they are compiled.
import { basename } from 'node:path/posix';
import { z } from 'zod';
import { range } from '../../../../answers/engineAnswers.ts';
import { normalizeUri } from '../../../../base/files/fileUri.ts';
import { contains, type Position, type Range } from '../../../../ide/text.ts';
import { diagnosticsOf, locationsOf } from '../engine/answers.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import { CompileKnowledge, HOW_TO_CONFIGURE, UNCONFIGURED } from './compileCommands.ts';

const skippedRegions = z.object({ textDocument: z.object({ uri: z.string() }), regions: z.array(range) });

// Enough to see where to look; the rest is counted.
const MOST_NAMED = 8;

interface Wanted {
  readonly word: string;
  readonly from: string;
  readonly at?: Position;
}

export class UnseenCode {
  readonly #session: EngineSession;
  readonly #skipped = new Map<string, readonly Range[]>();

  constructor(session: EngineSession) {
    this.#session = session;
  }

  // It sends them for each file that it has read, after the diagnostics.
  skipped(params: unknown): void {
    const { textDocument, regions } = skippedRegions.parse(params);
    this.#skipped.set(normalizeUri(textDocument.uri), regions);
  }

  // In sentences; none where everything is known that could name it. The files are those with the word, as they were read.
  async holding(wanted: Wanted, files: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const within = await this.#functionOf(wanted, signal);
    const read = files.filter((uri) => languageIn(this.#session.row, uri) !== undefined);
    const skipped = await this.#inSkipped(wanted.word, within === undefined ? read : [wanted.from], within, signal);
    if (within !== undefined) return skipped;
    const knowledge = new CompileKnowledge(this.#session.project);
    const isGuessed = read.some((uri) => !knowledge.knows(uri));
    return [...(isGuessed ? [`${UNCONFIGURED} ${HOW_TO_CONFIGURE}`] : []), ...(await this.#withoutHeaders(read, signal)), ...skipped];
  }

  // The function outside of which nothing can mean this name. Its answer comes after whatever was sent about the file before, too.
  async #functionOf({ from, at }: Wanted, signal: AbortSignal): Promise<Range | undefined> {
    const outline = await this.#session.outline(from, signal);
    if (at === undefined) return undefined;
    const asked = { textDocument: { uri: from }, position: at };
    const [declared, ...others] = locationsOf(await this.#session.request('textDocument/definition', asked, signal));
    if (declared === undefined || others.length > 0 || declared.uri !== from) return undefined;
    const { start } = declared.range;
    const all = [...outline];
    for (const symbol of all) {
      const isCallable = symbol.kind === 'function' || symbol.kind === 'method' || symbol.kind === 'constructor';
      if (isCallable && contains(symbol.range, start) && !contains(symbol.selection, start)) return symbol.range;
      all.push(...symbol.children);
    }
    return undefined;
  }

  async #inSkipped(word: string, uris: readonly string[], within: Range | undefined, signal: AbortSignal): Promise<readonly string[]> {
    const pattern = new RegExp(`(?<![\\w$])${word.replace(/[^\w]/g, '\\$&')}(?![\\w$])`);
    const places: string[] = [];
    for (const uri of uris) {
      const regions = this.#skipped.get(uri) ?? [];
      const snapshot = regions.length === 0 ? undefined : await textOrNothing(this.#session, uri, signal);
      if (snapshot === undefined) continue;
      const code = withoutText(snapshot.text).split('\n');
      for (const { start, end } of regions) {
        // Switched off by hand, which is another way to write a comment.
        if (/^\s*#\s*if\s+0\b/.test(code[start.line - 1] ?? '') || /^\s*#\s*if\s+0\b/.test(code[start.line] ?? '')) continue;
        for (let line = start.line; line <= end.line; line++)
          if (pattern.test(code[line] ?? '') && (within === undefined || contains(within, { line, character: 0 })))
            places.push(`${this.#path(uri)}:${line + 1}`);
      }
    }
    return places.length === 0 ? [] : [`Left out by the preprocessor, and not searched: ${listed(places)}.`];
  }

  // A header of the project that is there and not found: whoever includes it does not know what it declares.
  async #withoutHeaders(uris: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
    const missing = uris.flatMap((uri) =>
      diagnosticsOf(this.#session.published.of(uri) ?? [])
        .filter(({ code }) => code === 'pp_file_not_found')
        .flatMap(({ message }) => /'([^']+)' file not found/.exec(message)?.[1] ?? [])
        .map((header) => ({ uri, header })),
    );
    if (missing.length === 0) return [];
    const names = new Set((await this.#session.project.documents.list({}, signal)).map(({ uri }) => basename(decodeURIComponent(uri))));
    const own = missing.filter(({ header }) => names.has(basename(header))).map(({ uri, header }) => `${header} (included by ${this.#path(uri)})`);
    return own.length === 0 ? [] : [`Not found where the flags of the compiler say, so what they declare is unknown: ${listed([...new Set(own)])}.`];
  }

  #path(uri: string): string {
    return decodeURIComponent(uri.slice(this.#session.project.rootUri.length + 1));
  }
}

function listed(names: readonly string[]): string {
  return names.length <= MOST_NAMED ? names.join(', ') : `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`;
}

// Blanks instead of comments and strings, line by line.
function withoutText(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (found) => found.replace(/[^\n]/g, ' '));
}
