// Refactorings as the extensions of this window offer them: those whose whole edit can be seen before it is made.
import * as vscode from 'vscode';
import { holdsWord } from '../../../base/text/words.ts';
import type { OutlineSymbol } from '../../../ide/doors/languages.ts';
import { refactoringRefused } from '../../../ide/errors/editErrors.ts';
import { unsupportedByEngine } from '../../../ide/errors/errors.ts';
import type { Refactored, Refactoring } from '../../../ide/refactorings.ts';
import { compare, type Position, type Range } from '../../../ide/text.ts';
import type { FileOperation, WorkspaceEdit } from '../../../ide/workspaceEdit.ts';
import { ask, ENGINE, snapshotOf, vscodeUri } from '../ask.ts';
import { outlineOf } from '../convert.ts';
import { vscodeRange } from './ranges.ts';
import { portEdit } from './renames.ts';

type Extraction = Extract<Refactoring, { kind: 'extractFunction' | 'extractVariable' }>;

// An extension computes the edit of an action when it is resolved; a place has a handful.
const MOST_RESOLVED = 20;
// The names that TypeScript gives to what it extracts.
const FRESH = /\bnew(?:Function|Method|Local|Property)(?:_\d+)?\b/;
// Whose place in an outline is the whole of what is written.
const DELETABLE: ReadonlySet<string> = new Set(['function', 'class', 'interface', 'enum', 'method']);
// Through the daemon (hosts/forwarded/ownRefactorings.ts).
const INSTEAD = "Call it through binnacle mcp instead of this window's own server: there engines of Binnacle plan it, and this window makes the change.";

export function placeOf(wanted: Refactoring): Position {
  return 'range' in wanted ? wanted.range.start : wanted.position;
}

// Throws unsupported where no extension offers it, refactoring_refused where the result would not be sound.
export async function refactored(
  wanted: Refactoring,
  document: vscode.TextDocument,
  isOurs: (uri: string) => boolean,
  signal: AbortSignal,
): Promise<Refactored> {
  switch (wanted.kind) {
    case 'extractFunction':
    case 'extractVariable':
      return extracted(wanted, document, signal);
    case 'inline': {
      const edit = await offered(document, rangeAt(wanted.position), 'refactor.inline', () => true, signal);
      if (edit === undefined) throw unsupportedByEngine(ENGINE, 'none of its extensions inlines this', INSTEAD);
      if (edit.operations.some(({ uri }) => !isOurs(uri))) throw refactoringRefused('inline this', 'It would change files outside of the project.');
      return { edit, notes: [] };
    }
    case 'delete':
      return deleted(document, wanted.position, signal);
    case 'move':
    case 'changeSignature':
      throw unsupportedByEngine(
        ENGINE,
        `what it would ${wanted.kind === 'move' ? 'move' : 'change'} cannot be seen before it is made, because its extensions ask the person`,
        INSTEAD,
      );
  }
}

async function extracted(wanted: Extraction, document: vscode.TextDocument, signal: AbortSignal): Promise<Refactored> {
  const isFunction = wanted.kind === 'extractFunction';
  if (holdsWord(document.getText(), wanted.name))
    throw refactoringRefused(
      'extract it',
      `${wanted.name} is written in this file already, and VS Code does not say whether it would mean the same.`,
      'Choose another name.',
    );
  const isWanted = ({ title }: vscode.CodeAction) => !isFunction || (wanted.inner === true) === /\binner\b/i.test(title);
  const edit = await offered(document, vscodeRange(wanted.range), isFunction ? 'refactor.extract.function' : 'refactor.extract.constant', isWanted, signal);
  if (edit === undefined) throw unsupportedByEngine(ENGINE, `none of its extensions extracts a ${isFunction ? 'function' : 'variable'} from this`, INSTEAD);
  const fresh = edit.operations.flatMap((operation) => (operation.kind === 'edit' ? operation.edits : [])).map(({ newText }) => FRESH.exec(newText)?.[0]);
  const placeholder = fresh.find((name) => name !== undefined);
  if (placeholder === undefined)
    throw unsupportedByEngine(ENGINE, `its extension does not let the ${isFunction ? 'function' : 'variable'} be named before`, INSTEAD);
  const all = wanted.kind === 'extractVariable' && wanted.allOccurrences;
  return { edit: withName(edit, placeholder, wanted.name), notes: all ? ['VS Code replaces this occurrence only.'] : [] };
}

function withName({ operations }: WorkspaceEdit, placeholder: string, name: string): WorkspaceEdit {
  const word = new RegExp(String.raw`\b${placeholder}\b`, 'g');
  return {
    operations: operations.map(
      (operation): FileOperation =>
        operation.kind === 'edit'
          ? { ...operation, edits: operation.edits.map(({ range, newText }) => ({ range, newText: newText.replaceAll(word, () => name) })) }
          : operation,
    ),
  };
}

async function offered(
  document: vscode.TextDocument,
  range: vscode.Range,
  kind: string,
  isWanted: (action: vscode.CodeAction) => boolean,
  signal: AbortSignal,
): Promise<WorkspaceEdit | undefined> {
  const answer = await ask('vscode.executeCodeActionProvider', [document.uri, range, kind, MOST_RESOLVED], signal);
  const actions = Array.isArray(answer) ? answer.filter((found: unknown) => found instanceof vscode.CodeAction) : [];
  const edits = actions.filter((action) => action.disabled === undefined && isWanted(action)).map(({ edit }) => edit && portEdit(edit));
  return edits.find((edit) => edit !== undefined && edit.operations.length > 0);
}

async function deleted(document: vscode.TextDocument, position: Position, signal: AbortSignal): Promise<Refactored> {
  const snapshot = snapshotOf(document);
  const outline = outlineOf(await ask('vscode.executeDocumentSymbolProvider', [vscodeUri(snapshot.uri)], signal));
  const symbol = declaredAt(outline, position);
  if (symbol === undefined || !DELETABLE.has(symbol.kind))
    throw unsupportedByEngine(ENGINE, 'it does not say where the declaration of this begins and ends', INSTEAD);
  const above = firstLineOf(symbol.range.start.line, (line) => snapshot.line(line) ?? '');
  const isAlone = (snapshot.line(symbol.range.end.line) ?? '').slice(symbol.range.end.character).trim() === '';
  if (!isAlone) throw unsupportedByEngine(ENGINE, 'something else is written on the last line of it', INSTEAD);
  // With the empty line behind it, or before it where it is the last.
  const isLast = symbol.range.end.line + 2 >= snapshot.lineCount;
  const first = isLast && above > 0 && snapshot.line(above - 1)?.trim() === '' ? above - 1 : above;
  const next = symbol.range.end.line + 1;
  const last = next < snapshot.lineCount && snapshot.line(next)?.trim() === '' && next + 1 < snapshot.lineCount ? next + 1 : next;
  const end = last < snapshot.lineCount ? { line: last, character: 0 } : snapshot.positionAt(snapshot.text.length);
  const edits = [{ range: { start: { line: first, character: 0 }, end }, newText: '' }];
  return { edit: { operations: [{ kind: 'edit', uri: snapshot.uri, edits }] }, notes: [] };
}

function declaredAt(symbols: readonly OutlineSymbol[], position: Position): OutlineSymbol | undefined {
  for (const symbol of symbols) {
    if (covers(symbol.selection, position)) return symbol;
    const inner = declaredAt(symbol.children, position);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

// Comments and decorators above it go with it.
function firstLineOf(line: number, textOf: (line: number) => string): number {
  let first = line;
  while (first > 0 && /^\s*(?:\/\/|\/\*|\*|@)/.test(textOf(first - 1))) first -= 1;
  return first;
}

function covers({ start, end }: Range, position: Position): boolean {
  return compare(start, position) <= 0 && compare(position, end) <= 0;
}

function rangeAt({ line, character }: Position): vscode.Range {
  return new vscode.Range(line, character, line, character);
}
