// Refactorings by cutting and pasting text: enough to see how tools ask for them and print them, never proof that one is sound.
import { refactoringRefused } from '../../ide/errors/editErrors.ts';
import { unsupportedByEngine } from '../../ide/errors/errors.ts';
import type { Refactored, Refactoring } from '../../ide/refactorings.ts';
import type { Range, TextSnapshot } from '../../ide/text.ts';
import type { FileOperation, TextEdit } from '../../ide/workspaceEdit.ts';
import { signatureChanged } from './scriptedSignatures.ts';
import { declaredIn, type SymbolTable } from './symbolTable.ts';

export function scriptedRefactoring(table: SymbolTable, wanted: Refactoring, engine: string): Refactored {
  const snapshot = table.files().get(wanted.uri)?.snapshot;
  if (snapshot === undefined || snapshot.languageId === 'python') throw unsupportedByEngine(engine, 'refactor such a file');
  if (wanted.kind === 'extractFunction' || wanted.kind === 'extractVariable') return extracted(table, snapshot, wanted);
  if (wanted.kind === 'delete') return deleted(table, wanted);
  if (wanted.kind === 'changeSignature') return signatureChanged(table, wanted);
  return wanted.kind === 'inline' ? inlined(table, snapshot, wanted) : moved(table, wanted);
}

function extracted(table: SymbolTable, snapshot: TextSnapshot, wanted: Extract<Refactoring, { kind: 'extractFunction' | 'extractVariable' }>): Refactored {
  const code = snapshot.textIn(wanted.range);
  if (declaredIn(table.outline(wanted.uri)).some(({ symbol }) => symbol.name === wanted.name))
    throw refactoringRefused('extract', `${wanted.name} is there already.`);
  const isFunction = wanted.kind === 'extractFunction';
  const end = snapshot.positionAt(snapshot.text.length);
  const start = { line: wanted.range.start.line, character: 0 };
  const declaration = isFunction ? `function ${wanted.name}() {\n  return ${code};\n}\n` : `const ${wanted.name} = ${code};\n`;
  const at = isFunction ? end : start;
  const uses = isFunction || !wanted.allOccurrences ? [wanted.range] : occurrences(snapshot, code);
  const edits: TextEdit[] = [
    { range: { start: at, end: at }, newText: declaration },
    ...uses.map((range) => ({ range, newText: isFunction ? `${wanted.name}()` : wanted.name })),
  ];
  return { edit: { operations: [{ kind: 'edit', uri: wanted.uri, edits }] }, notes: [] };
}

function occurrences(snapshot: TextSnapshot, code: string): readonly Range[] {
  const found: Range[] = [];
  for (let at = snapshot.text.indexOf(code); at >= 0; at = snapshot.text.indexOf(code, at + code.length))
    found.push({ start: snapshot.positionAt(at), end: snapshot.positionAt(at + code.length) });
  return found;
}

// A constant whose value stands on its line, in one file.
function inlined(table: SymbolTable, snapshot: TextSnapshot, wanted: Extract<Refactoring, { kind: 'inline' }>): Refactored {
  const [declared] = table.definitions(wanted);
  const line = declared?.range.start.line ?? 0;
  const value = /=\s*(.*?);?$/.exec(snapshot.line(line) ?? '')?.[1];
  if (declared === undefined || value === undefined) throw refactoringRefused('inline this', 'it has no value.');
  const uses = table.references(wanted, false).map(({ range }) => ({ range, newText: value }));
  const whole = { range: { start: { line, character: 0 }, end: { line: line + 1, character: 0 } }, newText: '' };
  return { edit: { operations: [{ kind: 'edit', uri: declared.uri, edits: [whole, ...uses] }] }, notes: [] };
}

// Its lines, to the end of the other file; imports stay as they are.
function moved(table: SymbolTable, wanted: Extract<Refactoring, { kind: 'move' }>): Refactored {
  const { edit, notes } = deleted(table, { ...wanted, kind: 'delete' });
  const [operation] = edit.operations;
  const [cut] = operation?.kind === 'edit' ? operation.edits : [];
  const from = operation === undefined ? undefined : table.files().get(operation.uri)?.snapshot;
  if (operation === undefined || cut === undefined || from === undefined) throw refactoringRefused('move this', 'it is declared nowhere.');
  const target = table.files().get(wanted.to)?.snapshot;
  const end = target?.positionAt(target.text.length) ?? { line: 0, character: 0 };
  const text = from.textIn(cut.range);
  const arrival: FileOperation =
    target === undefined
      ? { kind: 'create', uri: wanted.to, text, ifExists: 'fail' }
      : { kind: 'edit', uri: wanted.to, edits: [{ range: { start: end, end }, newText: text }] };
  return { edit: { operations: [operation, arrival] }, notes };
}

// Whole lines of the declaration that the name means.
function deleted(table: SymbolTable, wanted: Extract<Refactoring, { kind: 'delete' }>): Refactored {
  const [declared] = table.definitions(wanted);
  const outline = declared === undefined ? [] : declaredIn(table.outline(declared.uri));
  const own = outline.find(({ symbol }) => symbol.selection.start.line === declared?.range.start.line)?.symbol;
  if (declared === undefined || own === undefined) throw refactoringRefused('delete this', 'it is declared nowhere.');
  const range = { start: { line: own.range.start.line, character: 0 }, end: { line: own.range.end.line + 1, character: 0 } };
  return { edit: { operations: [{ kind: 'edit', uri: declared.uri, edits: [{ range, newText: '' }] }] }, notes: [] };
}
