// How often a breakpoint must have been reached to stop, as in 3, >= 3 or % 2.

// For debuggers that ignore such a condition, or take 3 for "from the third time on". Counted from 1.
export function isDue(hitCondition: string, hits: number): boolean {
  const [, sign = '', number = ''] = /^\s*(\D*?)\s*(\d+)\s*$/.exec(hitCondition) ?? [];
  const wanted = Number(number);
  if (sign === '%') return wanted > 0 && hits % wanted === 0;
  if (sign.startsWith('!')) return hits !== wanted;
  if (sign === '<') return hits < wanted;
  if (sign === '<=') return hits <= wanted;
  if (sign === '>') return hits > wanted;
  if (sign === '>=') return hits >= wanted;
  return hits === wanted;
}
