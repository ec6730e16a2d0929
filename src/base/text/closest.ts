// The names that someone most likely meant.

// No slip of a name is longer, and the comparison takes as long as both together.
const LONGEST = 200;

export function closest(word: string, names: readonly string[], most: number): string[] {
  if (word.length > LONGEST) return [];
  const wanted = word.toLowerCase();
  return names
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= Math.max(2, wanted.length / 2.5))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

// Levenshtein, except that a name which contains the other counts as near: models shorten and lengthen.
function distanceOf(a: string, b: string): number {
  if (a.length > 2 && b.includes(a)) return 1;
  if (b.length > 2 && a.includes(b)) return 1;
  if (a.length > 3 && isAbbreviation(a, b)) return 2;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

// find_refs for find_references: the same letters in the same order, from the same first one.
function isAbbreviation(short: string, long: string): boolean {
  if (short[0] !== long[0]) return false;
  let found = 0;
  for (const letter of long) if (letter === short[found]) found += 1;
  return found === short.length;
}
