// How a text is indented.

// As the file is indented already; servers ask for it, and know no better.
export function indentationOf(text: string): { tabSize: number; insertSpaces: boolean } {
  const indented = [...text.matchAll(/^(\t+|[ ]{2,8})(?=\S)/gm)].map(([, indentation = '']) => indentation);
  const tabs = indented.filter((indentation) => indentation.startsWith('\t')).length;
  const narrowest = Math.min(...indented.filter((indentation) => !indentation.startsWith('\t')).map(({ length }) => length));
  return { tabSize: tabs > indented.length / 2 ? 4 : Number.isFinite(narrowest) ? narrowest : 2, insertSpaces: tabs <= indented.length / 2 };
}
