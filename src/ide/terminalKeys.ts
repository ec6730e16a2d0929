// What the keys of a keyboard send to a program, by their names.

const PLAIN: Readonly<Record<string, string>> = {
  enter: '\r',
  return: '\r',
  tab: '\t',
  'shift+tab': '\u001B[Z',
  escape: '\u001B',
  esc: '\u001B',
  space: ' ',
  backspace: '\u007F',
  delete: '\u001B[3~',
  insert: '\u001B[2~',
  page_up: '\u001B[5~',
  page_down: '\u001B[6~',
  f1: '\u001BOP',
  f2: '\u001BOQ',
  f3: '\u001BOR',
  f4: '\u001BOS',
  f5: '\u001B[15~',
  f6: '\u001B[17~',
  f7: '\u001B[18~',
  f8: '\u001B[19~',
  f9: '\u001B[20~',
  f10: '\u001B[21~',
  f11: '\u001B[23~',
  f12: '\u001B[24~',
};
const MOVING: Readonly<Record<string, string>> = { up: 'A', down: 'B', right: 'C', left: 'D', home: 'H', end: 'F' };
const CONTROL: Readonly<Record<string, string>> = { '@': '\0', space: '\0', '[': '\u001B', '\\': '\u001C', ']': '\u001D', '^': '\u001E', _: '\u001F' };

// Undefined for a key that is not known. Programs with the whole screen may ask for other words from the arrows.
export function keySequence(name: string, applicationCursor: boolean): string | undefined {
  const key = name
    .toLowerCase()
    .trim()
    .replaceAll(' ', '_')
    .replace(/^page-?(up|down)$/, 'page_$1')
    .replace(/^(?:ctrl|control|c)-(?=.)/, 'ctrl+');
  const [, modifier, rest = ''] = /^(ctrl|control|alt|meta)\+(.+)$/.exec(key) ?? [];
  if (modifier === undefined) {
    const moving = MOVING[key];
    if (moving !== undefined) return `\u001B${applicationCursor ? 'O' : '['}${moving}`;
    return PLAIN[key] ?? (name.length === 1 ? name : undefined);
  }
  if (modifier === 'alt' || modifier === 'meta') {
    const inner = keySequence(rest, applicationCursor);
    return inner === undefined ? undefined : `\u001B${inner}`;
  }
  if (/^[a-z]$/.test(rest)) return String.fromCharCode(rest.charCodeAt(0) - 96);
  return CONTROL[rest];
}
