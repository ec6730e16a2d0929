// What VS Code offers against the problems of a file, as edits that can be seen before they are made.
import * as vscode from 'vscode';
import type { Diagnostic } from '../../ide/doors/languages.ts';
import type { FixableProblem, QuickFix } from '../../ide/quickFixes.ts';
import { compare, type Range } from '../../ide/text.ts';
import { ask, ENGINE, portUri, vscodeUri } from './ask.ts';
import { textEditsOf } from './convert.ts';

export interface VscodeFixes {
  readonly value: readonly FixableProblem[];
  readonly gap?: string;
}

// Extensions compute the edit of an action when it is resolved; a problem has a handful.
const MOST_RESOLVED = 20;

export async function quickFixesFor(uri: string, diagnostics: readonly Diagnostic[], range: Range | undefined, signal: AbortSignal): Promise<VscodeFixes> {
  const asked = diagnostics.filter((diagnostic) => range === undefined || touches(diagnostic.range, range));
  const value: FixableProblem[] = [];
  for (const diagnostic of asked) value.push({ diagnostic, fixes: await fixesAt(uri, diagnostic.range, signal) });
  // Extensions offer fixes for the problems that VS Code shows, and those are of files that an editor shows.
  const isShown = vscode.languages.getDiagnostics(vscodeUri(uri)).length > 0;
  if (asked.length === 0 || isShown) return { value };
  return { value, gap: 'VS Code offers fixes only while an editor shows the file. Ask a person to open it.' };
}

async function fixesAt(uri: string, range: Range, signal: AbortSignal): Promise<readonly QuickFix[]> {
  const place = new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
  const answer = await ask('vscode.executeCodeActionProvider', [vscodeUri(uri), place, 'quickfix', MOST_RESOLVED], signal);
  const actions = Array.isArray(answer) ? answer.filter((action: unknown) => action instanceof vscode.CodeAction) : [];
  return actions.flatMap((action) => {
    // What is only a command would do something that nobody can see before.
    const operations = action.edit?.entries().map(([file, edits]) => ({ kind: 'edit' as const, uri: portUri(file), edits: textEditsOf(edits) })) ?? [];
    if (operations.length === 0) return [];
    return [{ title: action.title, kind: action.kind?.value ?? 'quickfix', preferred: action.isPreferred === true, engine: ENGINE, edit: { operations } }];
  });
}

function touches(a: Range, b: Range): boolean {
  return compare(a.start, b.end) <= 0 && compare(b.start, a.end) <= 0;
}
