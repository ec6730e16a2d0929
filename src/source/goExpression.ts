// Why a text cannot be an expression of Go, as far as its signs and words say so.

const TOKEN = /"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\[^\n]+?)'|[\p{L}_][\p{L}\p{N}_]*|\d[\w.]*|[-+*/%&|^!<>=:?~@#$\\;.]+|[()[\]{},]|\S/gu;
const OPERATORS = new Set(['+', '-', '*', '/', '%', '&', '|', '^', '&^', '<<', '>>', '&&', '||', '==', '!=', '<', '<=', '>', '>=', '!', '.', ':', '...']);
// What may stand before a value without a gap, as in a==-1, &&!done or *pointer.
const UNARY = /^(?:[-+!^*&]|<-)*$/;

export function goProblem(expression: string): string | undefined {
  const tokens = expression.match(TOKEN) ?? [];
  for (const [index, token] of tokens.entries()) {
    if (token.startsWith("'") && !token.endsWith("'")) return 'a character stands between single quotes, a string between double quotes';
    if (/^[-+*/%&|^!<>=:?~@#$\\;.]/.test(token) && !isOperator(token)) return `Go has no operator ${token}`;
    const before = tokens[index - 1];
    if (before !== undefined && isOperand(before) && isOperand(token)) return `there is no operator between ${before} and ${token}`;
  }
  return undefined;
}

function isOperator(token: string): boolean {
  if (OPERATORS.has(token)) return true;
  return [...OPERATORS].some((operator) => token.startsWith(operator) && UNARY.test(token.slice(operator.length)) && !/^(?:\+\+|--|\*\*)$/.test(token));
}

// A type may follow a word of its own, as in chan int, and a call Delve's own word.
function isOperand(token: string): boolean {
  return /^[\p{L}_\d"`']/u.test(token) && !['call', 'chan', 'func', 'interface', 'map', 'struct', 'range'].includes(token);
}
