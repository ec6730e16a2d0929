// The closed list of errors as it is written in src/ide/errors/errors.ts: groups, codes, messages and next steps.
import ts from 'typescript';

export interface ErrorText {
  readonly code: string;
  readonly message: string;
  readonly next: string;
}

// A group begins with a comment of one word, as in "// Files".
export function errorGroups(source: string): Map<string, ErrorText[]> {
  const groups = new Map<string, ErrorText[]>();
  const file = ts.createSourceFile('errors.ts', source, ts.ScriptTarget.Latest, true);
  let group = 'Calls';
  for (const statement of file.statements) {
    const before = source.slice(statement.pos, statement.getStart());
    group = /^\/\/ ([A-Z][A-Za-z ]*)$/m.exec(before)?.[1] ?? group;
    const found = errorsIn(statement);
    if (found.length > 0) groups.set(group, [...(groups.get(group) ?? []), ...found]);
  }
  return groups;
}

function errorsIn(node: ts.Node): ErrorText[] {
  const own = ts.isNewExpression(node) && node.expression.getText() === 'IdeError' ? [errorOf(node)] : [];
  const inner: ErrorText[] = [];
  ts.forEachChild(node, (child) => {
    inner.push(...errorsIn(child));
  });
  return [...own, ...inner];
}

function errorOf(made: ts.NewExpression): ErrorText {
  const [code, message, next] = made.arguments ?? [];
  return { code: wordsOf(code), message: wordsOf(message), next: wordsOf(next) };
}

// Text as written; what is filled in at run time becomes an ellipsis, and of two ways to say it both are shown.
function wordsOf(node: ts.Expression | undefined): string {
  if (node === undefined) return '';
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('');
  if (ts.isConditionalExpression(node)) return `${wordsOf(node.whenTrue)} / ${wordsOf(node.whenFalse)}`;
  if (ts.isBinaryExpression(node)) return wordsOf(node.right);
  return '…';
}
