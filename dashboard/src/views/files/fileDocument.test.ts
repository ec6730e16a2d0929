// Is what was typed kept, whatever the disk, another window or the connection do meanwhile?
import { expect, test } from 'vitest';
import type { EditorText } from '../../../../src/dashboard/protocol/editor.ts';
import type { ShownError } from '../../../../src/dashboard/protocol/messages.ts';
import type { AnswerOf, ParamsOf } from '../../../../src/dashboard/protocol/methods.ts';
import { FileDocument } from './fileDocument.ts';

const place = { project: '/shop', file: 'cart.ts' };
const hash = (text: string) => `hash of ${text}`;

type Answers = { readonly [Name in `editor.${'read' | 'write' | 'save' | 'discard'}`]: (params: ParamsOf<Name>) => AnswerOf<Name> };

class Refused extends Error {}

// The daemon's side of the protocol, as its own tests prove it: what the disk holds, and what is kept unsaved.
class Daemon {
  disk: string | undefined = 'one';
  unsaved: { readonly text: string; readonly base?: string } | undefined;
  isLost = false;

  read(): EditorText {
    const { disk, unsaved } = this;
    return {
      file: place.file,
      language: 'typescript',
      ...(disk !== undefined && { disk: { text: disk, hash: hash(disk) } }),
      ...(unsaved !== undefined && { unsaved: { ...unsaved, hash: hash(unsaved.text) } }),
    };
  }

  keep({ text, base, expects }: ParamsOf<'editor.write'>): void {
    const known = this.unsaved === undefined ? undefined : hash(this.unsaved.text);
    if (known !== expects && this.unsaved?.text !== text) throw new Refused('unsaved_elsewhere');
    this.unsaved = text === this.disk ? undefined : { text, ...(base !== undefined && { base }) };
  }

  save(params: ParamsOf<'editor.save'>): { readonly hash: string } {
    this.keep(params);
    const now = this.disk === undefined ? undefined : hash(this.disk);
    if (this.disk !== params.text && now !== params.base) throw new Refused('changed_on_disk');
    this.disk = params.text;
    this.unsaved = undefined;
    return { hash: hash(params.text) };
  }
}

function opened(daemon = new Daemon()) {
  const first = daemon.read();
  let text = first.unsaved?.text ?? first.disk?.text ?? '';
  let due: (() => void) | undefined;
  const answers: Answers = {
    'editor.read': () => daemon.read(),
    'editor.write': (params) => {
      daemon.keep(params);
      return daemon.unsaved === undefined ? {} : { unsaved: hash(daemon.unsaved.text) };
    },
    'editor.save': (params) => daemon.save(params),
    'editor.discard': () => {
      daemon.unsaved = undefined;
      return {};
    },
  };
  const errorOf = (thrown: unknown): ShownError => ({ code: thrown instanceof Refused ? thrown.message : 'disconnected', message: '', next: '' });
  const file = new FileDocument(first, {
    place,
    typed: {
      text: () => text,
      replace: (next) => {
        text = next;
      },
    },
    ask: async (method, params) => {
      if (daemon.isLost) throw new Error('lost');
      return answers[method](params);
    },
    errorOf,
    after: (_, work) => {
      due = work;
      return () => {
        due = undefined;
      };
    },
  });
  return {
    daemon,
    file,
    shown: () => text,
    type: (next: string) => {
      text = next;
      file.typed();
    },
    // The moment after which what is typed goes out.
    wait: async () => {
      due?.();
      await file.flush();
    },
    row: (disk: number) =>
      file.follow(() => ({
        ...place,
        id: '1.e',
        place: 0,
        isActive: true,
        isPreview: false,
        language: 'typescript',
        lines: 1,
        selection: { line: 1, column: 1, endLine: 1, endColumn: 1 },
        disk,
        ...(daemon.unsaved !== undefined && { unsaved: hash(daemon.unsaved.text) }),
      })),
  };
}

test('what is typed goes to the daemon, and what is taken back by hand leaves nothing unsaved', async () => {
  const { daemon, file, type, wait } = opened();
  type('two');
  expect(file.isUnsaved.value).toBe(true);
  await wait();
  expect(daemon.unsaved).toEqual({ text: 'two', base: hash('one') });
  type('one');
  await wait();
  expect([daemon.unsaved, file.isUnsaved.value, file.conflict.value]).toEqual([undefined, false, undefined]);
});

test('a file that nobody edits follows the disk', async () => {
  const { daemon, file, shown, row } = opened();
  daemon.disk = 'other';
  await row(1);
  expect([shown(), file.isUnsaved.value, file.conflict.value]).toEqual(['other', false, undefined]);
});

test.each(['sent', 'not sent yet'])('a disk that changes under text which is %s is a conflict; mine is saved over it, or theirs is taken', async (when) => {
  for (const choice of ['mine', 'theirs'] as const) {
    const { daemon, file, shown, type, wait, row } = opened();
    type('mine');
    if (when === 'sent') await wait();
    daemon.disk = 'theirs';
    await row(1);
    await wait();
    expect([shown(), file.conflict.value, daemon.unsaved?.text]).toEqual(['mine', 'disk', 'mine']);
    await file.save();
    expect(daemon.disk).toBe('theirs');
    if (choice === 'mine') await file.keepMine();
    else await file.takeTheirs();
    expect([daemon.disk, shown(), daemon.unsaved, file.conflict.value, file.isUnsaved.value]).toEqual([choice, choice, undefined, undefined, false]);
  }
});

test('saving over a disk that changed a moment before is refused, and shown as the conflict that it is', async () => {
  const { daemon, file, type, shown } = opened();
  type('mine');
  daemon.disk = 'theirs';
  await file.save();
  expect([daemon.disk, daemon.unsaved?.text, shown(), file.conflict.value, file.failure.value]).toEqual(['theirs', 'mine', 'mine', 'disk', undefined]);
});

test('a file that is deleted keeps its text, and can be saved as a new one', async () => {
  const { daemon, file, type, wait, row } = opened();
  type('mine');
  await wait();
  daemon.disk = undefined;
  await row(1);
  expect(file.conflict.value).toBe('gone');
  await file.keepMine();
  expect([daemon.disk, file.conflict.value]).toEqual(['mine', undefined]);
});

test.each(['mine', 'theirs'] as const)('two windows that write at once: nothing is sent over the other until %s is chosen', async (choice) => {
  const { daemon, file, shown, type, wait, row } = opened();
  type('mine');
  daemon.unsaved = { text: 'theirs', base: hash('one') };
  await wait();
  expect([shown(), daemon.unsaved.text, file.conflict.value]).toEqual(['mine', 'theirs', 'window']);
  type('mine, more');
  await row(0);
  await wait();
  await file.save();
  expect([daemon.unsaved.text, daemon.disk, file.conflict.value]).toEqual(['theirs', 'one', 'window']);
  if (choice === 'mine') await file.keepMine();
  else await file.takeTheirs();
  const chosen = choice === 'mine' ? 'mine, more' : 'theirs';
  expect([shown(), daemon.unsaved.text, file.conflict.value]).toEqual([chosen, chosen, undefined]);
});

test('what the other window writes while nothing is typed here is followed', async () => {
  const { daemon, file, shown, row } = opened();
  daemon.unsaved = { text: 'theirs', base: hash('one') };
  await row(0);
  expect([shown(), file.isUnsaved.value, file.conflict.value]).toEqual(['theirs', true, undefined]);
});

test('what is typed while the daemon is away goes out when it is back, under what came meanwhile', async () => {
  const { daemon, file, shown, type, wait } = opened();
  daemon.isLost = true;
  type('alone');
  await wait();
  expect([file.failure.value?.code, file.hasUnsent]).toEqual(['disconnected', true]);
  daemon.isLost = false;
  await file.reconnect();
  expect([shown(), daemon.unsaved?.text, file.failure.value, file.hasUnsent]).toEqual(['alone', 'alone', undefined, false]);
});

test('what is typed before a save goes out is in it, and what comes after is unsaved text made from it', async () => {
  const { daemon, file, type, wait } = opened();
  type('two');
  const saving = file.save();
  type('two, and more');
  await saving;
  expect([daemon.disk, file.isUnsaved.value, file.conflict.value]).toEqual(['two, and more', false, undefined]);
  type('three');
  await wait();
  expect(daemon.unsaved).toEqual({ text: 'three', base: hash('two, and more') });
});
