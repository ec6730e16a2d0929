// The imports of a module: what each of them binds, when it is run, and where a new one goes.
import type { OffsetEdit, PythonModule } from '../syntax/pythonModule.ts';
import type { Node } from '../syntax/syntax.ts';

export interface Imported {
  // The import statement.
  readonly statement: Node;
  readonly alias: Node;
  // As written, with its dots; of `import a.b` that is a.b.
  readonly module: string;
  // What is taken from the module; undefined for the module itself.
  readonly name: string | undefined;
  readonly when: 'read' | 'checked' | 'called' | 'tried';
}

export function importsOf(module: PythonModule): readonly Imported[] {
  const found: Imported[] = [];
  for (const statement of module.root.walk()) {
    if (statement.kind !== 'import' && statement.kind !== 'importFrom') continue;
    const when = whenRun(module, statement);
    for (const alias of statement.children) {
      if (alias.kind !== 'alias') continue;
      const isFrom = statement.kind === 'importFrom';
      found.push({ statement, alias, module: isFrom ? statement.text : alias.text, name: isFrom ? alias.text : undefined, when });
    }
  }
  return found;
}

export function isRunWhenRead({ when }: Imported): boolean {
  return when !== 'called' && when !== 'checked';
}

// The block that only type checkers read.
export function checkedBlock(module: PythonModule): Node | undefined {
  return module.root.children.find((statement) => statement.kind === 'if' && isTypeChecking(module, statement))?.child('body');
}

// Lines that import, put behind the imports that stand at the beginning, or at the beginning.
export function withImports(module: PythonModule, lines: readonly string[]): readonly OffsetEdit[] {
  if (lines.length === 0) return [];
  const nl = module.lineBreak;
  const text = lines.map((line) => `${line}${nl}`).join('');
  const head = headOf(module);
  const last = head.filter(({ kind }) => kind !== 'evaluation').at(-1) ?? head.at(-1);
  if (last === undefined) {
    const at = startOf(module);
    const isEmpty = module.text.slice(at).trim() === '';
    return [{ start: at, end: at, text: isEmpty ? text : `${text}${nl}${nl}` }];
  }
  const at = module.lineEnd(last.end);
  const isBroken = /[\r\n]$/.test(module.text.slice(0, at));
  const before = `${isBroken ? '' : nl}${last.kind === 'evaluation' ? nl : ''}`;
  const isFollowed = last.kind === 'evaluation' && /^[^\r\n]/.test(module.text.slice(at));
  return [{ start: at, end: at, text: `${before}${text}${isFollowed ? nl : ''}` }];
}

// Behind the statement, in a line of its own with its indentation.
export function behind(module: PythonModule, statement: Node, line: string): OffsetEdit {
  const indent = module.indentOf(statement);
  const rest = module.text.slice(statement.end);
  if (indent === undefined || !/^[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|$)/.test(rest)) return { start: statement.end, end: statement.end, text: `; ${line}` };
  const at = statement.end + rest.search(/[\r\n]|$/);
  return { start: at, end: at, text: `${module.lineBreak}${indent}${line}` };
}

// What stands before everything else: documentation and imports.
export function headOf(module: PythonModule): readonly Node[] {
  const { children } = module.root;
  const end = children.findIndex(
    ({ kind, children: [value] }, index) => kind !== 'import' && kind !== 'importFrom' && !(index === 0 && kind === 'evaluation' && value?.kind === 'string'),
  );
  return end < 0 ? children : children.slice(0, end);
}

// Behind the first lines of a script and the comment that heads the file.
function startOf(module: PythonModule): number {
  const [head = ''] = /^\ufeff?(?:#[^\r\n]*(?:\r\n|\r|\n))*(?:[ \t]*(?:\r\n|\r|\n))*/.exec(module.text) ?? [];
  return head.length;
}

function whenRun(module: PythonModule, statement: Node): Imported['when'] {
  if (statement.parent === module.root) return 'read';
  for (const around of statement.upwards()) {
    if (around.kind === 'function' || around.kind === 'lambda') return 'called';
    if (around.kind === 'if' && isTypeChecking(module, around) && around.child('body')?.holds(statement)) return 'checked';
  }
  return 'tried';
}

function isTypeChecking(module: PythonModule, statement: Node): boolean {
  return /^(?:\w+\.)?TYPE_CHECKING$/.test(module.textOf(statement.child('condition') ?? statement));
}
