// Versions as programs print them, number by number.

// "14.0.6" in "Debian clangd version 14.0.6"; undefined where there is none.
export function versionIn(text: string): string | undefined {
  return /\d+(?:\.\d+)+/.exec(text)?.[0];
}

// What one says more than the other counts as zero there.
export function isOlderVersion(version: string, than: string): boolean {
  const own = numbersOf(version);
  const other = numbersOf(than);
  for (let index = 0; index < Math.max(own.length, other.length); index++) {
    const difference = (own[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10) || 0);
}
