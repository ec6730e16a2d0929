// Colours of code by the parsers of the editor, loaded when the first file of a language is shown; a language that is not there stays plain.

import { classHighlighter, highlightTree } from '@lezer/highlight';
import { type Signal, signal } from '@preact/signals';

export interface TokenSpan {
  readonly from: number;
  readonly to: number;
  readonly class: string;
}

// By line, from 0.
export type LineTokens = readonly (readonly TokenSpan[])[];

interface Parser {
  parse(text: string): Parameters<typeof highlightTree>[0];
}

const JAVASCRIPT = /\.([cm]?[jt]sx?)$/i;
const PYTHON = /\.pyi?$/i;
// What takes longer than a blink is shown plain.
const LONGEST_TEXT = 200_000;
const NONE = signal<LineTokens | undefined>(undefined);

// Undefined until it is known.
export function tokensOf(file: string, text: string): Signal<LineTokens | undefined> {
  const parser = text.length > LONGEST_TEXT ? undefined : parserFor(file);
  if (parser === undefined) return NONE;
  const found = signal<LineTokens | undefined>(undefined);
  void parser.then(
    (loaded) => {
      found.value = tokensByLine(loaded, text);
    },
    () => {},
  );
  return found;
}

function parserFor(file: string): Promise<Parser> | undefined {
  const script = JAVASCRIPT.exec(file)?.[1]?.toLowerCase();
  if (script !== undefined)
    return import('@codemirror/lang-javascript').then(
      ({ javascript }) => javascript({ typescript: script.includes('t'), jsx: script.endsWith('x') || !script.includes('t') }).language.parser,
    );
  return PYTHON.test(file) ? import('@codemirror/lang-python').then(({ python }) => python().language.parser) : undefined;
}

function tokensByLine(parser: Parser, text: string): LineTokens {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: lineBreak, index }) => index + lineBreak.length)];
  const lines: TokenSpan[][] = starts.map(() => []);
  let line = 0;
  highlightTree(parser.parse(text), classHighlighter, (from, to, classes) => {
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= from) line += 1;
    // A comment or a template may go over several lines.
    for (let at = line; at < starts.length; at += 1) {
      const start = starts[at] ?? 0;
      if (start >= to) break;
      const end = starts[at + 1] ?? text.length;
      lines[at]?.push({ from: Math.max(from, start) - start, to: Math.min(to, end) - start, class: classes });
    }
  });
  return lines;
}
