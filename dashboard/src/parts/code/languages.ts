// The colours of a language in the editor, loaded when the first file of it is opened; a language that is not here stays plain.
import { StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { plainGrammarOf } from './plainGrammars.ts';

export async function languageOf(file: string): Promise<readonly Extension[]> {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const script = /\.([cm]?[jt]sx?)$/i.exec(name)?.[1]?.toLowerCase();
  if (script !== undefined) return [(await import('@codemirror/lang-javascript')).javascript({ typescript: script.includes('t'), jsx: script.endsWith('x') })];
  if (/\.pyi?$/i.test(name)) return [(await import('@codemirror/lang-python')).python()];
  // One expression of JavaScript.
  if (/\.json[c5]?$/i.test(name)) return [(await import('@codemirror/lang-javascript')).javascriptLanguage.configure({ top: 'SingleExpression' })];
  const grammar = plainGrammarOf(name);
  return grammar === undefined ? [] : [StreamLanguage.define(grammar)];
}
