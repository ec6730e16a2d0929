// Opens a link in the person's browser without a shell, and without showing its secret to whoever lists processes.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from '../base/processes/ancestors.ts';
import { seconds } from '../base/waiting/duration.ts';
import { privateFolder, stateFolder } from '../daemon/folders.ts';

export interface OpeningBrowser extends Disposable {
  readonly isOpening: boolean;
  // Where it is not.
  readonly why: string;
}

// A program that could not even be started says so at once; one that hands over to a running browser ends soon.
const FIRST_SIGN = seconds(3);

// Disposed of when the link was used or is worth nothing any more.
export async function openBrowser(url: string, platform: NodeJS.Platform = process.platform): Promise<OpeningBrowser> {
  const file = (await readsOurFiles(platform)) ? redirectTo(url) : undefined;
  const [program, ...parameters] = commandFor(file ?? url, platform);
  const why = await started(program, parameters);
  const forget = () => {
    if (file !== undefined) rmSync(file, { force: true });
  };
  process.once('exit', forget);
  return {
    isOpening: why === undefined,
    why: why ?? '',
    [Symbol.dispose]: () => {
      forget();
      process.off('exit', forget);
    },
  };
}

export function commandFor(target: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', target];
  return platform === 'darwin' ? ['open', target] : ['xdg-open', target];
}

// Everybody on the machine sees the words of a command, except on Windows; so the browser is given a file that only this user can read, as Jupyter does.
// A browser from a snap sees no hidden folder, and one of Windows none of WSL: those get the link itself, which works once and tells if it was used twice.
async function readsOurFiles(platform: NodeJS.Platform): Promise<boolean> {
  if (platform === 'win32') return false;
  if (platform === 'darwin') return true;
  if (isWsl()) return false;
  const browser = await outputOf('xdg-settings', ['get', 'default-web-browser']);
  return !/^\w[\w-]*_[\w-]+\.desktop/.test(browser.trim());
}

function isWsl(): boolean {
  try {
    return /microsoft/i.test(readFileSync('/proc/sys/kernel/osrelease', 'utf8'));
  } catch {
    return false;
  }
}

function redirectTo(url: string): string {
  const file = join(privateFolder(join(stateFolder(), 'links')), `${randomUUID()}.html`);
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${url}"><title>Binnacle</title>\n`,
    {
      mode: 0o600,
      flag: 'wx',
    },
  );
  return file;
}

// Undefined once it runs or has ended well.
function started(program: string, parameters: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, [...parameters], { detached: true, stdio: 'ignore', windowsHide: true });
    child.unref();
    const timer = setTimeout(() => resolve(undefined), FIRST_SIGN);
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve(error.message);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? undefined : `${program} ended with ${code}`);
    });
  });
}
