// Is each file short, introduced, and free of the machine it was written on?
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder, roomNames, root, sources, textOf } from './house.ts';

const WALL = 400;

test('no file is longer than 400 lines', () => {
  const long = sources().filter((path) => textOf(path).trimEnd().split('\n').length > WALL);
  expect(long).toEqual([]);
});

test('the first line of every file is a sentence about what it knows', () => {
  const silent = sources().filter((path) => !introduces(firstLine(path)));
  expect(silent).toEqual([]);
});

test('an introduction is a comment of some words that ends as a sentence does', () => {
  expect(introduces('// Who may import whom.')).toBe(true);
  expect(introduces('// find_references against the bare engine.')).toBe(true);
  expect(introduces('// helpers')).toBe(false);
  expect(introduces('// helpers.')).toBe(false);
  expect(introduces("import { test } from 'vitest';")).toBe(false);
});

test('every room has a README of at most fifteen lines that says what it knows, what it never knows and where to start', async () => {
  const rooms = (await roomNames()).filter((room) => room !== 'main' && existsSync(join(root, 'src', room)));
  const complaints = rooms
    .filter((room) => outerRoom(room, rooms) === undefined && !room.endsWith('.ts'))
    .flatMap((room) => {
      const path = `src/${room}/README.md`;
      if (!existsSync(join(root, path))) return [`${path} is missing`];
      const text = textOf(path);
      const missing = [/knows.*knows/is, /never knows/i, /start reading/i]
        .filter((words) => !words.test(text))
        .map((words) => `${path} does not say ${words.source}`);
      return text.trimEnd().split('\n').length > 15 ? [`${path} is longer than fifteen lines`, ...missing] : missing;
    });
  expect(complaints).toEqual([]);
});

test('a room within a room has a README of its own, or the outer one introduces it', async () => {
  const rooms = await roomNames();
  const unknown = rooms.filter((room) => {
    const outer = outerRoom(room, rooms);
    if (outer === undefined || existsSync(join(root, 'src', room, 'README.md'))) return false;
    return !textOf(`src/${outer}/README.md`).includes(`\`${room.slice(outer.length + 1)}`);
  });
  expect(unknown).toEqual([]);
});

function outerRoom(room: string, rooms: readonly string[]): string | undefined {
  return rooms.find((other) => room.startsWith(`${other}/`));
}

test('no folder or file has a name that promises nothing', () => {
  const empty = /(^|\/)(utils?|helpers?|common|shared|managers?|core|lib|misc)(\.[a-z]+)*(\/|$)/i;
  expect([...filesUnder('src'), ...filesUnder('dashboard/src')].filter((path) => empty.test(path))).toEqual([]);
});

test('nothing of the machine it was written on is in a file', () => {
  const local = [homedir(), root.replace(/[/\\]$/, ''), '/work/main', '/root/', 'localhost:4873'].filter((path) => path.length > 5);
  const texts = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'package.json', 'package-lock.json', 'rooms.mjs', '.npmrc'].filter((path) =>
    existsSync(join(root, path)),
  );
  const all = [...texts, ...sources(), ...filesUnder('docs'), ...filesUnder('.ci')].filter((path) => path !== 'test/tidy/files.test.ts');
  expect(all.flatMap((path) => local.filter((place) => textOf(path).includes(place)).map((place) => `${path} holds ${place}`))).toEqual([]);
});

test('what npm installs comes from the public registry', () => {
  const hosts = [...textOf('package-lock.json').matchAll(/"resolved": "(https?:\/\/[^/"]+)/g)].map((match) => match[1]);
  expect([...new Set(hosts)].filter((host) => host !== 'https://registry.npmjs.org')).toEqual([]);
  expect(textOf('.npmrc')).not.toMatch(/registry/);
});

function firstLine(path: string): string {
  const [first = '', second = ''] = textOf(path).split('\n');
  return first.startsWith('#!') ? second : first;
}

function introduces(line: string): boolean {
  return /^\/\/ \S+( \S+){2,}$/.test(line.trimEnd()) && /[.?!:)]$/.test(line.trimEnd());
}
