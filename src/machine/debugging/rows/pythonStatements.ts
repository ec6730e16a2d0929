// Whether a line of Python is a statement, which has no value, or an expression.
import { notCode } from '../../../source/codeParts.ts';

const KEYWORDS =
  /^(?:assert|async|await\s+with|break|class|continue|def|del|for|from|global|if|import|nonlocal|pass|raise|return|try|while|with|@)(?![\w.])|^@/;
const OPENING = '([{';
const CLOSING = ')]}';

// Of what Python could evaluate: whatever it could not is an error before this is asked.
export function isStatement(line: string): boolean {
  const code = withoutTexts(line).trim();
  if (KEYWORDS.test(code) || /[;\n]/.test(code)) return true;
  let depth = 0;
  for (let at = 0; at < code.length; at++) {
    const character = code.charAt(at);
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character)) depth--;
    else if (depth === 0 && character === '=' && assigns(code, at)) return true;
  }
  return false;
}

// Not a comparison, and not what a lambda takes by default.
function assigns(code: string, at: number): boolean {
  if (code[at + 1] === '=' || /[=!]$/.test(code.slice(0, at))) return false;
  const before = code.slice(0, at);
  if (/[<>]$/.test(before)) return /(?:<<|>>)$/.test(before);
  return !/\blambda\b[^:]*$/.test(before);
}

function withoutTexts(line: string): string {
  let text = line;
  for (const { start, end } of notCode(line, 'python')) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  return text;
}
