// What a program printed, as lines of text and colours: everything else that a terminal would obey is gone.

const [ESCAPE, BELL, SHORT] = ['\u001B', '\u0007', '\u009B'];
const SEQUENCE = '[0-?]*[ -/]*[@-~]';
const COMMAND = `[\\]PX^_][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\|$)`;
const ESCAPES = new RegExp(`${ESCAPE}(?:\\[${SEQUENCE}|${COMMAND}|[ -/]*[0-~]|$)|${SHORT}${SEQUENCE}`, 'g');
// Colours and weights, in numbers only.
const COLOUR = new RegExp(`^${ESCAPE}\\[[0-9;:]*m$`);
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;:]*m`, 'g');
const UNSEEN = new RegExp(`(?![\\t${ESCAPE}\\b])\\p{Cc}`, 'gu');

export function colouredText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(ESCAPES, (sequence) => (COLOUR.test(sequence) ? sequence : ''))
    .split('\n')
    .map(lastState)
    .join('\n');
}

// Of a line that was written over and over, as progress bars are, the last; its colours are those that all before it left.
function lastState(line: string): string {
  if (!/\p{Cc}/u.test(line)) return line;
  const states = line.split('\r').map((state) => state.replace(UNSEEN, ''));
  const last = states.findLastIndex((state) => state.replace(COLOURS, '') !== '');
  const shown = states[Math.max(0, last)] ?? '';
  const colours = states.slice(0, Math.max(0, last)).flatMap((state) => state.match(COLOURS) ?? []);
  // An escape that began no sequence is no character.
  return `${colours.join('')}${withoutRubbedOut(shown)}`.replaceAll(new RegExp(`${ESCAPE}(?!\\[[0-9;:]*m)`, 'g'), '');
}

function withoutRubbedOut(text: string): string {
  if (!text.includes('\b')) return text;
  let kept = '';
  for (const character of text) kept = character === '\b' ? kept.slice(0, -1) : kept + character;
  return kept;
}
