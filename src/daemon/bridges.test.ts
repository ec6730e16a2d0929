// Which projects have a bridge, and what clients find in the file that holds its port.
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Project } from '../ide/ide.ts';
import { Bridges, bridgePort, portFile } from './bridges.ts';

let folder: string;
let projects: Project[];
const opened: string[] = [];
const lines: string[] = [];
const log = { info: () => {}, warn: (line: string) => void lines.push(line), error: (line: string) => void lines.push(line) };

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-bridges-')));
  projects = [project('shop')];
  opened.length = 0;
  lines.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function project(name: string, more: Partial<Project> = {}): Project {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return { name, path, uri: `file://${path}`, trusted: true, ...more };
}

function bridges(port?: number, failure?: Error, taken?: number): Bridges {
  let next = 40_000;
  return new Bridges({
    projects: () => projects,
    async open(root, asked) {
      if (failure !== undefined) throw failure;
      if (asked !== 0 && asked === taken) throw Object.assign(new Error('in use'), { code: 'EADDRINUSE' });
      opened.push(root);
      return { port: asked || next++, endConnections: () => {}, close: async () => void opened.splice(opened.indexOf(root), 1) };
    },
    port,
    reaper: { guardFile: () => {}, releaseFile: () => {} },
    log,
    onChange: () => {},
  });
}

test('each project has its own, and its file holds the port for as long as it is open', async () => {
  const [shop] = projects;
  const library = project('library');
  projects.push(library);
  const all = bridges();
  await all.open();
  for (const { path } of projects) expect(readFileSync(portFile(path), 'utf8')).toBe(String(all.portOf(path)));
  projects = projects.filter((one) => one !== library);
  await all.open();
  expect(existsSync(portFile(library.path))).toBe(false);
  expect(all.portOf(library.path)).toBeUndefined();
  await all.close();
  expect(existsSync(portFile(shop?.path ?? ''))).toBe(false);
  expect(opened).toEqual([]);
});

test('the port of the environment goes to the first project', async () => {
  projects.push(project('library'));
  const all = bridges(12_345);
  await all.open();
  expect(projects.map(({ path }) => all.portOf(path))).toEqual([12_345, 40_000]);
});

test('where no environment names one, the first project has the usual port if it is free, and any other if not', async () => {
  projects.push(project('library'));
  const all = bridges();
  await all.open();
  expect(projects.map(({ path }) => all.portOf(path))).toEqual([12_300, 40_000]);
  const later = bridges(undefined, undefined, 12_300);
  await later.open();
  expect(projects.map(({ path }) => later.portOf(path))).toEqual([40_000, 40_001]);
});

test('a port that cannot be used is said', async () => {
  await expect(bridges(12_345, Object.assign(new Error('in use'), { code: 'EADDRINUSE' })).open()).rejects.toMatchObject({
    code: 'port_unavailable',
    message: 'Port 12345 cannot be used: EADDRINUSE.',
  });
});

test('what no person trusts has none', async () => {
  const untrusted = project('untrusted', { trusted: false });
  projects = [untrusted];
  await bridges().open();
  expect(opened).toEqual([]);
  expect(existsSync(portFile(untrusted.path))).toBe(false);
});

test('a link in the place of the file is replaced, not followed', async () => {
  const [shop] = projects;
  const precious = join(folder, 'precious');
  writeFileSync(precious, 'precious');
  symlinkSync(precious, portFile(shop?.path ?? ''));
  const all = bridges();
  await all.open();
  expect(readFileSync(precious, 'utf8')).toBe('precious');
  expect(lstatSync(portFile(shop?.path ?? '')).isFile()).toBe(true);
});

test('another’s file is left alone', async () => {
  const [shop] = projects;
  const all = bridges();
  await all.open();
  writeFileSync(portFile(shop?.path ?? ''), '50000');
  await all.close();
  expect(readFileSync(portFile(shop?.path ?? ''), 'utf8')).toBe('50000');
});

test('a root that cannot be written to still has its bridge, and the log names the port', async () => {
  const [shop] = projects;
  mkdirSync(join(portFile(shop?.path ?? ''), 'in the way'), { recursive: true });
  const all = bridges();
  await all.open();
  expect(all.portOf(shop?.path ?? '')).toBe(12_300);
  expect(lines.join()).toContain('clients must be told the port 12300');
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['12345', 12_345],
])('PSI_BRIDGE_PORT=%s is %s', (text, port) => expect(bridgePort({ PSI_BRIDGE_PORT: text })).toBe(port));

test.each(['0', '65536', '-1', '12345x', '1e3'])('PSI_BRIDGE_PORT=%s is refused', (text) => {
  expect(() => bridgePort({ PSI_BRIDGE_PORT: text })).toThrow(
    expect.objectContaining({ code: 'invalid_environment', message: expect.stringContaining(`PSI_BRIDGE_PORT is ${text}`) }),
  );
});
