// Which files the tabs of this window show.
import * as vscode from 'vscode';
import { portUri } from '../ask.ts';

export function isShown(uri: string): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) => tabs.some((tab) => fileIn(tab) === uri));
}

// The file that is edited in a tab; undefined for a terminal, a web page or a comparison of two other texts.
export function fileIn({ input }: vscode.Tab): string | undefined {
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return portUri(input.uri);
  return input instanceof vscode.TabInputTextDiff ? portUri(input.modified) : undefined;
}
