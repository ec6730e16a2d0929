// Which keys were pressed, from the bytes that a terminal sends.

const ESCAPE = '\u001b';

// What follows it.
const SEQUENCES: Readonly<Record<string, string>> = {
  '[A': 'up',
  OA: 'up',
  '[B': 'down',
  OB: 'down',
  '[C': 'right',
  OC: 'right',
  '[D': 'left',
  OD: 'left',
  '[5~': 'pageup',
  '[6~': 'pagedown',
  '[H': 'home',
  '[1~': 'home',
  OH: 'home',
  '[F': 'end',
  '[4~': 'end',
  OF: 'end',
  '[Z': 'shift-tab',
};

const SINGLE: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  ' ': 'space',
  '\u0003': 'ctrl-c',
  '\u0004': 'ctrl-c',
  '\u007f': 'backspace',
  '\b': 'backspace',
};

// Several when they were typed fast or pasted; sequences that mean nothing to us are left out.
export function keysIn(text: string): readonly string[] {
  const keys: string[] = [];
  let rest = text;
  while (rest !== '') {
    const sequence = rest.startsWith(ESCAPE) ? /^(?:\[[0-9;?]*[ -/]*[@-~]|O[A-Z])/.exec(rest.slice(ESCAPE.length))?.[0] : undefined;
    if (sequence !== undefined) {
      const key = SEQUENCES[sequence];
      if (key !== undefined) keys.push(key);
      rest = rest.slice(ESCAPE.length + sequence.length);
      continue;
    }
    const [character = ''] = rest;
    rest = rest.slice(character.length);
    if (character === ESCAPE) keys.push('escape');
    else if (SINGLE[character] !== undefined) keys.push(SINGLE[character]);
    else if (character >= ' ') keys.push(character);
  }
  return keys;
}

// What can be read already, and the beginning of a sequence that a slow line has cut.
export function wholeKeys(text: string): { readonly whole: string; readonly rest: string } {
  const start = text.lastIndexOf(ESCAPE);
  const isCut = start >= 0 && /^(?:|O|\[[0-9;?]*)$/.test(text.slice(start + ESCAPE.length));
  return isCut ? { whole: text.slice(0, start), rest: text.slice(start) } : { whole: text, rest: '' };
}
