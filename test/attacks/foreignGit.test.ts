// An agent whose environment tells git to run something: it must not reach what git does for another agent, nor run anything where runs are denied.
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Agent, textOf } from '../faults/agent.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';

interface Trap {
  readonly shop: string;
  // Outside of the project.
  readonly evil: string;
  readonly environment: Readonly<Record<string, string>>;
  traces(): Promise<string[]>;
}

const READS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['git_status', {}],
  ['git_diff', {}],
  ['git_log', {}],
  ['git_blame', { file: 'cart.txt' }],
  ['git_show', { commit: 'HEAD' }],
];

const EDITS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['git_stage', { paths: ['cart.txt'] }],
  ['git_unstage', { paths: ['cart.txt'] }],
  ['git_stash', { action: 'push' }],
  ['git_stash', { action: 'pop' }],
];

async function trapIn(home: Home): Promise<Trap> {
  const [shop, evil, traces] = ['shop', 'evil', 'traces'].map((name) => join(home.folder, name));
  if (shop === undefined || evil === undefined || traces === undefined) throw new TypeError('three folders');
  const leaves = (name: string) => `#!/bin/sh\necho "$WHO" >> '${join(traces, name)}'-"\${WHO:-nobody}"\ncat\n`;
  const programs = { [join(evil, 'sprung')]: leaves('settings'), [join(evil, 'exec', 'git')]: leaves('exec'), [join(shop, 'bin', 'git')]: leaves('project') };
  await mkdir(traces);
  for (const [path, text] of Object.entries(programs)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode: 0o755 });
  }
  const sprung = join(evil, 'sprung');
  const settings = `[core]\n fsmonitor = ${sprung}\n sshCommand = ${sprung}\n[diff]\n external = ${sprung}\n[diff "trap"]\n textconv = ${sprung}\n[filter "trap"]\n clean = ${sprung}\n[alias]\n status = !${sprung}\n`;
  await writeFile(join(evil, 'config'), settings);
  await repository(join(home.folder, 'module'), 'in a module\n');
  await repository(shop, 'one\n', ['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', join(home.folder, 'module'), 'module']);
  await repository(join(evil, 'other'), 'another repository\n');
  await writeFile(join(shop, 'cart.txt'), 'two\n');
  await writeFile(join(shop, 'module', 'cart.txt'), 'changed in a module\n');
  const named: readonly (readonly [string, string])[] = [
    ['core.fsmonitor', sprung],
    ['diff.external', sprung],
    ['filter.trap.clean', sprung],
    ['diff.trap.textconv', sprung],
    ['alias.status', `!${sprung}`],
  ];
  const environment = {
    PATH: `${join(shop, 'bin')}:${home.environment['PATH']}`,
    GIT_DIR: join(evil, 'other', '.git'),
    GIT_WORK_TREE: join(evil, 'other'),
    GIT_CONFIG_COUNT: String(named.length),
    ...Object.fromEntries(named.flatMap(([name, value], at) => [[`GIT_CONFIG_KEY_${at}`, name] as const, [`GIT_CONFIG_VALUE_${at}`, value] as const])),
    GIT_CONFIG_GLOBAL: join(evil, 'config'),
    GIT_CONFIG_SYSTEM: join(evil, 'config'),
    GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${sprung}'`,
    GIT_EXEC_PATH: join(evil, 'exec'),
    ...Object.fromEntries(['SSH_COMMAND', 'SSH', 'EXTERNAL_DIFF', 'PAGER', 'EDITOR', 'ASKPASS', 'PROXY_COMMAND'].map((name) => [`GIT_${name}`, sprung])),
    ...Object.fromEntries(['TRACE', 'TRACE_SETUP', 'TRACE2', 'TRACE2_EVENT', 'TRACE2_PERF'].map((name) => [`GIT_${name}`, join(traces, name)])),
  };
  return { shop, evil, environment, traces: async () => (await readdir(traces)).sort() };
}

async function repository(folder: string, text: string, more: readonly string[] = []): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'cart.txt'), text);
  await writeFile(join(folder, '.gitattributes'), '*.txt filter=trap diff=trap\n');
  for (const args of [['init', '-q'], ...(more.length > 0 ? [more] : []), ['add', '.'], ['commit', '-qm', 'first']]) {
    const { status, stderr } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  }
}

async function asked(agent: Agent): Promise<readonly string[]> {
  return Promise.all(READS.map(async ([tool, given]) => `${tool}: ${textOf(await agent.call(tool, given))}`));
}

async function agentIn(home: Home, folder: string, environment: NodeJS.ProcessEnv): Promise<Agent> {
  const agent = new Agent(home, { folder, environment, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  return agent;
}

for (const runs of ['deny', 'allow'])
  test.skipIf(process.platform === 'win32')(`git of a poisoned environment where the policy says runs: ${runs}`, async () => {
    await using home = await temporaryHome();
    const { shop, environment, evil, traces } = await trapIn(home);
    const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
    await mkdir(configuration, { recursive: true });
    await writeFile(join(configuration, 'policy.json'), JSON.stringify({ effects: { runs } }));
    await using first = await agentIn(home, shop, { WHO: 'first' });
    const before = await asked(first);
    expect(before.join('\n')).toMatch(/git_status: .*cart\.txt.*git_log: .*first/s);
    await using second = await agentIn(home, shop, { ...environment, WHO: 'second' });
    const [after, poisoned] = await Promise.all([asked(first), asked(second)]);
    expect(after).toEqual(before);
    // Edits look into git too, for what can be undone.
    if (runs === 'deny') for (const [tool, given] of EDITS) await second.call(tool, given);
    expect(poisoned.join('\n')).not.toContain('another repository');
    const ofSecond = await traces();
    // Where runs are allowed an agent's own settings are its own.
    expect(ofSecond.filter((name) => runs === 'deny' || !name.endsWith('-second'))).toEqual([]);

    // A git of its own, which is its own everywhere but in what others ask.
    await using third = await agentIn(home, shop, { PATH: `${join(evil, 'exec')}:${home.environment['PATH']}`, WHO: 'third' });
    await asked(third);
    expect(await Promise.all([asked(first), asked(third)]).then(([again]) => again)).toEqual(before);
    expect((await traces()).filter((name) => /-(?:first|nobody)$/.test(name))).toEqual([]);
  });
