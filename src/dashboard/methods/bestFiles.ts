// Files by what somebody types of their names, as the quick open of editors finds them: the best first.
import type { EditorFiles, EditorPlace } from '../protocol/editor.ts';

interface Ranked {
  readonly place: EditorPlace;
  readonly rank: number;
}

export function bestFiles(all: readonly EditorPlace[], query: string, most: number): EditorFiles {
  const wanted = query.replaceAll(/\s+/g, '').replaceAll('\\', '/').toLowerCase();
  const found = all.flatMap((place): readonly Ranked[] => {
    const rank = rankOf(place.file.toLowerCase(), wanted);
    return rank === undefined ? [] : [{ place, rank }];
  });
  const files = found
    .sort((one, other) => one.rank - other.rank || one.place.file.length - other.place.file.length || (one.place.file < other.place.file ? -1 : 1))
    .slice(0, most)
    .map(({ place }) => place);
  return { files, ...(found.length > files.length && { more: found.length - files.length }) };
}

// Smaller is better; undefined where the letters do not stand in it in their order.
function rankOf(file: string, wanted: string): number | undefined {
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (wanted === '') return 0;
  if (name === wanted || file === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (file.includes(wanted)) return 3;
  const gaps = gapsIn(name, wanted);
  if (gaps !== undefined) return 10 + gaps;
  const inPath = gapsIn(file, wanted);
  return inPath === undefined ? undefined : 1_000 + inPath;
}

// How many characters stand between the letters.
function gapsIn(text: string, wanted: string): number | undefined {
  let from = text.indexOf(wanted.charAt(0));
  if (from === -1) return undefined;
  let gaps = 0;
  for (const letter of wanted.slice(1)) {
    const next = text.indexOf(letter, from + 1);
    if (next === -1) return undefined;
    gaps += next - from - 1;
    from = next;
  }
  return gaps;
}
