// The first question about a language whose server is not there, or too old, asked of a real project: who is asked, and what is used from then on.
import { chmod, mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../../src/hosts/headless/headlessIde.ts';
import type { WholeIde } from '../../../src/ide/optionalDoors.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import type { Review, ReviewAnswer } from '../../../src/server/reviews/reviewShape.ts';
import { type Agent, agentOf } from '../../support/check.ts';
import { needs } from '../../support/testTools.ts';

const DOCKERFILE = { Dockerfile: 'FROM alpine\nARG VERSION=1\nRUN echo $VERSION\n' };
const CPP = { 'cart.cpp': 'int total() { return 1; }\nint main() { return total(); }\n', 'compile_flags.txt': '-std=c++17\n' };
const NOTHING = { PATH: '/nowhere', HOME: '/nowhere' };

test('a yes fetches it from the real registry, and the same call is answered by it', async () => {
  const asked: Review[] = [];
  const { agent } = await machine(DOCKERFILE, { accepts: asked });
  const { value } = await agent.call('find_definition', { symbol: { file: 'Dockerfile', line: 2, name: 'VERSION' } });
  expect(value).toMatchObject({ definitions: [{ file: 'Dockerfile', line: 2 }] });
  expect(asked).toMatchObject([{ tool: 'install_server', title: expect.stringMatching(/dockerfile-language-server-nodejs 0\.15\.0 from npm, about \d+ MB/) }]);
});

test('with nobody to ask, the error says what fetches it', async () => {
  const { agent } = await machine(DOCKERFILE, {});
  expect(await agent.refusal('find_definition', { symbol: { file: 'Dockerfile', line: 2, name: 'VERSION' } })).toMatchObject({
    error: 'no_engine',
    next: expect.stringMatching(/install_server with server dockerfile-language-server .*; a person: binnacle doctor --install dockerfile-language-server/),
  });
});

// As the one of Debian 12 answers, and it ends at our flags.
const DEBIANS = `#!/bin/sh
[ "$1" = --version ] && { echo "Debian clangd version 14.0.6"; exit 0; }
echo "clangd: Unknown command line argument '--rename-file-limit=0'." >&2
exit 1
`;

test.skipIf(process.platform === 'win32')(
  'one that is too old is not started but named, and another in its place is used without a restart',
  async (context) => {
    const [program = ''] = (await needs(context, 'clangd')).command;
    const { agent, folder } = await machine(CPP, {});
    const clangd = join(folder, 'programs', 'clangd');
    await mkdir(dirname(clangd));
    await writeFile(clangd, DEBIANS, { mode: 0o755 });
    process.env['PATH'] = dirname(clangd);
    const uses = { symbol: { file: 'cart.cpp', line: 1, name: 'total' } };
    expect(await agent.refusal('find_references', uses)).toMatchObject({
      error: 'no_engine',
      next: expect.stringContaining('clangd 14.0.6 is on this machine, and at least 18 is needed.'),
    });
    const newer = `${clangd}.newer`;
    await writeFile(newer, `#!/bin/sh\nexec "${program}" "$@"\n`);
    await chmod(newer, 0o755);
    await rename(newer, clangd);
    await expect
      .poll(() => agent.client.callTool({ name: 'find_references', arguments: uses }).then(({ structuredContent }) => structuredContent))
      .toMatchObject({ total: 2 });
  },
);

interface Machine {
  readonly agent: Agent<WholeIde>;
  readonly folder: string;
}

// Without any server of this machine, and with a cache of its own.
async function machine(files: Readonly<Record<string, string>>, { accepts }: { readonly accepts?: Review[] }): Promise<Machine> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-first-need-')));
  const path = join(folder, 'project');
  await mkdir(path);
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  const before = { ...process.env };
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const ide = await openHeadlessIde(
    { name: 'project', path, uri: uriOf(path), trusted: true },
    { stateFolder: join(folder, 'state'), processes, log: { info: () => {}, warn: () => {}, error: () => {} } },
  );
  Object.assign(process.env, NOTHING, { XDG_CACHE_HOME: join(folder, 'cache') });
  const person = (review: Review): ReviewAnswer => {
    accepts?.push(review);
    return { decision: 'accept' };
  };
  const agent = await agentOf(ide, accepts === undefined ? {} : { person });
  onTestFinished(async () => {
    for (const name of ['PATH', 'HOME', 'XDG_CACHE_HOME']) delete process.env[name];
    Object.assign(process.env, before);
    await ide.close();
    await processes.endAll();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return { agent, folder };
}
