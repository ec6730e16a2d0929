// Somebody who looks for halves of secrets: where an answer, an error, an argument or a caption is cut, nothing of a secret that lies across the cut is kept.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { captionOf } from '../../tools/caption.ts';
import type { CallRecord } from './callRecord.ts';
import { History } from './journal.ts';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'binnacle-history-')), 'history');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

// Each piece of a secret is recognised by itself.
const PIECE = /Zq\d/;
const pieces = (length: number, between = '') =>
  Array.from({ length: Math.ceil(length / 7) }, (_, index) => `Zq${String(index).padStart(5, '0')}`).join(between);
const lines = (length: number) => (pieces(length).match(/.{1,64}/g) ?? []).join('\n');

const FORMS: Readonly<Record<string, (length: number) => string>> = {
  'a private key': (length) => `-----BEGIN RSA PRIVATE KEY-----\n${lines(length)}\n-----END RSA PRIVATE KEY-----`,
  'a private key in JSON': (length) => JSON.stringify({ text: `-----BEGIN PRIVATE KEY-----\n${lines(length)}\n-----END PRIVATE KEY-----\n` }),
  'a web token': (length) => `eyJ${pieces(length)}.${pieces(length)}.${pieces(length)}`,
  'an encrypted web token': (length) => `eyJ${pieces(30)}..${pieces(30)}.${pieces(length)}.${pieces(30)}`,
  'a quoted value': (length) => `"token": "${pieces(length, ' ')}"`,
  'a quoted value with quotes in it': (length) => `"token": "${pieces(length, ' \\" ')}"`,
  'a quoted value in JSON in JSON': (length) => JSON.stringify(JSON.stringify({ token: pieces(length, ' ') })),
  'a value in single quotes': (length) => `client_secret = '${pieces(length, ' ')}'`,
  'a header': (length) => `Cookie: a=${pieces(length, '; b=')}`,
  'a plain token': (length) => `ghp_${pieces(length)}`,
  'a value by its name': (length) => `API_KEY=${pieces(length)}`,
};
const LENGTHS = [40, 1_200, 9_000];
const FILLINGS = [
  (length: number) =>
    'some text '
      .repeat(length)
      .slice(0, length - 1)
      .padEnd(length),
  (length: number) => `${'[1,2],'.repeat(length).slice(0, length - 1)} `,
];

function call(id: string, more: Partial<CallRecord>): CallRecord {
  return { id, time: '2026-11-18T10:00:00.000Z', client: 'claude 2.1', tool: 'run_command', parameters: {}, status: 'success', ...more };
}

// With everything that any reader gets.
async function keptOf(record: (history: History, said: string[]) => void): Promise<string> {
  const said: string[] = [];
  const history = new History({ folder, onFailure: (error) => said.push(String(error)), size: 10_000 });
  record(history, said);
  await history.flush();
  const rows = await history.list();
  said.push(JSON.stringify(rows), ...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8')));
  for (const { id } of rows) said.push(JSON.stringify(await history.read(id)));
  return said.join('\n');
}

function placesOf(limit: number): readonly number[] {
  return [1, limit - 60, limit - 30, limit - 12, limit - 3].filter((at) => at > 0);
}

for (const [what, form] of Object.entries(FORMS)) {
  test(`${what} across the cut of an answer, an error, an argument or a caption is not kept by a part`, async () => {
    const leaks: string[] = [];
    let count = 0;
    const kept = await keptOf((history, said) => {
      history.onEvent((event) => event.kind !== 'cleared' && said.push(JSON.stringify(event.record)));
      for (const [limit, put] of Object.entries({
        500: (result: string) => ({ result }),
        4000: (error: string) => ({ status: 'error', error }) as const,
        8000: (text: string) => ({ parameters: { file: 'a.ts', text } }),
        160: (caption: string) => ({ caption }),
        120: (command: string) => ({ caption: captionOf({ title: 'Run' }, { command }) }),
      }))
        for (const filling of FILLINGS)
          for (const length of LENGTHS)
            for (const at of placesOf(Number(limit))) {
              const id = `${limit}-${length}-${at}-${count++}`;
              history.record(call(id, put(`${filling(at)}${form(length)} ${'more text '.repeat(500)}`)));
              const last = said.at(-1) ?? '';
              if (PIECE.test(last)) leaks.push(`${id}: ${last.slice(Math.max(0, last.search(PIECE) - 60), last.search(PIECE) + 60)}`);
            }
    });
    expect(leaks.slice(0, 5)).toEqual([]);
    expect(kept).toContain('redacted');
    expect(kept).not.toMatch(PIECE);
  });
}

test('what an earlier call passed as a secret is not kept by a part of a later one, also of an answer too long to be kept whole', async () => {
  for (const secret of [pieces(60, ' '), pieces(2_500, ' '), pieces(9_000), pieces(60, '" \n')]) {
    const kept = await keptOf((history) => {
      history.record(call('first', { parameters: { env: { PASSPHRASE: secret } } }), [secret]);
      for (const before of [110, 140, 490, 1_990, 3_990, 7_990, 256 * 1024 - 20]) {
        const text = `${'some text '.repeat(before).slice(0, before)}${secret} ${'more text '.repeat(30_000)}`;
        history.record(call(`answer ${before}`, { result: text, caption: captionOf({ title: 'Run' }, { command: text }) }));
        history.record(call(`json ${before}`, { result: JSON.stringify({ text }), parameters: { text, [secret]: 1 }, tool: text }));
        history.record(call(`error ${before}`, { status: 'error', error: text, caption: text }));
        // As errors quote what came in.
        history.record(
          call(`echo ${before}`, { status: 'error', error: `bad_input: There is no file ${text.slice(0, before + 40)}… here. ${text.slice(0, 299)}…` }),
        );
      }
    });
    expect(kept).toContain('redacted');
    expect(kept.slice(Math.max(0, kept.search(PIECE) - 100), kept.search(PIECE) + 60)).toSatisfy(() => !PIECE.test(kept));
  }
});

test('what is no secret is kept up to the cut', async () => {
  const text = 'const total = sum(cart); // "quoted" and \'more\'\n'.repeat(100);
  const history = new History({ folder, onFailure: () => undefined });
  history.record(call('1', { result: text, status: 'success' }));
  history.record(call('2', { result: JSON.stringify(Array.from({ length: 3_000 }, (_, index) => index)) }));
  history.record(call('3', { result: `${'x '.repeat(100)}-----BEGIN PRIVATE KEY-----\n${lines(4_000)}` }));
  const [third, second, first] = await history.list();
  expect(first?.result).toBe(text.slice(0, 500));
  expect(second?.result).toHaveLength(500);
  expect(third?.result).toContain('x '.repeat(100));
  await history.flush();
});

test('of many calls at a time the answers follow their rows, with nothing of what was secret when they came', async () => {
  const secret = pieces(60, ' ');
  const history = new History({ folder, onFailure: () => undefined });
  const onDisk = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
  expect(await history.list()).toEqual([]);
  history.record(call('first', { parameters: { env: { PASSPHRASE: secret } } }), [secret]);
  const text = `the answer is ${secret}, ${'more text '.repeat(90)}`;
  for (let id = 0; id < 50; id++) history.record(call(`many ${id}`, { result: text }));
  await expect.poll(onDisk).toContain('many 49');
  expect(onDisk()).not.toContain('the answer is');
  // So many that the first is no longer remembered.
  const others = Array.from({ length: 300 }, (_, index) => `another secret ${index}`);
  history.record(call('flood', { parameters: { others } }), others);
  const listed = JSON.stringify(await history.list());
  history.flushNow();
  for (const kept of [onDisk(), listed]) {
    expect(kept).toContain('the answer is [redacted], more');
    expect(kept).not.toMatch(PIECE);
  }
  await history.flush();
  expect(onDisk()).not.toMatch(PIECE);
});

test('of calls that nobody has looked at yet, each is searched for the secrets of all', async () => {
  const [earlier, secret] = [pieces(60, ' '), `also ${pieces(50, '+')}`];
  const history = new History({ folder, onFailure: () => undefined });
  await history.list();
  history.record(call('earlier', { parameters: { env: { PASSPHRASE: earlier } } }), [earlier]);
  await history.flush();
  // Longer than an answer is kept, so that it is cut at once.
  history.record(call('printed before', { result: `${'text '.repeat(50_000)}${secret} ${earlier} ${'text '.repeat(10_000)}` }));
  // So many that the earlier one is forgotten.
  const others = Array.from({ length: 300 }, (_, index) => `another secret ${index}`);
  history.record(call('flood', { parameters: { others } }), others);
  history.record(call('given', { parameters: { env: { TOKEN: secret } } }), [secret]);
  history.record(call('printed', { result: `${secret} ${earlier} ${'text '.repeat(200)}` }));
  const kept = [JSON.stringify(await history.list())];
  for (const id of ['printed before', 'printed']) kept.push(JSON.stringify((await history.read(id)) ?? 'forgotten'));
  await history.flush();
  for (const name of readdirSync(folder)) kept.push(readFileSync(join(folder, name), 'utf8'));
  for (const each of kept) expect(each).not.toMatch(PIECE);
  for (const each of kept) expect(each).toContain('[redacted]');
});

test('a call that is pushed out before anybody looks at it is searched for secrets all the same', async () => {
  const secret = pieces(60, ' ');
  const history = new History({ folder, size: 30, onFailure: () => undefined });
  await history.list();
  history.record(call('pushed out', { parameters: { env: { TOKEN: secret } } }), [secret]);
  for (let id = 0; id < 40; id++) history.record(call(`many ${id}`, { result: `${secret} ${'text '.repeat(200)}` }));
  const listed = JSON.stringify(await history.list());
  expect(listed).not.toMatch(PIECE);
  expect(listed).not.toContain('pushed out');
  expect(JSON.stringify(await history.read('many 39'))).toContain('[redacted] text');
  await history.flush();
});
