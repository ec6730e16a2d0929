// binnacle open as a person types it: the browser gets the link without showing it to others, and the command ends when the page is there.
import { readdirSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { terminalWith } from '../support/terminal.ts';
import { WindowClient } from '../support/windowClient.ts';

// In place of the browser: writes down what it was given, and what stands in the file.
async function browserIn(home: Home): Promise<{ environment: NodeJS.ProcessEnv; given: () => Promise<string>; link: () => Promise<string> }> {
  const bin = join(home.folder, 'browser');
  await mkdir(bin, { recursive: true });
  const [given, content] = [join(bin, 'given'), join(bin, 'content')];
  await writeFile(
    join(bin, 'xdg-open'),
    `#!/bin/sh\nls -l "$1" > "${given}.mode"\ncp "$1" "${content}.part"\nprintf %s "$1" > "${given}"\nmv "${content}.part" "${content}"\n`,
  );
  await writeFile(join(bin, 'xdg-settings'), '#!/bin/sh\necho firefox.desktop\n');
  for (const name of ['xdg-open', 'xdg-settings']) await chmod(join(bin, name), 0o755);
  const read = (file: string) => readFile(file, 'utf8').catch(() => '');
  const link = async () => /url=([^"]+)/.exec(await read(content))?.[1] ?? '';
  await Promise.resolve();
  return {
    environment: { ...home.environment, PATH: `${bin}:${home.environment['PATH'] ?? ''}` },
    given: async () => (await read(given)) + (await read(`${given}.mode`)),
    async link() {
      await eventually(
        async () => (await link()) !== '',
        () => 'the browser was started',
      );
      return link();
    },
  };
}

test.runIf(process.platform === 'linux')('it starts a daemon and the browser with a private file, and ends when the page is there', async () => {
  await using home = await temporaryHome();
  const { environment, given, link } = await browserIn(home);
  const opening = run([process.execPath, binnacle, 'open'], { environment, folder: home.folder, bound: 60_000 });
  const url = await link();
  expect(await given()).not.toContain('code');
  expect(await given()).toMatch(/\.html-rw-------/);
  using page = await WindowClient.open(url);
  expect(await opening).toMatchObject({ code: 0, stdout: 'The window is open.\n' });
  expect(readdirSync(join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'links'))).toEqual([]);
  expect(page.isClosed).toBe(false);
});

test.runIf(process.platform === 'linux')('without a browser it prints the link', async () => {
  await using home = await temporaryHome();
  const environment = { ...home.environment, PATH: '/nonexistent' };
  const { code, stdout, stderr } = await run([process.execPath, binnacle, 'open'], { environment, folder: home.folder, bound: 60_000 });
  expect(stderr).toContain('No browser could be started');
  expect(code).toBe(0);
  using page = await WindowClient.open(stdout.trim());
  expect(page.welcome.version).not.toBe('');
});

test.runIf(process.platform === 'linux')('in the terminal of binnacle serve, o opens it, and Ctrl+C still ends the daemon', async (context) => {
  await using home = await temporaryHome();
  const { environment, link } = await browserIn(home);
  await using terminal = await terminalWith(context, [process.execPath, binnacle, 'serve', '--port', '0'], { folder: home.folder, environment });
  await terminal.sees('Press o');
  terminal.press('o');
  using page = await WindowClient.open(await link());
  await terminal.sees('The window is open.');
  expect(page.isClosed).toBe(false);
  terminal.press('\x03');
  expect(await terminal.ended()).toBe(0);
});
