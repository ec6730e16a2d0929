// Commands as an agent runs them: what they print, how they end, what they change, and what they must not reach.
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startOf } from '../../../src/base/processes/processIdentity.ts';
import type { Ide } from '../../../src/ide/ide.ts';
import { type Agent, agentOf } from '../../support/check.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

const NODE = JSON.stringify(process.execPath);
let real: RealAgent;
let agent: Agent<Ide>;
let root: string;

beforeAll(async () => {
  real = await realAgentOn(
    { 'a.txt': 'one\n', 'sub/b.txt': 'two\n', 'big.cjs': 'for (let i = 0; i < 20000; i++) console.log("line " + i);' },
    async (project) => {
      await mkdir(join(project, '..', 'elsewhere'));
      await symlink(join(project, '..', 'elsewhere'), join(project, 'leads-out'));
      await writeFile(join(project, '..', 'elsewhere', 'secret.txt'), 'secret');
    },
  );
  agent = real.agent;
  root = agent.ide.project.path;
});

afterAll(() => real.close());

test('exit code and both streams, from a shell line', async () => {
  const { value, text } = await agent.call('run_command', { command: 'echo out; echo err >&2; exit 3' });
  expect(value).toMatchObject({ exitCode: 3, stdout: 'out\n', stderr: 'err\n', durationMs: expect.any(Number) });
  expect(value).not.toHaveProperty('changeId');
  expect(text).toMatch(/^exit code 3/);
});

test('whoever listens hears when a program starts and how it ends', async () => {
  const events: string[] = [];
  using _ = agent.ide.running?.onEvent(({ kind, run }) => events.push(`${kind} ${run.id} ${run.state.state}`));
  await agent.call('run_command', { command: 'exit 4' });
  const id = agent.ide.running?.runs().at(-1)?.id;
  await expect.poll(() => events).toEqual([`started ${id} running`, `ended ${id} ended`]);
});

test('with args no shell sees them: nothing in them is a command', async () => {
  const args = [
    '-e',
    'console.log(JSON.stringify(process.argv.slice(1)))',
    '; touch pwned',
    '$(touch pwned)',
    '`touch pwned`',
    '&& touch pwned',
    '| touch pwned',
  ];
  const { value } = await agent.call('run_command', { command: process.execPath, args });
  expect(JSON.parse(String(value['stdout']))).toEqual(args.slice(2));
  expect(existsSync(join(root, 'pwned'))).toBe(false);
});

test('folder, variables and input', async () => {
  const script = 'process.stdin.on("data", (d) => process.stdout.write(process.cwd() + " " + process.env.GREETING + " " + d))';
  const { value } = await agent.call('run_command', {
    command: process.execPath,
    args: ['-e', script],
    cwd: 'sub',
    env: { GREETING: 'hello' },
    input: 'world',
  });
  expect(value['stdout']).toBe(`${join(root, 'sub')} hello world`);
});

test('what it changed is in the history, and can be taken back', async () => {
  const { value } = await agent.call('run_command', { command: 'echo more >> a.txt && echo new > c.txt' });
  expect(value).toMatchObject({ exitCode: 0, changed: ['a.txt', 'c.txt'], undoable: 'all' });
  await agent.call('undo', { change_id: value['changeId'] });
  expect(await readFile(join(root, 'a.txt'), 'utf8')).toBe('one\n');
  expect(existsSync(join(root, 'c.txt'))).toBe(false);
});

test('a long output is cut in the middle, and the rest can be read', async () => {
  const { value } = await agent.call('run_command', { command: `${NODE} big.cjs`, max_tokens: 1_000 });
  expect(value).toMatchObject({ exitCode: 0, cut: true, stdout: expect.stringMatching(/^line 0\n.*… \d+ lines left out ….*line 19999\n$/s) });
  let cursor: unknown;
  let all = '';
  for (let page = 0; page < 200; page++) {
    const part = (await agent.call('read_run_output', { run_id: value['runId'], ...(cursor !== undefined && { cursor }) })).value;
    all += JSON.stringify(part['output']);
    cursor = part['cursor'];
    if (part['more'] !== true) break;
  }
  for (const line of [0, 7_777, 19_999]) expect(all).toContain(`line ${line}\\n`);
});

test('colours are for people', async () => {
  const { value } = await agent.call('run_command', { command: String.raw`printf '\033[31mred\033[0m\rRED\n'` });
  expect(value['stdout']).toBe('RED\n');
});

test('what it prints comes while it runs', async () => {
  const heard: string[] = [];
  const script = 'console.log("first"); setTimeout(() => console.log("second"), 400); setTimeout(() => {}, 900)';
  const given = { command: process.execPath, args: ['-e', script] };
  await agent.client.callTool({ name: 'run_command', arguments: given }, { onprogress: ({ message }) => heard.push(message ?? '') });
  expect(heard).toEqual(['first', 'second']);
});

test.skipIf(process.platform === 'win32')('when its time is over, it is ended with all that it started, and says what it printed', async () => {
  const { value } = await agent.call('run_command', { command: 'echo before; sleep 1000 & echo $!; wait', timeout: 0.5 });
  expect(value).toMatchObject({ timedOut: true, stdout: expect.stringContaining('before') });
  expect(isAlive(Number(String(value['stdout']).split('\n')[1]))).toBe(false);
});

test.skipIf(process.platform === 'win32')(
  'a cancelled call ends the whole tree within two seconds, also what ignores the polite signal or has left its group',
  async () => {
    const stubborn = `process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); setInterval(() => {}, 1000); require('fs').appendFileSync('pids', process.pid + '\\n');`;
    const script = `${stubborn} const { spawn } = require('child_process');
    spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'ignore' });
    spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'ignore', detached: true }).unref();`;
    const controller = new AbortController();
    const calling = agent.client.callTool(
      { name: 'run_command', arguments: { command: process.execPath, args: ['-e', script] } },
      { signal: controller.signal },
    );
    calling.catch(() => {});
    const pids = async () => (await readFile(join(root, 'pids'), 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number);
    await vi.waitFor(async () => expect(await pids()).toHaveLength(3), { timeout: 30_000 });
    const all = await pids();
    expect(all.every(isAlive)).toBe(true);
    controller.abort();
    const started = Date.now();
    while (all.some(isAlive) && Date.now() - started < 10_000) await sleep(20);
    expect(all.filter(isAlive)).toEqual([]);
    expect(Date.now() - started).toBeLessThan(2_000);
  },
);

test.each([
  ['..', 'outside_project'],
  ['../elsewhere', 'outside_project'],
  ['leads-out', 'outside_project'],
  ['/etc', 'outside_project'],
  ['a.txt', 'not_a_folder'],
  ['nowhere', 'not_a_folder'],
])('it does not start in %s', async (cwd, error) => {
  expect(await agent.refusal('run_command', { command: 'pwd', cwd })).toMatchObject({ error });
});

test('a program that is not there, and arguments that are none', async () => {
  expect(await agent.refusal('run_command', { command: 'no-such-program-here', args: [] })).toMatchObject({ error: 'program_not_found' });
  expect((await agent.call('run_command', { command: 'no-such-program-here' })).value).toMatchObject({ exitCode: 127 });
  expect(await agent.refusal('run_command', { command: '' })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('run_command', { command: 'pwd', directory: '.' })).toMatchObject({ error: 'invalid_arguments' });
});

test('nothing of ours, and of the agent that happened to start us, stands in its environment', async () => {
  const ours = { BINNACLE_TOKEN: 'of-ours', CLAUDE_CODE_SSE_PORT: '1', PSI_BRIDGE_PORT: '2' };
  Object.assign(process.env, ours);
  try {
    const { value } = await agent.call('run_command', { command: process.execPath, args: ['-e', 'console.log(JSON.stringify(process.env))'] });
    const seen = JSON.parse(String(value['stdout']));
    expect(Object.keys(seen).filter((name) => name in ours)).toEqual([]);
    expect(seen).toHaveProperty('PATH');
  } finally {
    for (const name of Object.keys(ours)) delete process.env[name];
  }
});

test.each([
  'git push --force origin main',
  'git -C . reset --hard',
  'cd sub && rm -rf .',
  'sh -c "rm -r sub"',
  'echo $(rm -rf sub)',
  'find . -name "*.txt" -delete',
  'sudo true',
])('a person is asked before %s, and with nobody there it does not run', async (command) => {
  expect(await agent.refusal('run_command', { command })).toMatchObject({ error: 'not_permitted', message: expect.stringContaining('nobody is there to ask') });
  expect(existsSync(join(root, 'sub', 'b.txt'))).toBe(true);
});

test('a person who says yes lets it run, and who says no does not', async () => {
  await mkdir(join(root, 'old'));
  await writeFile(join(root, 'old', 'x.txt'), 'x\n');
  let answer: 'accept' | 'reject' = 'reject';
  const titles: string[] = [];
  await using asked = await agentOf(agent.ide, {
    connection: { id: 'asked' },
    person: ({ title }) => {
      titles.push(title);
      return { decision: answer };
    },
  });
  expect(await asked.refusal('run_command', { command: 'rm -rf old' })).toMatchObject({ error: 'rejected' });
  expect(existsSync(join(root, 'old'))).toBe(true);
  answer = 'accept';
  expect((await asked.call('run_command', { command: 'rm -rf old' })).value).toMatchObject({ exitCode: 0, changed: ['old/x.txt'], undoable: 'all' });
  expect(titles[0]).toContain('it deletes folders');
});

test('the policy names commands by pattern', async () => {
  const effects = { reads: 'allow', edits: 'allow', runs: 'ask', controls: 'allow' } as const;
  const policy = { effects, tools: {}, commands: { 'echo *': 'allow', 'echo secret*': 'deny', 'git push *': 'deny' } } as const;
  await using careful = await agentOf(agent.ide, { connection: { id: 'careful' }, policy });
  expect((await careful.call('run_command', { command: 'echo hello' })).value).toMatchObject({ stdout: 'hello\n' });
  expect(await careful.refusal('run_command', { command: 'echo hello; pwd' })).toMatchObject({ error: 'not_permitted' });
  expect(await careful.refusal('run_command', { command: 'echo secrets' })).toMatchObject({
    error: 'not_permitted',
    message: expect.stringContaining('denies'),
  });
  expect(await careful.refusal('run_command', { command: 'cd sub && /usr/bin/git -C . push origin' })).toMatchObject({
    message: expect.stringContaining('denies'),
  });
});

test('a project that nobody trusts runs nothing', async () => {
  const untrusted = await realAgentOn({ 'a.txt': '' }, undefined, false);
  try {
    for (const tool of ['run_command', 'run_in_terminal'])
      expect(await untrusted.agent.refusal(tool, { command: 'pwd' })).toMatchObject({ error: 'not_trusted' });
  } finally {
    await untrusted.close();
  }
});

// A zombie has ended; nobody has looked yet.
function isAlive(pid: number): boolean {
  return startOf(pid) !== undefined;
}
