// What can be known of an expression in any of the languages that are debugged: whether it only looks, and whether it can be one at all.

// A call may do anything; so may what creates, deletes, waits or imports.
const ACTING_WORDS = new Set(['new', 'delete', 'await', 'yield', 'import', 'del', 'lambda', 'function', 'class', 'throw', 'raise', 'exec']);
// Strings first, so that nothing inside them counts. A template runs code, so it is no string here.
const TOKEN =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|===|!==|==|!=|<=|>=|=>|<<=|>>=|&&=|\|\|=|\?\?=|\*\*=|:=|\+\+|--|->|::|&&|\|\||\?\?|\?\.|<<|>>|\*\*|[-+*/%&|^]=|<-|\S/gu;
const ACTING_SIGNS = new Set(['=', '++', '--', ':=', '=>', '`', ';', '<-', '<<=', '>>=', '&&=', '||=', '??=', '**=']);
// Words that a parenthesis may follow without being called.
const OPERATOR_WORDS = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else', 'typeof', 'instanceof', 'of', 'sizeof', 'void']);

export function isPlainExpression(expression: string): boolean {
  const tokens = expression.match(TOKEN) ?? [];
  return tokens.every((token, index) => {
    if (ACTING_WORDS.has(token) || ACTING_SIGNS.has(token) || /^[-+*/%&|^]=$/.test(token)) return false;
    return !(token === '(' && index > 0 && isCallable(tokens[index - 1] ?? ''));
  });
}

function isCallable(before: string): boolean {
  return before === ')' || before === ']' || before === '?.' || before === '>' || (/^[\p{L}_$]/u.test(before) && !OPERATOR_WORDS.has(before));
}

const OPENERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const BINARY = /^(?:===?|!==?|<=|>=|&&|\|\||\?\?|[*/%^<>.]|\*\*|<<|>>|\?\.|\+|-)$/;
// Words that stand before, after or between values.
const JOINING_WORDS = new Set([
  ...OPERATOR_WORDS,
  ...ACTING_WORDS,
  'as',
  'for',
  'async',
  'const',
  'struct',
  'unsigned',
  'signed',
  'long',
  'let',
  'match',
  'ref',
  'mut',
  'None',
  'from',
]);

// Why no debugger could evaluate it; undefined where nothing is plainly wrong. The debugger has the last word.
export function syntaxProblem(expression: string): string | undefined {
  const tokens = expression.match(TOKEN) ?? [];
  const first = tokens[0];
  const last = tokens.at(-1);
  if (first === undefined || last === undefined) return 'it is empty';
  if (tokens.some((token) => token === '"' || token === "'")) return 'a string is not closed';
  const brackets: string[] = [];
  for (const token of tokens) {
    const closer = OPENERS[token];
    if (closer !== undefined) brackets.push(closer);
    else if ([')', ']', '}'].includes(token) && brackets.pop() !== token) return `there is a ${token} too many`;
  }
  const open = brackets.pop();
  if (open !== undefined) return `a ${open} is missing`;
  if (BINARY.test(last)) return `something is missing after ${last}`;
  if (BINARY.test(first) && !/^[-+*<]$/.test(first)) return `something is missing before ${first}`;
  const pair = tokens.findIndex((token, index) => index > 0 && isValue(token) && isValue(tokens[index - 1] ?? ''));
  return pair < 0 ? undefined : `there is no operator between ${tokens[pair - 1]} and ${tokens[pair]}`;
}

function isValue(token: string): boolean {
  return /^[\p{L}_$\d]/u.test(token) && !JOINING_WORDS.has(token);
}
