// A VS Code window with our extension in it: code-server, a folder, and the tab of a browser without which it starts no extensions.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { z } from 'zod';
import { minutes, seconds } from '../../../src/base/waiting/duration.ts';
import { chromium } from '../../support/chromium.ts';
import { execute } from '../../support/npmInstall.ts';
import { testTool } from '../../support/testTools.ts';

const Announced = z.object({ pid: z.number(), url: z.string(), token: z.string(), projects: z.array(z.string()) });

export interface VscodeWindow extends z.infer<typeof Announced> {
  readonly page: Page;
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
  // What is typed in a test is what is written.
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
};

// scratch: an empty folder for everything that VS Code and we write.
export async function openVscodeWindow(project: string, scratch: string): Promise<VscodeWindow> {
  const [server, executablePath] = await Promise.all([testTool('code-server'), chromium()]);
  await install(scratch, project);
  const running = await startServer(server.command, scratch);
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    await endGroup(running.child);
  };
  try {
    browser = await playwright.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
    const page = await browser.newPage();
    await page.goto(`${running.url}/?folder=${encodeURIComponent(project)}`, { timeout: LONGEST_START, waitUntil: 'domcontentloaded' });
    return { ...(await announced(scratch, project)), page, close };
  } catch (error) {
    await close();
    throw error;
  }
}

// The extension, the settings, and keys for commands that need arguments or are hard to find for a test.
async function install(scratch: string, project: string): Promise<void> {
  const bundle = fileURLToPath(new URL('../../../extension/bundle.mjs', import.meta.url));
  await execute([process.execPath, bundle, join(scratch, 'extensions', 'binnacle.binnacle-0.1.0')], scratch);
  await mkdir(join(scratch, 'user', 'User'), { recursive: true });
  await writeFile(join(scratch, 'user', 'User', 'settings.json'), JSON.stringify(SETTINGS));
  const diff = { project, file: 'src/cart.ts', title: 'cart.ts: a cheaper total', text: 'export const cheaper = 1;\n' };
  const keys = [
    { key: 'ctrl+alt+f9', command: 'binnacle.showDiff', args: diff },
    { key: 'ctrl+alt+f8', command: 'typescript.restartTsServer' },
  ];
  await writeFile(join(scratch, 'user', 'User', 'keybindings.json'), JSON.stringify(keys));
  await writeFile(join(scratch, 'code-server.yaml'), '');
}

async function startServer([program = '', ...first]: readonly string[], scratch: string): Promise<{ child: ChildProcess; url: string }> {
  const folders = ['--config', join(scratch, 'code-server.yaml'), '--user-data-dir', join(scratch, 'user'), '--extensions-dir', join(scratch, 'extensions')];
  const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust', '--disable-getting-started-override'];
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

// What the extension writes when it serves the folder.
async function announced(scratch: string, project: string): Promise<z.infer<typeof Announced>> {
  const folder = join(scratch, 'state', 'binnacle', 'windows');
  const deadline = Date.now() + LONGEST_START;
  while (Date.now() < deadline) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.json')) continue;
      const window = Announced.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
      if (window.projects.includes(project)) return window;
    }
    await pause(seconds(0.1));
  }
  throw new Error('the extension did not announce itself');
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
