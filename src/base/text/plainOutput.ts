// What a program printed for a terminal, as plain lines: colours and movements taken out, and of a line that was written over, its last state.

// Control sequences, operating system commands (up to their end), and the two-character escapes.
const [ESCAPE, BELL, SHORT] = ['\u001B', '\u0007', '\u009B'];
const SEQUENCE = '[0-?]*[ -/]*[@-~]';
const COMMAND = `[\\]PX^_][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\|$)`;
const ESCAPES = new RegExp(`${ESCAPE}(?:\\[${SEQUENCE}|${COMMAND}|[ -/]*[0-~])|${SHORT}${SEQUENCE}`, 'g');
const UNSEEN = /(?![\t\n\b\r])\p{Cc}/gu;

export function plainOutput(text: string): string {
  const plain = text.includes('\u001B') || text.includes('\u009B') ? text.replace(ESCAPES, '') : text;
  if (!/[\r\b]/.test(plain)) return plain.replace(UNSEEN, '');
  return plain
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => overwritten(line.replace(UNSEEN, '')))
    .join('\n');
}

// A carriage return begins the line anew; what comes then stands over what was there.
function overwritten(line: string): string {
  if (!/[\r\b]/.test(line)) return line;
  let written = '';
  for (const part of line.split('\r')) {
    let now = '';
    for (const character of part) now = character === '\b' ? now.slice(0, -1) : now + character;
    written = now + written.slice(now.length);
  }
  return written;
}
