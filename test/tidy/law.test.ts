// Is the law of rooms.mjs really applied? dependency-cruiser reads nothing, and says nothing, with a TypeScript that it does not know.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { minutes } from '../../src/base/waiting/duration.ts';
import { filesUnder, lawOfRooms, roomNames, root } from './house.ts';

const Verdict = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({ violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })) }),
});

async function apply(folder: string): Promise<z.infer<typeof Verdict>> {
  const configuration: unknown = await import(pathToFileURL(join(root, '.dependency-cruiser.mjs')).href);
  const law = z.object({ default: z.object({ forbidden: z.array(z.unknown()), options: z.record(z.string(), z.unknown()) }) }).parse(configuration).default;
  const options: Record<string, unknown> = { ...law.options, baseDir: folder, ruleSet: { forbidden: law.forbidden }, validate: true };
  const { output } = await cruise(
    ['src', 'dashboard/src'].filter((part) => existsSync(join(folder, part))),
    z.custom<ICruiseOptions>().parse(options),
    z.record(z.string(), z.unknown()).parse(law.options['enhancedResolveOptions']),
  );
  return Verdict.parse(output);
}

const planted: string[] = [];
afterEach(async () => {
  for (const folder of planted.splice(0)) await rm(folder, { recursive: true, force: true });
});

// A house of its own with these files, so that a crime can be committed without touching ours.
async function house(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-law-'));
  planted.push(folder);
  for (const [path, text] of Object.entries({
    'tsconfig.json': '{"compilerOptions":{"allowImportingTsExtensions":true,"noEmit":true}}',
    'package.json': '{"type":"module"}',
    ...files,
  })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

async function crimes(files: Record<string, string>): Promise<string[]> {
  return (await apply(await house(files))).summary.violations.map((violation) => violation.rule.name);
}

test(
  'the law read every file of the house and found no crime',
  async () => {
    const verdict = await apply(root);
    const read = verdict.modules.map((module) => module.source).filter((source) => /^(dashboard\/)?src\/.*\.tsx?$/.test(source));
    expect(read.sort()).toEqual([...filesUnder('dashboard/src', '.ts', '.tsx'), ...filesUnder('src', '.ts')]);
    expect(verdict.summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`)).toEqual([]);
  },
  minutes(5),
);

test('every source file lives in a room', async () => {
  const rooms = await roomNames();
  const homeless = filesUnder('src', '.ts').filter(
    (path) => !['src/main.ts', 'src/extension.ts'].includes(path) && !rooms.some((room) => path.startsWith(`src/${room}/`)),
  );
  expect(homeless).toEqual([]);
});

test('the law itself allows no cycle between rooms', async () => {
  expect(cyclesIn(await lawOfRooms())).toEqual([]);
  expect(cyclesIn({ one: ['two'], two: ['three'], three: ['one'] })).toEqual(['one → two → three → one']);
  // The files of a room stand on top of the rooms in it, so that none of those may need them.
  expect(cyclesIn({ outer: ['outer'], 'outer/inner': ['base'], base: [] })).toEqual([]);
  expect(cyclesIn({ outer: ['outer'], 'outer/inner': ['outer'] })).toEqual(['outer → outer/inner → outer']);
});

test('a room within a room imports only what its own line says, and nothing from the files around it', async () => {
  const there = {
    'src/server/call/callTool.ts': 'export const call = 1;\n',
    'src/server/mcpServer.ts': "import { call } from './call/callTool.ts';\nexport const server = call;\n",
  };
  expect(await crimes(there)).toEqual([]);
  const secret = (from: string) => ({ ...there, 'src/server/secrets/planted.ts': `import * as other from '${from}';\nexport const copy = other;\n` });
  expect(await crimes(secret('../call/callTool.ts'))).toEqual(['server/secrets imports only base']);
  expect(await crimes(secret('../mcpServer.ts'))).toEqual(['server/secrets imports only base']);
  expect(
    await crimes({
      'src/tools/git/one.ts': "import { two } from '../testing/two.ts';\nexport const one = two;\n",
      'src/tools/testing/two.ts': 'export const two = 2;\n',
    }),
  ).toEqual(['tools/git imports only tools/words, tools/tool.ts, source, ide, base']);
});

test('an arrow that is not in rooms.mjs is caught, also for a type', async () => {
  const there = { 'src/server/answer.ts': 'export type Answer = string;\nexport const answer = 1;\n' };
  expect(await crimes({ ...there, 'src/base/planted.ts': "import { answer } from '../server/answer.ts';\nexport const copy = answer;\n" })).toEqual([
    'base imports only itself',
  ]);
  expect(await crimes({ ...there, 'src/base/planted.ts': "import type { Answer } from '../server/answer.ts';\nexport type Copy = Answer;\n" })).toEqual([
    'base imports only itself',
  ]);
});

test('a tool that imports a host is caught, and a host that imports a tool', async () => {
  const found = await crimes({
    'src/tools/one.ts': "import { two } from '../hosts/headless/two.ts';\nexport const one = two;\n",
    'src/hosts/headless/two.ts': 'export const two = 2;\n',
    'src/hosts/headless/three.ts': "import { one } from '../../tools/one.ts';\nexport const three = one;\n",
  });
  expect(found).toEqual(
    expect.arrayContaining(['tools imports only tools, ide, base', 'hosts/headless imports only hosts/headless, machine, answers, source, ide, wire, base']),
  );
});

test('a room of the machine that imports one which stands on it is caught', async () => {
  const there = { 'src/machine/search/find.ts': 'export const find = 1;\n' };
  expect(await crimes({ ...there, 'src/machine/files/read.ts': "import { find } from '../search/find.ts';\nexport const read = find;\n" })).toEqual([
    'machine/files imports only machine/programs, machine/processes, ide, base',
  ]);
  expect(await crimes({ ...there, 'src/hosts/headless/two.ts': "import { find } from '../../machine/search/find.ts';\nexport const two = find;\n" })).toEqual(
    [],
  );
});

test('a cycle, a process outside its room and a folder that is no room are caught', async () => {
  const cycle = await crimes({
    'src/base/one.ts': "import './two.ts';\nexport const one = 1;\n",
    'src/base/two.ts': "import './one.ts';\nexport const two = 2;\n",
  });
  expect(cycle).toContain('no cycles');
  expect(await crimes({ 'src/machine/git/git.ts': "import { spawn } from 'node:child_process';\nexport const go = spawn;\n" })).toContain(
    'one room of a host spawns processes',
  );
  expect(await crimes({ 'src/machine/processes/processes.ts': "import { spawn } from 'node:child_process';\nexport const go = spawn;\n" })).toEqual([]);
  expect(
    await crimes({ 'src/utils/one.ts': "import { two } from '../base/two.ts';\nexport const one = two;\n", 'src/base/two.ts': 'export const two = 2;\n' }),
  ).toContain('every file belongs to a room');
  expect(await crimes({ 'src/ide/disk.ts': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n" })).toContain(
    'the port has no input and no output',
  );
});

test('VS Code is known in one room, which knows no other host', async () => {
  const asks = "import * as vscode from 'vscode';\nexport const version = vscode.version;\n";
  expect(await crimes({ 'src/hosts/vscode/ask.ts': asks })).toEqual([]);
  expect(await crimes({ 'src/hosts/headless/ask.ts': asks })).toContain('one host knows vscode');
  expect(await crimes({ 'src/extension.ts': asks })).toContain('one host knows vscode');
  const disk = { 'src/hosts/headless/disk.ts': 'export const disk = 1;\n' };
  expect(await crimes({ ...disk, 'src/hosts/vscode/text.ts': "import { disk } from '../headless/disk.ts';\nexport const text = disk;\n" })).toContain(
    'hosts/vscode imports only machine/editor, answers, source, ide, base',
  );
  expect(await crimes({ ...disk, 'src/extension.ts': "import { disk } from './hosts/headless/disk.ts';\nexport const text = disk;\n" })).toEqual([]);
});

test('the page knows the protocol alone, and no view knows another', async () => {
  const there = {
    'src/dashboard/protocol/opening.ts': 'export const path = 1;\n',
    'src/dashboard/socket.ts': 'export const socket = 1;\n',
    'dashboard/src/views/one/one.tsx': "import { path } from '../../../../src/dashboard/protocol/opening.ts';\nexport const one = path;\n",
  };
  expect(await crimes(there)).toEqual([]);
  const planted = (path: string, from: string) => crimes({ ...there, [path]: `import * as other from '${from}';\nexport const copy = other;\n` });
  expect(await planted('dashboard/src/wire/two.ts', '../../../src/dashboard/socket.ts')).toEqual(['the page knows only the protocol of the daemon']);
  expect(await planted('dashboard/src/views/two/two.tsx', '../one/one.tsx')).toEqual(['a view imports parts, the wire and the router, and no other view']);
  expect(await planted('dashboard/src/app/two.ts', '../views/one/one.tsx')).toEqual(['a view is loaded when it is opened']);
  expect(await planted('dashboard/src/parts/two.ts', '../views/one/one.tsx')).toEqual(['dashboard/parts imports only parts/, wire/']);
  expect(await planted('src/base/two.ts', '../../dashboard/src/views/one/one.tsx')).toEqual(['nobody but tests knows the page']);
});

// Ways that lead back to where they began.
function cyclesIn(law: Readonly<Record<string, readonly string[]>>): string[] {
  const names = Object.keys(law);
  // A name stands for the rooms in it too; on its own line it means only those.
  const meant = (room: string, allowed: string) => names.filter((name) => name !== room && (name === allowed || name.startsWith(`${allowed}/`)));
  const next = new Map(names.map((room) => [room, (law[room] ?? []).flatMap((allowed) => meant(room, allowed))]));
  const done = new Set<string>();
  const found: string[] = [];
  const walk = (room: string, way: readonly string[]): void => {
    const start = way.indexOf(room);
    if (start !== -1) found.push([...way.slice(start), room].join(' → '));
    if (start !== -1 || done.has(room)) return;
    for (const other of next.get(room) ?? []) walk(other, [...way, room]);
    done.add(room);
  };
  for (const room of names) walk(room, []);
  return found;
}
