// A text of JavaScript in which only code is left: what stands in comments, strings, templates and regular expressions is blank, and every position stays.

// Before a slash, these words want a value, so it begins a regular expression; after other words it divides.
const WANTS_VALUE = /(?:^|[^\w$.])(?:return|typeof|instanceof|in|of|new|delete|void|throw|case|do|else|yield|await)$/;

// A run of code in which nothing begins that is none.
const ORDINARY = /[^/"'`{}]*/y;

export function plainCode(text: string): string {
  const left: string[] = [];
  // Of each template that is open, how many braces are open inside its expression.
  const templates: number[] = [];
  const blank = (from: number, to: number): number => {
    left.push(text.slice(from, to).replace(/[^\n]/g, ' '));
    return to;
  };
  let at = 0;
  let before = '';
  while (at < text.length) {
    const sign = text[at] ?? '';
    const next = text[at + 1];
    if (sign === '/' && next === '/') at = blank(at, endOf(text, '\n', at));
    else if (sign === '/' && next === '*') at = blank(at, endOf(text, '*/', at + 2));
    else if (sign === '"' || sign === "'") {
      at = blank(at, endOfString(text, at));
      before = '"';
    } else if (sign === '`' || (sign === '}' && templates.at(-1) === 0)) {
      if (sign === '}') templates.pop();
      const end = endOfTemplatePart(text, at + 1);
      at = blank(at, end);
      if (text.startsWith('${', end - 2)) templates.push(0);
      before = templates.at(-1) === 0 && text.startsWith('${', end - 2) ? '(' : '"';
    } else if (sign === '/' && isRegExp(text, at, before)) {
      at = blank(at, endOfRegExp(text, at));
      before = '"';
    } else {
      const open = templates.length - 1;
      if (open >= 0 && sign === '{') templates[open] = (templates[open] ?? 0) + 1;
      if (open >= 0 && sign === '}') templates[open] = (templates[open] ?? 1) - 1;
      ORDINARY.lastIndex = at + 1;
      const end = at + 1 + (ORDINARY.exec(text)?.[0].length ?? 0);
      const run = text.slice(at, end);
      left.push(run);
      before = run.trimEnd().at(-1) ?? before;
      at = end;
    }
  }
  return left.join('');
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + (mark === '\n' ? 0 : mark.length);
}

// A string ends with its line, whatever is missing.
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[from]) return at + 1;
    else if (text[at] === '\n') return at;
  }
  return text.length;
}

// To its end, or behind the `${` of the next expression in it.
function endOfTemplatePart(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return at + 1;
    else if (text[at] === '$' && text[at + 1] === '{') return at + 2;
  }
  return text.length;
}

function isRegExp(text: string, at: number, before: string): boolean {
  if (before === '' || /[(,=:[!&|?{};+\-*%<>~^]/.test(before)) return endOfRegExp(text, at) > at;
  return /\w/.test(before) && WANTS_VALUE.test(text.slice(Math.max(0, at - 20), at).trimEnd()) && endOfRegExp(text, at) > at;
}

function endOfRegExp(text: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '\\') at++;
    else if (sign === '\n') return from;
    else if (sign === '[') inClass = true;
    else if (sign === ']') inClass = false;
    else if (sign === '/' && !inClass) return at + 1 + (/^[a-z]*/.exec(text.slice(at + 1, at + 12))?.[0].length ?? 0);
  }
  return from;
}
