// The name inside a declaration, whose whole place is all that an extension returns.
import { expect, test } from 'vitest';
import { TextSnapshot } from '../../ide/text.ts';
import { nameIn } from './namedPlaces.ts';

function place(text: string, name: string) {
  const snapshot = new TextSnapshot({ uri: 'file:///a.ts', text, version: 1, languageId: 'typescript' });
  const whole = { start: { line: 0, character: 0 }, end: snapshot.positionAt(text.length) };
  const { start, end } = nameIn(snapshot, whole, name);
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}

test('the name is found where it stands alone', () => {
  expect(place('export function total() {}', 'total')).toBe('0:16-0:21');
  expect(place('export const totals = 1, total = 2;', 'total')).toBe('0:25-0:30');
  expect(place('const\n  $total = 1;', '$total')).toBe('1:2-1:8');
});

test('what has no name in the text keeps its whole place', () => {
  expect(place('export default {}', 'total')).toBe('0:0-0:17');
});
