// Tracepoints that a person reads too: the message is as the agent wrote it, and characters that nobody sees say whose it is and where its values are.
import { partsOf } from '../../../ide/breakpoints.ts';
import { MARK, PART } from '../sessions/traces.ts';

// Around each value, and before the number of the breakpoint: an invisible separator, an invisible plus, and a variation selector for each digit.
const AROUND = '\u2063';
const NUMBER = '\u2064';
const DIGITS = 0xfe00;
const MARKED = /([^\u2064]*)\u2064([\ufe00-\ufe09]+)(?:\r?\n)?/g;

export function invisiblyMarked(breakpoint: string, logMessage: string): string {
  const message = partsOf(logMessage).map((part) => ('text' in part ? part.text : `${AROUND}{${part.expression}}${AROUND}`));
  const digits = [...breakpoint.replace(/\D/g, '')].map((digit) => String.fromCharCode(DIGITS + Number(digit)));
  return `${message.join('')}${NUMBER}${digits.join('')}`;
}

// What was printed in one piece, taken apart: tracepoints as our own adapter's would come back, and the rest as it is.
export function markedApart(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(MARKED)) {
    const [whole, said = '', digits = ''] = found;
    // The line before it belongs to somebody else.
    const begins = said.slice(0, said.includes(AROUND) ? said.indexOf(AROUND) : said.length).lastIndexOf('\n') + 1;
    if (begins > 0) parts.push(said.slice(0, begins));
    const values = said.slice(begins).split(AROUND);
    const number = [...digits].map((digit) => digit.charCodeAt(0) - DIGITS).join('');
    parts.push([`${MARK}b${number}`, ...values.filter((_, index) => index % 2 === 1)].join(PART) + PART);
    from = found.index + whole.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}
