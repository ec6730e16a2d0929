// A VS Code window with our extension in it: code-server, a folder, and the tab of a browser without which it starts no extensions.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { z } from 'zod';
import { minutes, seconds } from '../../../src/base/waiting/duration.ts';
import { chromium } from '../../support/chromium.ts';
import { execute } from '../../support/npmInstall.ts';
import { testTool } from '../../support/testTools.ts';
import { installProbe, type Probe, probeOf } from './probe.ts';

const Announced = z.object({ pid: z.number(), url: z.string().default(''), token: z.string().default(''), projects: z.array(z.string()) });
export type AnnouncedWindow = z.infer<typeof Announced>;

export interface VscodeWindow extends AnnouncedWindow {
  readonly page: Page;
  readonly probe: Probe;
  // The same page at another folder, such as ?folder=/shop; a new window of VS Code, which serves so many folders.
  goTo(query: string, folders: number): Promise<AnotherWindow>;
  // The same page at a file that names several folders.
  goToWorkspace(file: string, folders: number): Promise<AnotherWindow>;
  close(): Promise<void>;
}

interface AnotherWindow {
  readonly announced: AnnouncedWindow;
  readonly probe: Probe;
}

export interface WindowOptions {
  // Beside the usual ones.
  readonly settings?: Readonly<Record<string, unknown>>;
  // Whether VS Code asks before it trusts a folder.
  readonly asksForTrust?: boolean;
  // The package from which the extension is installed; without it the bundle is put where VS Code has its extensions.
  readonly vsix?: string;
  // Without our extension.
  readonly isBare?: boolean;
  // Our extension finds no vscode.lm, as in editors that leave the interface for agents out.
  readonly hidesModels?: boolean;
}

// Without a tab, and so without a window.
export interface VscodeServer {
  readonly url: string;
  readonly executablePath: string;
  close(): Promise<void>;
}

// The first window of a fresh VS Code took twenty seconds on two idle cores.
const LONGEST_START = minutes(2);
const SETTINGS = {
  'files.autoSave': 'off',
  'remote.autoForwardPorts': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'typescript.disableAutomaticTypeAcquisition': true,
  // Through which the tests come in.
  'binnacle.enableHttpServer': true,
  // What is typed in a test is what is written.
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
};

// scratch: an empty folder for everything that VS Code and we write.
export async function openVscodeWindow(project: string, scratch: string, options: WindowOptions = {}): Promise<VscodeWindow> {
  const running = await startVscode(project, scratch, options);
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    await running.close();
  };
  try {
    browser = await launched(running);
    const page = await browser.newPage();
    await page.goto(`${running.url}/?folder=${encodeURIComponent(project)}`, { timeout: LONGEST_START, waitUntil: 'domcontentloaded' });
    const known = new Set<number>();
    const arrived = async (isMeant: (window: AnnouncedWindow) => boolean) => {
      const window = await announced(scratch, (one) => !known.has(one.pid) && isMeant(one));
      known.add(window.pid);
      return { announced: window, probe: await probeOf(join(scratch, 'extensions'), (pid) => pid === window.pid) };
    };
    const first = await arrived(({ projects }) => projects.includes(project));
    const load = (query: string) => page.goto(`${running.url}/${query}`, { timeout: LONGEST_START, waitUntil: 'domcontentloaded' });
    const goTo = async (query: string, folders: number) => {
      await load(query);
      return arrived(({ projects }) => projects.length === folders);
    };
    // In a browser VS Code may lose the folders of such a file when it opens it for the first time on a busy machine: its own explorer is empty then.
    // The next time it takes them from its cache.
    const goToWorkspace = async (file: string, folders: number) => {
      const query = `?workspace=${encodeURIComponent(file)}`;
      await load(query);
      await arrived(() => true);
      await keptWorkspace(scratch);
      return goTo(query, folders);
    };
    return { ...first.announced, page, probe: first.probe, goTo, goToWorkspace, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function startVscode(project: string, scratch: string, options: WindowOptions = {}): Promise<VscodeServer> {
  const [server, executablePath] = await Promise.all([testTool('code-server'), chromium()]);
  await install(scratch, project, options);
  if (options.vsix !== undefined) await installPackage(server.command, scratch, options.vsix);
  const { child, url } = await startServer(server.command, scratch, options.asksForTrust ?? false);
  return { url, executablePath, close: () => endGroup(child) };
}

export function launched({ executablePath }: VscodeServer): Promise<Browser> {
  return playwright.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}

// The extension, the settings, and keys for commands that need arguments or are hard to find for a test.
async function install(scratch: string, project: string, { settings = {}, isBare = false, hidesModels = false, vsix }: WindowOptions): Promise<void> {
  const bundle = fileURLToPath(new URL('../../../extension/bundle.mjs', import.meta.url));
  const ours = join(scratch, 'extensions', 'binnacle.binnacle-0.1.0');
  if (!isBare && vsix === undefined) await execute([process.execPath, bundle, ours], scratch);
  if (hidesModels) await hideModels(ours);
  await mkdir(join(scratch, 'user', 'User'), { recursive: true });
  await writeFile(join(scratch, 'user', 'User', 'settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
  await installProbe(join(scratch, 'extensions'));
  const diff = { project, file: 'src/cart.ts', title: 'cart.ts: a cheaper total', text: 'export const cheaper = 1;\n' };
  const keys = [
    { key: 'ctrl+alt+f9', command: 'binnacle.showDiff', args: diff },
    { key: 'ctrl+alt+f8', command: 'typescript.restartTsServer' },
  ];
  await writeFile(join(scratch, 'user', 'User', 'keybindings.json'), JSON.stringify(keys));
  await writeFile(join(scratch, 'code-server.yaml'), '');
  // The PATH of a window is that of a login shell, so an installed Binnacle is found in the person's home.
  const packages = join(scratch, '.npm-global', 'lib', 'node_modules');
  await mkdir(packages, { recursive: true });
  await symlink(fileURLToPath(new URL('../../..', import.meta.url)), join(packages, 'binnacle-ide'), 'junction');
}

// Whatever the extension loads as vscode lacks it, and everything else is VS Code's own.
async function hideModels(extension: string): Promise<void> {
  const manifest = join(extension, 'package.json');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('./dist/extension.cjs', './dist/withoutModels.cjs'));
  const code = `
const Module = require('node:module');
const load = Module._load;
Module._load = function (name, ...more) {
  const loaded = load.call(this, name, ...more);
  if (name !== 'vscode' || !more[0].filename.startsWith(__dirname)) return loaded;
  const { lm, ...rest } = Object.getOwnPropertyDescriptors(loaded);
  return Object.defineProperties({}, rest);
};
module.exports = require('./extension.cjs');
`;
  await writeFile(join(extension, 'dist', 'withoutModels.cjs'), code);
}

// As a person does it, without a window.
async function installPackage(command: readonly string[], scratch: string, vsix: string): Promise<void> {
  const folders = ['--config', join(scratch, 'code-server.yaml'), '--user-data-dir', join(scratch, 'user'), '--extensions-dir', join(scratch, 'extensions')];
  await execute([...command, ...folders, '--install-extension', vsix], scratch, { HOME: scratch });
}

async function startServer([program = '', ...first]: readonly string[], scratch: string, asksForTrust: boolean): Promise<{ child: ChildProcess; url: string }> {
  const folders = ['--config', join(scratch, 'code-server.yaml'), '--user-data-dir', join(scratch, 'user'), '--extensions-dir', join(scratch, 'extensions')];
  const trust = asksForTrust ? [] : ['--disable-workspace-trust'];
  const quiet = ['--disable-telemetry', '--disable-update-check', ...trust, '--disable-getting-started-override'];
  const child = spawn(program, [...first, ...folders, ...quiet, '--auth', 'none', '--bind-addr', '127.0.0.1:0', '--reconnection-grace-time', '2'], {
    // In a group of its own, so that what it starts ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOME: scratch,
      XDG_STATE_HOME: join(scratch, 'state'),
      XDG_CONFIG_HOME: join(scratch, 'config'),
      XDG_DATA_HOME: join(scratch, 'data'),
    },
  });
  let output = '';
  const listen = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-20_000);
        const [, url] = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output) ?? [];
        if (url !== undefined) resolve(url);
      });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`code-server ended with ${code}: ${output.slice(-500)}`)));
    setTimeout(() => reject(new Error(`code-server does not listen: ${output.slice(-500)}`)), LONGEST_START).unref();
  });
  try {
    return { child, url: await listen };
  } catch (error) {
    await endGroup(child);
    throw error;
  }
}

// What the extension writes when it serves the folders.
async function announced(scratch: string, isMeant: (window: AnnouncedWindow) => boolean): Promise<AnnouncedWindow> {
  const folder = join(scratch, 'state', 'binnacle', 'windows');
  const deadline = Date.now() + LONGEST_START;
  const others = new Map<string, string>();
  while (Date.now() < deadline) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.json')) continue;
      const text = await readFile(join(folder, name), 'utf8').catch(() => '');
      const window = Announced.safeParse(JSON.parse(text || '{}')).data;
      if (window !== undefined && isMeant(window)) return window;
      others.set(name, text);
    }
    await pause(seconds(0.1));
  }
  const seen = [...others].map(([name, text]) => `${name}: ${text.slice(0, 1_000)}`);
  throw new Error(['the extension did not announce itself', ...seen, ...(await lastLogs(scratch))].join('\n'));
}

// When VS Code has in its cache which folders a workspace has.
async function keptWorkspace(scratch: string): Promise<void> {
  const folder = join(scratch, 'user', 'User', 'caches', 'CachedConfigurations', 'workspaces');
  const deadline = Date.now() + LONGEST_START;
  while (Date.now() < deadline) {
    const texts = await Promise.all((await filesBelow(folder)).map((path) => readFile(path, 'utf8').catch(() => '')));
    if (texts.some((text) => text.includes('folders'))) return;
    await pause(seconds(0.1));
  }
  throw new Error(`VS Code has kept no workspace in ${folder}`);
}

// The ends of what VS Code and the extension wrote in the last minutes: of a window that did not come nothing else is left.
async function lastLogs(scratch: string): Promise<string[]> {
  const logs = (await Promise.all(['user', 'state'].map((part) => filesBelow(join(scratch, part))))).flat().filter((path) => path.endsWith('.log'));
  const ends = logs.map(async (path) => {
    const { mtimeMs } = await stat(path);
    const isOld = mtimeMs < Date.now() - 2 * LONGEST_START;
    return isOld ? [] : [`── ${relative(scratch, path)}\n${(await readFile(path, 'utf8')).slice(-2_000)}`];
  });
  return (await Promise.all(ends)).flat();
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (let look = 0; look < 30; look++) {
      try {
        if (look === 0) process.kill(-pid, signal);
        process.kill(-pid, 0);
      } catch {
        // Nobody of the group is left.
        return;
      }
      await pause(seconds(0.1));
    }
  }
}
