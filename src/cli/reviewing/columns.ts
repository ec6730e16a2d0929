// How many columns of a terminal a text takes, and the part of it that fits.

// Scripts and images that terminals draw over two columns.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const NONE = /\p{Mark}/u;

export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
}

// From a column on, as much as fits.
export function fitting(text: string, width: number, from = 0): string {
  let column = 0;
  let taken = '';
  for (const character of text) {
    const end = column + widthOf(character);
    if (end > from + width) break;
    if (column >= from) taken += character;
    column = end;
  }
  return taken;
}

// All of it, in pieces that fit.
export function piecesOf(text: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let column = 0;
  for (const character of text) {
    const wide = widthOf(character);
    if (column + wide > width && piece !== '') {
      pieces.push(piece);
      piece = '';
      column = 0;
    }
    piece += character;
    column += wide;
  }
  return [...pieces, piece];
}

function widthOf(character: string): number {
  if (NONE.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
