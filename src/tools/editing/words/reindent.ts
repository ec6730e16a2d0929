// Text as agents write it, indented as the place where it goes: its own shape stays, and so does every line that begins inside a string.
import { notCode, partAt } from '../../../source/codeParts.ts';

export interface Indentation {
  // Before each line.
  readonly base: string;
  // One step.
  readonly unit: string;
}

// Every line of it, the first one too. Without the line breaks around it.
export function reindented(text: string, { base, unit }: Indentation, languageId: string): string {
  const plain = text.replaceAll('\r\n', '\n').replace(/^(?:[ \t]*\n)+|\s+$/g, '');
  const spans = notCode(plain, languageId);
  let at = 0;
  const lines = plain.split('\n').map((line, index) => {
    const inString = index > 0 && partAt(spans, at - 1) === 'string';
    at += line.length + 1;
    return { line, inString };
  });
  const own = lines.filter(({ line, inString }) => !inString && line.trim() !== '').map(({ line }) => leading(line));
  const [first = '', ...rest] = own;
  const last = rest.at(-1) ?? '';
  // Copied from the middle of a line: the closing bracket says how deep the beginning was.
  const copied = first === '' && last !== '' && /^\s*[}\])]/.test(lines.at(-1)?.line ?? '') && rest.every((indentation) => indentation.startsWith(last));
  const common = copied ? last : commonStart(own);
  const step = stepIn(own.map((indentation) => indentation.slice(common.length)));
  return lines
    .map(({ line, inString }) => {
      if (inString) return line;
      if (line.trim() === '') return '';
      const deeper = line.startsWith(common) ? leading(line).slice(common.length) : '';
      return base + (step === '' || step === unit ? deeper : deeper.replaceAll(step, unit)) + line.trimStart();
    })
    .join('\n');
}

export function leading(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

// One step of indentation in a file; a tab, or as many spaces as its least indented lines have.
export function unitOf(text: string, languageId: string): string {
  const step = stepIn(text.split('\n').map(leading));
  return step !== '' ? step : languageId === 'python' ? '    ' : languageId === 'go' ? '\t' : '  ';
}

function stepIn(indentations: readonly string[]): string {
  const deep = indentations.filter((indentation) => indentation !== '');
  const tabs = deep.filter((indentation) => indentation.startsWith('\t'));
  if (tabs.length > 0 && tabs.length >= deep.length / 2) return '\t';
  // A single space is the inside of a block comment.
  return deep.filter(({ length }) => length > 1).reduce((least, one) => (least === '' || one.length < least.length ? one : least), '');
}

function commonStart(indentations: readonly string[]): string {
  return indentations.reduce((common, one) => {
    let length = 0;
    while (length < common.length && common[length] === one[length]) length += 1;
    return common.slice(0, length);
  }, indentations[0] ?? '');
}
