// Imports as their file writes them: TypeScript 7 uses double quotes, semicolons and four spaces, whatever the file has.
import type { TextSnapshot } from '../../../../ide/text.ts';
import { editedText, editsBetween, type TextEdit } from '../../../../ide/workspaceEdit.ts';
import { indentationOf } from '../../../../source/indentation.ts';

export function isScript(document: TextSnapshot): boolean {
  return /^(?:type|java)script/.test(document.languageId);
}

// Without the blank lines that stay where all imports go.
export function organizedInStyle(document: TextSnapshot, edits: readonly TextEdit[]): readonly TextEdit[] {
  const { text } = document;
  const after = editedText(document, inStyleOf(document, edits));
  const tidy = /^\s/.test(text) ? after : after.replace(/^(?:[ \t]*\r?\n)+/, '');
  return editsBetween(document, /\n[ \t]*\r?\n[ \t]*\r?\n/.test(text) ? tidy : tidy.replace(/(\r?\n)(?:[ \t]*\r?\n){2,}/g, '$1$1'));
}

export function inStyleOf({ text }: TextSnapshot, edits: readonly TextEdit[]): readonly TextEdit[] {
  const { tabSize, insertSpaces } = indentationOf(text);
  const indentation = insertSpaces ? ' '.repeat(tabSize) : '\t';
  const stop = usesSemicolons(text) ? ';' : '';
  const quote = quoteIn(text) ?? '"';
  return edits.map(({ range, newText }) => {
    if (!/^\s*(?:import|export)\b/.test(newText)) return { range, newText };
    const written = newText.replace(/^ {4}(?=\S)/gm, indentation).replace(/(["'])([^"'\r\n]*)\1;(?=\r?$)/gm, `${quote}$2${quote}${stop}`);
    return { range, newText: written };
  });
}

// By its imports and exports, or the first statements that could show it.
function usesSemicolons(text: string): boolean {
  return /;[ \t]*\r?$/m.test(text) || !/^(?:import|export|const|let|var)\b.*[^\s;{,([]\r?$/m.test(text);
}

function quoteIn(text: string): string | undefined {
  const imported = /^(?:import|export)\b[^'"\r\n]*(['"])/m.exec(text)?.[1];
  return imported ?? /(?<=[\s(=,:[])(['"])[^'"\r\n]*\1/.exec(text)?.[1];
}
