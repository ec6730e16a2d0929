// Other parameters by cutting what stands in brackets at commas: enough for the behaviour of the tool, no language is understood.
import { arrangedArguments, matchedParameters, type Slot } from '../../base/text/parameterLists.ts';
import { refactoringRefused } from '../../ide/errors/editErrors.ts';
import type { Refactored, Refactoring, RefactoringConflict } from '../../ide/refactorings.ts';
import type { Location, Range, TextSnapshot } from '../../ide/text.ts';
import type { FileOperation, TextEdit } from '../../ide/workspaceEdit.ts';
import type { SymbolTable } from './symbolTable.ts';

const WHAT = 'change its parameters';

export function signatureChanged(table: SymbolTable, wanted: Extract<Refactoring, { kind: 'changeSignature' }>): Refactored {
  const [declared] = table.definitions(wanted);
  const list = declared === undefined ? undefined : listBehind(table, declared);
  if (declared === undefined || list === undefined) throw refactoringRefused(WHAT, 'it has none.');
  const old = list.elements;
  const change = matchedParameters(
    old.map((text) => /^[\w$]*/.exec(text)?.[0] ?? ''),
    wanted.parameters,
  );
  if ('problem' in change) throw refactoringRefused(WHAT, change.problem);
  const edits = new Map<string, TextEdit[]>([
    [declared.uri, [{ range: list.range, newText: change.slots.map((slot) => parameterText(slot, old)).join(', ') }]],
  ]);
  const conflicts: RefactoringConflict[] = [];
  for (const use of table.references(wanted, false)) {
    const line = table.files().get(use.uri)?.snapshot.line(use.range.start.line) ?? '';
    const call = listBehind(table, use);
    if (call === undefined && !/^\s*(?:import|export)\b/.test(line)) conflicts.push({ ...use, why: 'it is used as a value' });
    if (call === undefined) continue;
    const passed = call.elements.map((item) => ({ item, count: 1 }));
    const arranged = arrangedArguments(change, passed, { restAt: undefined, filler: 'undefined' });
    if ('problem' in arranged) throw refactoringRefused(WHAT, arranged.problem);
    const newText = arranged.arguments.map((argument) => ('item' in argument ? argument.item : argument.text)).join(', ');
    edits.set(use.uri, [...(edits.get(use.uri) ?? []), { range: call.range, newText }]);
  }
  const operations = [...edits].map(([uri, own]): FileOperation => ({ kind: 'edit', uri, edits: own }));
  return { edit: { operations }, notes: [], conflicts };
}

function parameterText({ name, old, type, default: initial }: Slot, before: readonly string[]): string {
  const kept = old === undefined ? undefined : before[old];
  if (kept !== undefined) return kept.replace(/^[\w$]*/, name);
  return `${name}${type === undefined ? '' : `: ${type}`}${initial === undefined ? '' : ` = ${initial}`}`;
}

// Undefined when no bracket follows the name.
function listBehind(table: SymbolTable, { uri, range }: Location): { readonly range: Range; readonly elements: readonly string[] } | undefined {
  const snapshot = table.files().get(uri)?.snapshot;
  if (snapshot === undefined) return undefined;
  const open = snapshot.offsetAt(range.end);
  return snapshot.text[open] === '(' ? listAt(snapshot, open + 1) : undefined;
}

function listAt(snapshot: TextSnapshot, open: number): { readonly range: Range; readonly elements: readonly string[] } {
  const close = snapshot.text.indexOf(')', open);
  const inner = snapshot.text.slice(open, close).trim();
  const elements = inner === '' ? [] : inner.split(',').map((element) => element.trim());
  return { range: { start: snapshot.positionAt(open), end: snapshot.positionAt(close) }, elements };
}
