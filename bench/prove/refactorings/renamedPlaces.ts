// Which places a rename changed, read from the texts before and after it, whoever made it.

export interface Renamed {
  readonly from: string;
  // A word that stands nowhere else.
  readonly to: string;
}

// What stands at a place afterwards, by "file:line:column" of before, from 1.
export type Places = ReadonlyMap<string, string>;

// Throws where the texts differ in anything but the name.
export function placesBetween(file: string, before: string, after: string, renamed: Renamed): Places {
  const [old, made] = [before.split('\n'), after.split('\n')];
  const places = new Map<string, string>();
  for (const [index, line] of made.entries()) {
    if (line === old[index]) continue;
    const found = placesInLine(old[index] ?? '', line, renamed);
    if (found === undefined || old.length !== made.length) throw new Error(`${file}:${index + 1} differs in more than the name: ${line.trim()}`);
    for (const { column, text } of found) places.set(`${file}:${index + 1}:${column + 1}`, text);
  }
  return places;
}

interface Found {
  readonly column: number;
  readonly text: string;
}

// Goes through both lines together; where they part, one of the forms in which the new name can stand must stand for the old one.
function placesInLine(before: string, after: string, { from, to }: Renamed): readonly Found[] | undefined {
  const forms = [to, `${to} as ${from}`, `${from} as ${to}`, `${to}: ${from}`, `${from}: ${to}`];
  const walk = (old: number, made: number): readonly Found[] | undefined => {
    let [at, now] = [old, made];
    for (;;) {
      if (before.startsWith(from, at)) {
        for (const text of forms) {
          const rest = after.startsWith(text, now) ? walk(at + from.length, now + text.length) : undefined;
          if (rest !== undefined) return [{ column: at, text }, ...rest];
        }
      }
      if (at === before.length || now === after.length) return at === before.length && now === after.length ? [] : undefined;
      if (before[at] !== after[now]) return undefined;
      at++;
      now++;
    }
  };
  return walk(0, 0);
}
