// A Chromium for tests that need a browser: the machine's own, or the one of its package manager where we may install it.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './debianProgram.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const APPLICATIONS = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];

export async function chromium(): Promise<string> {
  const own = installedChromium();
  if (own !== undefined) return own;
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) throw new Error('there is no Chromium on this machine');
  await aptInstall('chromium', () => installedChromium() !== undefined);
  const installed = installedChromium();
  if (installed === undefined) throw new Error('apt-get installed no Chromium');
  return installed;
}

function installedChromium(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...APPLICATIONS.map((path) => join('/Applications', path))].find((path) => existsSync(path));
}
