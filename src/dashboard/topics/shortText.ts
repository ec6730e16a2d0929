// Texts as rows carry them: one line, short, and cut so that nobody takes the beginning for the whole.

const CUT = '…';

// Characters beyond it are not looked at: texts of agents may be megabytes.
export function shortText(text: string, longest: number): string {
  const line = text
    .slice(0, longest * 2)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= longest && text.length <= longest * 2) return line;
  const end = isHalfPair(line, longest - 1) ? longest - 2 : longest - 1;
  return `${line.slice(0, end)}${CUT}`;
}

function isHalfPair(text: string, end: number): boolean {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit <= 0xdbff;
}
