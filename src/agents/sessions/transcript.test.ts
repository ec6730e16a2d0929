// Whether what an agent streams becomes what was said, without secrets, however it is cut into pieces.
import { expect, test } from 'vitest';
import { hidingFor } from './hiding.ts';
import { StreamedText } from './streamedText.ts';
import { Transcript } from './transcript.ts';

const hide = hidingFor({});
const chunk = (text: string, messageId?: string) =>
  ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, ...(messageId !== undefined && { messageId }) }) as const;

test('chunks are one message until something else comes, or a message of another id', () => {
  const changed: number[] = [];
  const transcript = new Transcript((number) => changed.push(number), hide);
  for (const text of ['a', 'b']) transcript.update(chunk(text));
  transcript.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } });
  transcript.update(chunk('c', '1'));
  transcript.update(chunk('d', '1'));
  transcript.update(chunk('e', '2'));
  expect(transcript.entries.map((entry) => [entry.kind, 'text' in entry && entry.text])).toEqual([
    ['message', 'ab'],
    ['thought', 'hm'],
    ['message', 'cd'],
    ['message', 'e'],
  ]);
  expect(new Set(changed)).toEqual(new Set([1, 2, 3, 4]));
});

test('a call of a tool is one entry that says more with each update, and one that was never announced is there all the same', () => {
  const transcript = new Transcript(() => {}, hide);
  transcript.update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Edit', kind: 'edit', status: 'pending' });
  transcript.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed', content: [{ type: 'diff', path: '/a', newText: 'b' }] });
  transcript.update({ sessionUpdate: 'tool_call_update', toolCallId: 'late', status: 'failed' });
  expect(transcript.entries).toMatchObject([
    { number: 1, kind: 'tool', title: 'Edit', does: 'edit', status: 'completed', diffs: [{ file: '/a', after: 'b' }] },
    { number: 2, kind: 'tool', call: 'late', status: 'failed' },
  ]);
});

test('a secret that arrives in two pieces is hidden, wherever the pieces are cut', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const text = `${'many words. '.repeat(2_000)}\n${secret}\n${'more words.\n'.repeat(2_000)}`;
  for (const size of [1, 7, 4_096, 30_000]) {
    const streamed = new StreamedText(1_000_000, hide);
    for (let index = 0; index < text.length; index += size) streamed.add(text.slice(index, index + size));
    expect(streamed.clean()).not.toContain('a1B2a1B2');
    expect(streamed.clean()).toContain('[redacted]');
    expect(streamed.clean()).toHaveLength(text.replace(secret, '[redacted]').length);
  }
});

test('a private key is hidden whole, also where it lies at the place up to which the text has settled', () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(50)}-----END PRIVATE KEY-----\n`;
  for (let lead = 0; lead < 2_000; lead += 97) {
    const streamed = new StreamedText(1_000_000, hide);
    const text = `${'x\n'.repeat(lead)}${key}${'y\n'.repeat(12_000)}`;
    for (let index = 0; index < text.length; index += 500) streamed.add(text.slice(index, index + 500));
    expect(streamed.clean()).not.toContain('MIIEvQ');
  }
});

test('a secret at the place where something is cut leaves nothing of itself', () => {
  const secret = 'quiet-horse-battery-1234';
  const hides = hidingFor({ OWN_TOKEN: secret });
  for (const before of [4_070, 4_080, 4_090]) {
    const transcript = new Transcript(() => {}, hides);
    const text = `${'x'.repeat(before)} ${secret} and more`;
    transcript.update({ sessionUpdate: 'tool_call', toolCallId: text, title: text, locations: [{ path: text }] });
    expect(JSON.stringify(transcript.entries)).not.toContain('quiet');
    const streamed = new StreamedText(before + 10, hides);
    for (const letter of text) streamed.add(letter);
    expect(streamed.clean()).not.toContain('quiet');
  }
});

test('what is said while an earlier tool reports is one message', () => {
  const transcript = new Transcript(() => {}, hide);
  transcript.update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Build' });
  transcript.update(chunk('a'));
  transcript.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed' });
  transcript.update(chunk('b'));
  expect(transcript.entries).toMatchObject([
    { kind: 'tool', status: 'completed' },
    { kind: 'message', text: 'ab' },
  ]);
});

test('calls, plans and lists of any size are kept within bounds', () => {
  const transcript = new Transcript(() => {}, hide);
  const many = <Value>(make: (index: number) => Value) => Array.from({ length: 20_000 }, (_, index) => make(index));
  transcript.update({
    sessionUpdate: 'tool_call',
    toolCallId: 'x'.repeat(1_000_000),
    title: 'y'.repeat(1_000_000),
    locations: many((index) => ({ path: `/${index}` })),
    content: [
      ...many((index) => ({ type: 'diff' as const, path: `/${index}`, newText: 'z' })),
      ...many((index) => ({ type: 'terminal' as const, terminalId: `${index}` })),
    ],
  });
  transcript.update({ sessionUpdate: 'plan', entries: many(() => ({ content: 'step', priority: 'high', status: 'pending' })) });
  expect(JSON.stringify(transcript.entries).length).toBeLessThan(100_000);
  for (let index = 0; index < 5_200; index += 1) transcript.update({ sessionUpdate: 'tool_call', toolCallId: `${index}`, title: 'a' });
  expect(transcript.entries).toHaveLength(5_000);
  // One that was forgotten is a new one.
  transcript.update({ sessionUpdate: 'tool_call_update', toolCallId: '0', status: 'completed' });
  expect(transcript.entries.at(-1)).toMatchObject({ call: '0', status: 'completed' });
});

test('what is longer than anybody reads is cut, and says so', () => {
  const streamed = new StreamedText(10, hide);
  streamed.add('0123456');
  streamed.add('789abc');
  expect(streamed.clean()).toBe('0123456789…');
});
