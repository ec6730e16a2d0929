// Text with its changes marked: «old» becomes the new name and can be pointed at, ‹old› becomes it too, and either may say its own: «old→new».

export interface Point {
  readonly file: string;
  readonly text: string;
  readonly offset: number;
}

export interface Marked {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  // The places in the text before that stand in « ».
  readonly points: readonly Point[];
}

const MARK = /[«‹]([^«»‹›→]*)(?:→([^«»‹›]*))?[»›]/g;

export function marked(files: Readonly<Record<string, string>>, newName: string): Marked {
  const texts = Object.entries(files).map(([file, text]): [string, string] => [file, text.replace(/^\n/, '')]);
  const before = texts.map(([file, text]): [string, string] => [file, text.replace(MARK, '$1')]);
  const after = texts.map(([file, text]): [string, string] => [file, text.replace(MARK, (_, _old: string, own?: string) => own ?? newName)]);
  return { before: Object.fromEntries(before), after: Object.fromEntries(after), points: texts.flatMap(([file, text]) => pointsIn(file, text)) };
}

function pointsIn(file: string, text: string): readonly Point[] {
  const points: Point[] = [];
  let removed = 0;
  const plain = text.replace(MARK, '$1');
  for (const found of text.matchAll(MARK)) {
    const [whole, old = ''] = found;
    if (whole.startsWith('«') && !whole.includes('→')) points.push({ file, text: plain, offset: found.index - removed });
    removed += whole.length - old.length;
  }
  return points;
}
