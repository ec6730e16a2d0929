// Whether a line has something to stop at, as far as the text alone says.
import { noCodeOnLine } from '../../../ide/errors/debugErrors.ts';
import type { TextSnapshot } from '../../../ide/text.ts';
import { notCode, partAt } from '../../../source/codeParts.ts';
import { lineOf } from '../../words/place.ts';

const MOST_CANDIDATES = 4;
const FARTHEST = 50;

// What most compilers make nothing of that could be stopped at: not offered, though a debugger may know better.
const DECLARATIONS = [
  // Imports, includes, packages, modules and attributes.
  /^\s*(?:#\s*(?:include|pragma|define|if|ifdef|ifndef|else|endif)\b|#!?\[|(?:pub\s+)?(?:use|mod|extern)\s|package\s|import\s|using\s|namespace\s)/,
  // Heads of types.
  /^\s*(?:(?:pub(?:\([^)]*\))?|export|abstract|public|private|typedef|default)\s+)*(?:struct|enum|union|trait|impl|interface|template|type)\b[^=(]*(?:\{|;|,)?$/,
  // Their members: name: Type, as in Rust, Type name; as in C++, Name Type as in Go.
  /^\s*(?:pub\s+)?\w+\s*:\s*[\w:<>&'[\]; ]+,$/,
  /^\s*(?!return\b|break\b|continue\b|throw\b|goto\b|delete\b)[\w:<>,*&]+(?:\s+[\w:<>,*&]+)+;$/,
  /^\t+(?!return\b|break\b|continue\b|goto\b|go\b|defer\b|case\b)[A-Z]\w*\s+[\w.[\]*]+$/,
];

function isDeclaration(line: string): boolean {
  const code = line.replace(/\s*(?:\/\/|#\s).*$/, '').trimEnd();
  return DECLARATIONS.some((pattern) => pattern.test(code));
}

// A statement in Python, and no whole line elsewhere.
const DOTS = /^\s*\.\.\.\s*$/;

// The line's text. Throws no_code_on_line for a blank line, a comment, or one with nothing but brackets, with the nearest that have code.
export function codeLine(document: TextSnapshot, file: string, line: number): string {
  const text = lineOf(document, file, line);
  const spans = notCode(document.text, document.languageId);
  const hasCode = (index: number) => {
    const candidate = document.line(index) ?? '';
    if (DOTS.test(candidate)) return true;
    const start = document.offsetAt({ line: index, character: 0 });
    // Texts may hold nothing else; one that goes on over lines only begins or ends here.
    if (spans.some((span) => span.part === 'string' && span.start >= start && span.end <= start + candidate.length)) return true;
    return [...candidate].some((character, column) => /[\p{L}\p{N}_$]/u.test(character) && partAt(spans, start + column) !== 'comment');
  };
  if (hasCode(line - 1)) return text;
  const near = Array.from({ length: FARTHEST }, (_, distance) => [line - 1 + distance + 1, line - 1 - distance - 1])
    .flat()
    .filter((index) => index >= 0 && index < document.lineCount && hasCode(index) && !isDeclaration(document.line(index) ?? ''))
    .slice(0, MOST_CANDIDATES)
    .map((index) => ({ line: index + 1, text: (document.line(index) ?? '').trim() }));
  throw noCodeOnLine(
    file,
    line,
    near.toSorted((a, b) => a.line - b.line),
  );
}
