// Interfaces of Go that have no name: whoever writes the same methods has the same type, and nobody leads from the one to the other.

// Whether the method that is declared there stands in one.
export function isInNamelessInterface(text: string, at: number): boolean {
  const open = bracketAround(text, at);
  const before = text.slice(0, Math.max(open, 0));
  if (open < 0 || text[open] !== '{' || !/\binterface\s*$/.test(before)) return false;
  const [line = ''] = /[^\n]*$/.exec(before) ?? [];
  if (/^\s*type\s+\w+(?:\[[^\n]*\])?\s+interface\s*$/.test(line)) return false;
  const around = bracketAround(text, open);
  const isInGroup = around >= 0 && text[around] === '(' && /\btype\s*$/.test(text.slice(0, around));
  return !(isInGroup && /^\s*\w+(?:\[[^\n]*\])?\s+interface\s*$/.test(line));
}

// The bracket that is open there; -1 at the top. Comments have as many of one kind as of the other, or too few to matter.
function bracketAround(text: string, at: number): number {
  let depth = 0;
  for (let index = at - 1; index >= 0; index--) {
    const character = text[index];
    if (character === '}' || character === ')') depth += 1;
    else if ((character === '{' || character === '(') && depth-- === 0) return index;
  }
  return -1;
}
