// The text in which a declaration stands in a statement of its own that exports it by itself: only such a one moves without loss.
import ts from 'typescript';
import { changed } from '../../code/naming.ts';
import { UnsoundRefactoring } from '../../code/refused.ts';
import type { Projects } from '../../projects/projects.ts';
import { exportEntriesOf, spanOf } from '../delete/deleting.ts';

// The same text where it stands so already. Throws UnsoundRefactoring where it could not without another meaning for those who import it.
export function movableText(source: ts.SourceFile, name: string, declarations: readonly ts.Declaration[]): string {
  const exported = exportsOf(name, declarations);
  const changes = [...declarations.flatMap((declaration) => standingAlone(source, declaration, exported.length > 0)), ...exported];
  return changed(
    source.text,
    changes.toSorted((a, b) => a.span.start - b.span.start),
  );
}

// With another text of a file for as long as the work takes: nobody else asks meanwhile.
export function withText<Value>(projects: Projects, path: string, text: string, work: () => Value): Value {
  const { texts } = projects;
  const [isOpen, before] = [texts.isOpen(path), texts.read(path) ?? ''];
  if (text === before) return work();
  texts.open(path, text);
  try {
    return work();
  } finally {
    if (isOpen) texts.open(path, before);
    else texts.close(path);
  }
}

// Its entries in lists of exports, if they have its own name.
function exportsOf(name: string, declarations: readonly ts.Declaration[]): readonly ts.TextChange[] {
  const entries = [...new Set(declarations.flatMap(exportEntriesOf))];
  const names = entries.flatMap((entry) => {
    if (ts.isExportSpecifier(entry)) return [entry.name.text];
    const list = ts.isExportDeclaration(entry) ? entry.exportClause : undefined;
    return list !== undefined && ts.isNamedExports(list) ? list.elements.map((element) => element.name.text) : [];
  });
  const other = names.find((each) => each !== name);
  if (other !== undefined) throw new UnsoundRefactoring(`Its file exports it as ${other}; export it by its own name first.`);
  return entries.map((entry) => ({ span: spanOf(entry), newText: '' }));
}

function standingAlone(source: ts.SourceFile, declaration: ts.Declaration, mustExport: boolean): readonly ts.TextChange[] {
  const list = declaration.parent;
  const isVariable = ts.isVariableDeclaration(declaration) && ts.isVariableDeclarationList(list);
  const statement = isVariable ? list.parent : declaration;
  if (statement.parent !== source) return [];
  const word = mustExport ? 'export ' : '';
  if (!isVariable || list.declarations.length === 1) return word === '' ? [] : [{ span: { start: statement.getStart(source), length: 0 }, newText: word }];
  const [first] = list.declarations;
  const start = statement.getStart(source);
  const head = source.text.slice(start, first?.getStart(source) ?? start);
  const stop = source.text[statement.end - 1] === ';' ? ';' : '';
  const lines = list.declarations.map((one) => `${one === declaration ? word : ''}${head}${source.text.slice(one.getFullStart(), one.end).trim()}${stop}`);
  const newText = lines.join(source.text.includes('\r\n') ? '\r\n' : '\n');
  return [{ span: ts.createTextSpanFromBounds(start, statement.end), newText }];
}
