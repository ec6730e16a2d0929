// Does a conversation read well in a terminal, and can nothing that an agent says move its cursor?
import { expect, test } from 'vitest';
import type { SaidEntry } from '../../server/agents/agentShape.ts';
import { ChatText } from './chatText.ts';

const time = '2026-01-01T00:00:00.000Z';
const message = (number: number, text: string): SaidEntry => ({ kind: 'message', number, time, text });
const tool = (more: Partial<Extract<SaidEntry, { kind: 'tool' }>>): SaidEntry => ({
  kind: 'tool',
  number: 3,
  time,
  call: 't',
  title: 'Edit cart.ts',
  does: 'edit',
  status: 'in_progress',
  text: '',
  files: [],
  diffs: [],
  runs: [],
  ...more,
});
const plain = () => new ChatText({ colours: false, echoesPrompts: true });
const said = (text: ChatText, ...entries: { readonly entry: SaidEntry; readonly from?: number }[]) => text.news({ entries });

test('a message is printed as it grows, and what comes behind it begins a line', () => {
  const text = plain();
  expect(said(text, { entry: message(1, 'Hel') })).toBe('Hel');
  expect(said(text, { entry: message(1, 'lo'), from: 3 })).toBe('lo');
  expect(said(text, { entry: message(1, 'Hello you') })).toBe(' you');
  expect(said(text, { entry: { kind: 'notice', number: 2, time, text: 'allowed' } })).toBe('\n· allowed\n');
});

test('what a terminal would obey is shown as what it is, also where it comes in two parts', () => {
  const text = plain();
  expect(said(text, { entry: message(1, 'a\u001b') })).toBe('a<001B>');
  expect(said(text, { entry: message(1, '[2Jb\u202e\u0007'), from: 2 })).toBe('[2Jb<202E><0007>');
  expect(said(text, { entry: message(1, 'c\r'), from: 8 })).toBe('c');
  expect(said(text, { entry: message(1, '\nd\ud83d'), from: 10 })).toBe('\nd');
  expect(said(text, { entry: message(1, '\ude00'), from: 13 })).toBe('😀');
  const hostile = said(plain(), {
    entry: tool({ title: 'x\u001b]0;owned\u0007\ny', status: 'completed', diffs: [{ file: 'a\u001b[1m', before: 'a\n', after: '\u009bb\n' }] }),
  });
  expect(hostile).toBe('✓ x<001B>]0;owned<0007> y\n  a<001B>[1m\n  @@ -1,1 +1,1 @@\n  -a\n  +<009B>b\n');
});

test('thoughts are dimmed line by line, and a tool is reported when it begins and when it has ended', () => {
  const coloured = new ChatText({ colours: true, echoesPrompts: false });
  expect(said(coloured, { entry: { kind: 'thought', number: 1, time, text: 'hm\nso' } })).toBe('\u001b[2mhm\u001b[0m\n\u001b[2mso\u001b[0m');
  const text = plain();
  expect(said(text, { entry: tool({}) })).toBe('▸ Edit cart.ts\n');
  expect(said(text, { entry: tool({ text: 'half' }) })).toBe('');
  expect(said(text, { entry: tool({ status: 'failed', text: 'no\nway' }) })).toBe('✕ Edit cart.ts\n  no\n  way\n');
  expect(said(text, { entry: tool({ status: 'failed', text: 'no\nway' }) })).toBe('');
});

test('a prompt that was typed here stands there already, one of the window does not', () => {
  const prompt = (number: number, text: string): SaidEntry => ({ kind: 'prompt', number, time, text, by: 'you', mentions: [], images: 0 });
  const text = new ChatText({ colours: false, echoesPrompts: false });
  text.typed();
  expect(said(text, { entry: prompt(1, 'mine') }, { entry: prompt(2, 'theirs') })).toBe('› theirs\n');
});
