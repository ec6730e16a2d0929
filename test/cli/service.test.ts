// The service: what is installed is what the system accepts, and a client that was configured once reaches it whatever happens to the daemon.
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { eventually, shopIn } from '../faults/machine.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { debianProgram } from '../support/debianProgram.ts';
import { becomeBuild, copiedProgram } from '../support/otherBuild.ts';
import { askedThrough, type ConfiguredUrl, quietPort } from '../support/urlClient.ts';
import { userSystemd } from '../support/userSystemd.ts';

const linux = process.platform === 'linux';
let home: Home;
let shop: string;
beforeAll(async () => {
  home = await temporaryHome();
  // With what systemd would read as something else.
  shop = await shopIn(home, 'my 100% "shop" $HOME');
});
afterAll(() => home[Symbol.asyncDispose]());

function type(environment: NodeJS.ProcessEnv, ...words: string[]): Promise<Finished> {
  return run([process.execPath, binnacle, ...words], { environment, folder: home.folder, bound: seconds(60) });
}

// As `binnacle install` prints it, and as somebody would put it into a client.
async function configured(environment: NodeJS.ProcessEnv, ...words: string[]): Promise<ConfiguredUrl> {
  const { stdout, stderr } = await type(environment, 'install', 'cursor', '--transport', 'http', '--print', ...words);
  expect(stderr).toContain('Cursor reads this from');
  const [server] = Object.values<ConfiguredUrl>(JSON.parse(stdout).mcpServers);
  if (server === undefined) throw new Error(stdout);
  return server;
}

test.runIf(linux)('what --print prints is a unit without a fault for systemd, whatever the folders are called', async (context) => {
  await debianProgram(context, 'systemd-analyze', 'systemd');
  const environment = { ...home.environment, XDG_CACHE_HOME: join(home.folder, 'a %h "b" $c \\d') };
  const { stdout, code } = await type(environment, 'service', 'install', '--print');
  expect(code).toBe(0);
  expect(stdout).toContain(`"${binnacle}" "serve" "--service"`);
  const verified = async (text: string) => {
    const file = join(home.folder, 'binnacle.service');
    await writeFile(file, text);
    return run(['systemd-analyze', '--user', 'verify', file], { environment: { ...environment, XDG_RUNTIME_DIR: home.folder }, bound: seconds(30) });
  };
  expect(await verified(stdout)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect((await verified(stdout.replace('on-failure', 'sometimes'))).stderr).toContain('sometimes');
});

test('where no service manager answers, nothing is written and the next step is said', async () => {
  const environment = { ...home.environment, PATH: join(home.folder, 'nowhere'), XDG_RUNTIME_DIR: join(home.folder, 'nowhere') };
  const { code, stderr } = await type(environment, 'service', 'install', '--project', shop);
  expect(code).toBe(1);
  expect(stderr).toContain('cannot be installed here');
  expect(stderr).toContain('binnacle serve');
  expect((await type(home.environment, 'settings', 'get', 'projects')).stdout.trim()).toBe('[]');
  const status = await type(home.environment, 'service', 'status', '--json');
  expect(JSON.parse(status.stdout)).toMatchObject({ installed: false, running: false });
  expect(status.code).toBe(1);
  const wrong = await type(environment, 'service', 'install', '--project', join(home.folder, 'nothing'));
  expect(wrong.stderr).toContain('is not a folder');
  expect((await type(environment, 'service', 'uninstall')).stdout).toContain('There is no service.');
});

test.runIf(linux)('under an empty environment it serves the projects of the settings, and a killed one is the same when it is back', async () => {
  const own = { ...home.environment, XDG_STATE_HOME: join(home.folder, 'bare-state'), XDG_CONFIG_HOME: join(home.folder, 'bare-config') };
  await type(own, 'settings', 'set', 'port', String(await quietPort()));
  expect((await type(own, 'settings', 'set', 'projects', shop)).stdout).toContain('shop');
  // A folder that is gone, and a word that nobody knows, keep it from nothing.
  const file = join(home.folder, 'bare-config', 'binnacle', 'settings.json');
  const settings = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...settings, projects: [...settings.projects, join(home.folder, 'gone')], maxHistorysize: 7 }));
  const client = await configured(own, '--endpoint', 'index');
  expect((await askedThrough(client)).status).toBe(0);
  const environment = { XDG_STATE_HOME: own.XDG_STATE_HOME, XDG_CONFIG_HOME: own.XDG_CONFIG_HOME };
  for (const round of [1, 2]) {
    const child = spawn(process.execPath, [binnacle, 'serve', '--service'], { env: environment, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    let remarks = '';
    child.stderr.on('data', (chunk: Buffer) => {
      remarks += chunk.toString();
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect((await askedThrough(client)).status, `round ${round}`).toBe(200);
    expect(remarks).toContain('there is no setting maxHistorysize; did you mean maxHistorySize');
    const status = JSON.parse((await type(own, 'status', '--json')).stdout);
    expect(status.daemons[0]).toMatchObject({ service: true, projects: [{ path: shop, trusted: true }] });
    child.kill('SIGKILL');
    await ended;
  }
});

test.runIf(linux)('a session of systemd keeps it: started, killed, upgraded, stopped and removed, under one URL', async (context) => {
  await using session = await userSystemd(context, home);
  const program = await copiedProgram(join(home.folder, 'installed'));
  const inSession = (...words: string[]) => session.run(process.execPath, program, ...words);
  await inSession('settings', 'set', 'port', String(await quietPort()));
  const client = await configured(home.environment, '--endpoint', 'debugger');

  const installed = await inSession('service', 'install', '--project', shop);
  expect(installed.stderr + installed.stdout).toContain('The service runs and comes back with your session.');
  expect(installed.stdout).toContain(new URL(client.url).pathname);
  expect((await askedThrough(client)).status).toBe(200);
  const daemon = async (): Promise<{ pid: number; build: string; projects: unknown }> => JSON.parse((await inSession('status', '--json')).stdout).daemons[0];
  const first = await daemon();
  expect(first).toMatchObject({ service: true, projects: [{ path: shop, trusted: true }] });

  process.kill(first.pid, 'SIGKILL');
  await comesBack(client);
  const second = await daemon();
  expect(second.pid).not.toBe(first.pid);

  // An installer replaces the program while it runs.
  await becomeBuild(dirname(dirname(program)), '0000');
  await eventually(
    async () => (await daemon())?.build?.endsWith('0000') === true,
    () => 'the service runs the new build',
    seconds(60),
  );
  await comesBack(client);
  expect(JSON.parse((await inSession('service', 'status', '--json')).stdout)).toMatchObject({
    installed: true,
    managed: true,
    running: true,
    projects: [shop],
  });

  // What a person ends stays ended.
  expect((await inSession('stop')).stdout).toContain('with your next session');
  expect((await inSession('service', 'status')).code).toBe(1);
  expect((await askedThrough(client)).status).toBe(0);
  expect((await inSession('service', 'install')).code).toBe(0);
  expect((await askedThrough(client)).status).toBe(200);

  const removed = await inSession('service', 'uninstall');
  expect(removed.stdout).toContain('The service is gone.');
  expect((await askedThrough(client)).status).toBe(0);
  expect(JSON.parse((await inSession('service', 'status', '--json')).stdout)).toMatchObject({ installed: false, running: false });
});

async function comesBack(client: ConfiguredUrl): Promise<void> {
  await eventually(
    async () => (await askedThrough(client)).status === 200,
    () => 'the URL answers again',
    seconds(60),
  );
}

test('each state folder has its own service: one in another state folder is not this one', async () => {
  const other = { ...home.environment, XDG_STATE_HOME: join(home.folder, 'other-state') };
  await mkdir(join(home.folder, 'other-state'), { recursive: true });
  expect(JSON.parse((await type(other, 'service', 'status', '--json')).stdout).running).toBe(false);
  await rm(join(home.folder, 'other-state'), { recursive: true });
});
