// Ranges and selections of VS Code, from the port and back; both count lines and UTF-16 units from 0.
import * as vscode from 'vscode';
import type { Range } from '../../../ide/text.ts';

export function vscodeRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

export function portRange({ start, end }: vscode.Range): Range {
  return { start: { line: start.line, character: start.character }, end: { line: end.line, character: end.character } };
}
