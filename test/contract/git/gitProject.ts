// A repository on disk with an agent on it, made by the machine's own git, whose settings are the test's and nobody else's.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../../src/hosts/headless/headlessIde.ts';
import type { Ide } from '../../../src/ide/ide.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import { type Agent, type AgentOptions, agentOf } from '../../support/check.ts';

export interface GitProject extends AsyncDisposable {
  // Of the repository, and of the project in it.
  readonly top: string;
  readonly path: string;
  // A folder beside the repository, for remotes and worktrees.
  readonly beside: string;
  readonly agent: Agent<Ide>;
  // What git prints; throws when it fails.
  git(...args: string[]): string;
  write(name: string, content: string | Buffer, mode?: number): void;
  read(name: string): string;
}

export type Unopened = Pick<GitProject, 'git' | 'write' | 'top' | 'beside'>;

export interface GitProjectOptions extends AgentOptions {
  readonly trusted?: boolean;
  // The project inside the repository.
  readonly folder?: string;
  // Before anything is opened; the repository is there.
  readonly prepare?: (project: Unopened) => void;
  // Not a repository, unless it is prepared.
  readonly bare?: boolean;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };

export async function gitProject(options: GitProjectOptions = {}): Promise<GitProject> {
  const { trusted = true, folder = '.', prepare, bare = false } = options;
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-git-')));
  const [top, beside] = [join(base, 'project'), join(base, 'beside')];
  const path = join(top, folder);
  for (const each of [top, beside]) mkdirSync(each, { recursive: true });
  // Also of the git that Binnacle runs, in this process's environment.
  writeFileSync(
    join(base, 'gitconfig'),
    '[user]\n\tname = Ada Lovelace\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n',
  );
  process.env['GIT_CONFIG_GLOBAL'] = join(base, 'gitconfig');
  process.env['GIT_CONFIG_NOSYSTEM'] = '1';
  const git = (...args: string[]) => execFileSync('git', args, { cwd: top, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 256 * 1024 * 1024 });
  const write = (name: string, content: string | Buffer, mode = 0o644) => {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), content);
    chmodSync(join(top, name), mode);
  };
  if (!bare) git('init', '-q');
  prepare?.({ git, write, top, beside });
  mkdirSync(path, { recursive: true });
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const ide = await openHeadlessIde({ name: 'project', path, uri: uriOf(path), trusted }, { stateFolder: join(base, 'state'), processes, log: silent });
  const agent = await agentOf(ide, options);
  return {
    top,
    path,
    beside,
    agent,
    git,
    write,
    read: (name) => readFileSync(join(top, name), 'utf8'),
    async [Symbol.asyncDispose]() {
      await agent.client.close();
      await ide.close();
      await processes.endAll();
      rmSync(base, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
