// Which errors are there that were not there before.

// Each error counts as often as it is there.
export function appeared(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const error of before) left.set(error, (left.get(error) ?? 0) + 1);
  return after.filter((error) => {
    const count = left.get(error) ?? 0;
    left.set(error, count - 1);
    return count <= 0;
  });
}
