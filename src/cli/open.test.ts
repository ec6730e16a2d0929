// How a browser is started on each system, and which terminals are an editor's.
import { expect, test } from 'vitest';
import { commandFor } from './browser.ts';
import { editorOf } from './open.ts';

test('a browser is started without a shell', () => {
  const link = 'http://127.0.0.1:1/window/#code=x&y';
  expect(commandFor(link, 'linux')).toEqual(['xdg-open', link]);
  expect(commandFor(link, 'darwin')).toEqual(['open', link]);
  expect(commandFor(link, 'win32')).toEqual(['rundll32', 'url.dll,FileProtocolHandler', link]);
});

test('a terminal of an editor is known by what it sets', () => {
  expect(editorOf({ TERM_PROGRAM: 'vscode' })).toContain('VS Code');
  expect(editorOf({ TERMINAL_EMULATOR: 'JetBrains-JediTerm' })).toContain('JetBrains');
  expect(editorOf({ ZED_TERM: 'true' })).toBe('Zed');
  expect(editorOf({ TERM_PROGRAM: 'iTerm.app', TERMINAL_EMULATOR: 'x' })).toBeUndefined();
});
