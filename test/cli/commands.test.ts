// Each command as a person types it, on the built program.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { ownIdentity } from '../../src/base/processes/processIdentity.ts';
import { seconds } from '../../src/base/waiting/duration.ts';
import { writeWindow } from '../../src/daemon/instances/windows.ts';
import { shopIn } from '../faults/machine.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';

const { version } = manifest;
let home: Home;
let shop: string;
beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
});
afterAll(() => home[Symbol.asyncDispose]());

function type(...words: string[]): Promise<Finished> {
  return typeIn(home.environment, ...words);
}

function typeIn(environment: NodeJS.ProcessEnv, ...words: string[]): Promise<Finished> {
  return run([process.execPath, binnacle, ...words], { environment, folder: shop, bound: seconds(60) });
}

test('--version is the package’s', async () => {
  expect((await type('--version')).stdout.trim()).toBe(version);
});

test('--help names every command, and each command has help with examples', async () => {
  const { stdout, code } = await type('--help');
  expect(code).toBe(0);
  const single = ['serve', 'mcp', 'bridge', 'dap', 'status', 'stop', 'doctor', 'call', 'tools', 'history', 'connections'];
  const forPeople = ['trust', 'review', 'hold', 'release', 'install', 'uninstall', 'sample', 'rule', 'completion'];
  const grouped = ['token', 'token rotate', 'service', 'service install', 'grant', 'grant list', 'grant revoke', 'settings', 'settings set'];
  for (const command of [...single, ...forPeople, ...grouped]) {
    if (!command.includes(' ')) expect(stdout).toContain(`  ${command}`);
    const help = await type(...command.split(' '), '--help');
    expect(help.code, command).toBe(0);
    expect(help.stdout, command).toMatch(/Examples?:\n {2}\$ binnacle/);
  }
});

test('an unknown command suggests the near one', async () => {
  const { code, stderr } = await type('statsu');
  expect(code).toBe(1);
  expect(stderr).toContain('Did you mean status?');
});

test('without a command, help is shown', async () => {
  const { stderr, stdout, code } = await type();
  expect(stderr + stdout).toContain('Usage: binnacle');
  expect(code).toBe(1);
});

test('status without a daemon says how one starts', async () => {
  const { code, stdout } = await typeIn({ ...home.environment, XDG_STATE_HOME: join(home.folder, 'nobody') }, 'status');
  expect(code).toBe(0);
  expect(stdout).toContain('It starts with the first agent, or with binnacle serve.');
});

test('status shows windows of VS Code, and stop leaves them alone', async () => {
  const state = join(home.folder, 'windowed');
  // This very process stands for the window: if anybody ended it, the test would end too.
  const address = { url: 'http://127.0.0.1:4321', port: 4321, token: 'secret' };
  writeWindow(join(state, 'binnacle'), {
    ...ownIdentity(),
    version,
    build: 'test',
    since: new Date().toISOString(),
    ...address,
    key: 'secret',
    socket: '/secret.sock',
    projects: [shop],
  });
  const environment = { ...home.environment, XDG_STATE_HOME: state };
  const { stdout } = await typeIn(environment, 'status');
  expect(stdout).toContain(`A VS Code window with Binnacle ${version}, process ${process.pid}`);
  expect(stdout).toContain(shop);
  expect(stdout).not.toContain('secret');
  expect(JSON.parse((await typeIn(environment, 'status', '--json')).stdout)).toMatchObject({ daemons: [], windows: [{ ...address, projects: [shop] }] });
  expect((await typeIn(environment, 'stop', '--all')).stdout).toContain('No Binnacle is running.');
});

test('a tool is called through the daemon, with flags made from its schema', async () => {
  const { stdout, code } = await type('call', 'find_references', '--file', 'cart.ts', '--line', '1', '--name', 'total');
  expect(code).toBe(0);
  expect(stdout).toContain('3 references to total');
  const json = await type('call', 'find-references', '--name', 'total', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ total: 3, complete: true });
  const given = await type('call', 'find_references', '--args', '{"symbol":{"name":"total"}}', '--json');
  expect(JSON.parse(given.stdout)).toMatchObject({ total: 3 });
});

test('an argument of the tool is never taken for a flag of ours', async () => {
  const print = 'process.stdout.write(process.argv.slice(1).join())';
  const words = ['--command', process.execPath, '--args', '-e', '--args', print, '--args', '--', '--args', '--json'];
  const { stdout, code, stderr } = await type('call', '--json', 'run_command', ...words);
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ stdout: '--json' });
  const atOnce = await type('call', '--args', JSON.stringify({ command: process.execPath, args: ['-e', print, 'x'] }), '--json', 'run_command');
  expect(JSON.parse(atOnce.stdout)).toMatchObject({ exitCode: 0 });
  const help = await type('call', 'run_command', '--help');
  expect(help.stdout).toContain('binnacle call run_command --command <text> [flags]');
  expect(help.stdout).toContain('(before run_command: behind it, its own argument is meant)');
  const wrong = await type('call', 'find_references', '--name', 'total', '--include-declaration=maybe');
  expect(wrong.stderr).toContain('include_declaration: ');
});

test('--project names another folder than the one you are in', async () => {
  const other = await shopIn(home, 'other');
  const { stdout } = await type('call', 'list_projects', '--project', other, '--json');
  expect(stdout).toContain(JSON.stringify(other));
});

test('a failed call says what is wrong and what to do, and exits with 1', async () => {
  const { stderr, stdout, code } = await type('call', 'read_file', '--file', 'nothing.ts');
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('There is no file nothing.ts.');
  expect(stderr.trim().split('\n')).toHaveLength(2);
  const misspelled = await type('call', 'read_file', '--fiel', 'cart.ts');
  expect(misspelled.stderr).toContain('did you mean file');
  expect(misspelled.code).toBe(1);
  const json = await type('call', 'read_file', '--file', 'nothing.ts', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ error: 'file_not_found' });
  expect(json.code).toBe(1);
  const unknown = await type('call', 'find_reference');
  expect(unknown.stderr).toContain('find_references');
  expect(unknown.code).toBe(1);
  const folder = await type('call', 'read_file', '--file', 'cart.ts', '--project', join(shop, 'nothing'));
  expect(folder.stderr).toContain('is not a folder');
});

test('the errors for which an edit is refused are listed', async () => {
  const edits = JSON.stringify([{ old_text: 'sum + price', new_text: 'sum + prise' }]);
  const { stderr, code } = await type('call', 'edit_file', '--file', 'cart.ts', '--edits', edits, '--verify', 'refuse');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^ {2}cart\.ts:2:\d+ {2}Cannot find name 'prise'/m);
});

test('the changes that an undo could mean are listed', async () => {
  const edits = (from: string, to: string) => JSON.stringify([{ old_text: from, new_text: to }]);
  for (const [from, to] of [
    ['total([1, 2])', 'total([1, 3])'],
    ['total([1, 3])', 'total([1, 2])'],
  ] as const)
    expect((await type('call', 'edit_file', '--file', 'checkout.ts', '--edits', edits(from, to))).code).toBe(0);
  const { stderr, code } = await type('call', 'undo');
  expect(code).toBe(1);
  expect(stderr.match(/^ {2}[0-9a-f]{12} {2}\S+Z {2}.*: edit checkout\.ts$/gm)).toHaveLength(2);
});

test('what a name could mean is listed', async () => {
  const twice = await shopIn(home, 'twice');
  await writeFile(join(twice, 'till.ts'), 'export class Till {\n  total() {}\n}\n');
  const { stderr, code } = await type('call', 'inspect_symbol', '--name', 'total', '--project', twice);
  expect(code).toBe(1);
  expect(stderr).toBe(
    'total could mean 2 symbols.\n  function total  cart.ts:1\n  method Till/total  till.ts:2\nCall again with file and line of the one you mean.\n',
  );
});

test('the help of a tool lists its flags', async () => {
  const { stdout, code } = await type('call', 'find_references', '--help');
  expect(code).toBe(0);
  expect(stdout).toContain('--name <text>');
  expect(stdout).toContain('--page-size <number>');
  expect(stdout).toContain('--include-declaration');
});

test('tools lists the catalogue', async () => {
  const { stdout } = await type('tools');
  expect(stdout).toMatch(/^find_references +reads +\S/m);
  const json: { name: string }[] = JSON.parse((await type('tools', '--json')).stdout);
  expect(json.map(({ name }) => name)).toContain('open_project');
});

test('status shows projects and engines', async () => {
  await type('call', 'find_references', '--name', 'total');
  const { stdout } = await type('status');
  expect(stdout).toContain(`Binnacle ${version}, process`);
  expect(stdout).toContain(shop);
  expect(stdout).toMatch(/typescript 7\S*: ready/);
  const json = JSON.parse((await type('status', '--json')).stdout);
  expect(json).toMatchObject({ version, daemons: [{ version, answers: true, background: true }] });
});

test('the history is shown, filtered, exported and cleared', async () => {
  await type('call', 'read_file', '--file', 'cart.ts');
  await type('call', 'read_file', '--file', 'gone.ts');
  const all = await type('history', '--tool', 'read_file', '--limit', '2');
  expect(all.stdout.trim().split('\n')).toHaveLength(2);
  const errors = await type('history', '--status', 'error', '--text', 'GONE.ts');
  expect(errors.stdout).toMatch(/error +read_file +binnacle call/);
  const id = /^\S+ \S+ +(\w{8})/.exec(errors.stdout)?.[1] ?? '';
  const one = JSON.parse((await type('history', '--json', '--id', id)).stdout);
  expect(one).toMatchObject([
    { tool: 'read_file', caption: 'Read file gone.ts', project: expect.any(String), connection: expect.any(String), door: 'commandLine' },
  ]);
  expect((await type('history', '--id', id)).stdout).toMatch(/what: Read file gone\.ts[\s\S]*error: file_not_found/);
  // call_not_found
  expect(await type('history', '--id', 'nothing-like-it')).toMatchObject({ code: 1, stderr: expect.stringContaining('holds no call nothing-like-it') });
  expect((await type('history', '--requests', '--tool', 'initialize', '--limit', '1')).stdout).toMatch(/success +initialize +binnacle call/);
  const connected = JSON.parse((await type('connections', '--json')).stdout);
  expect(connected).toMatchObject([
    { client: `binnacle call ${version}`, door: 'commandLine', stays: false, inFlight: [], lastCall: { caption: 'Read file gone.ts' } },
  ]);
  expect((await type('connections')).stdout).toContain('last Read file gone.ts (failed)');
  const json = JSON.parse((await type('history', '--json', '--text', 'gone.ts')).stdout);
  expect(json[0]).toMatchObject({ tool: 'read_file', status: 'error', parameters: { file: 'gone.ts' }, client: `binnacle call ${version}` });
  const csv = await type('history', '--csv');
  expect(csv.stdout).toMatch(/^id,time,client,connection,door,dialect,project,tool,ownTool,caption,status,/);
  expect((await type('history', '--status', 'well')).stderr).toContain('Allowed choices are');
  await type('history', '--clear');
  expect((await type('history')).stdout.trim()).toBe('No calls.');
});

test('a project that a client opened is trusted by a person’s word', async () => {
  const untrusted = await shopIn(home, 'untrusted');
  await type('call', 'open_project', '--path', untrusted);
  const trusted = async () => {
    const { daemons } = JSON.parse((await type('status', '--json')).stdout);
    return daemons[0].projects.find(({ path }: { path: string }) => path === untrusted).trusted;
  };
  expect(await trusted()).toBe(false);
  expect((await type('trust', untrusted)).stdout).toContain('is trusted');
  expect(await trusted()).toBe(true);
  expect((await type('trust')).stdout).toContain(untrusted);
  await type('trust', untrusted, '--remove');
  expect((await type('trust')).stdout).not.toContain(untrusted);
  const wrong = await type('trust', join(shop, 'nothing'));
  expect(wrong.stderr).toContain('is not a folder');
  expect(wrong.code).toBe(1);
});

test('serve --json prints one line, and the address answers to the token alone', async () => {
  const child = spawn(process.execPath, [binnacle, 'serve', '--project', shop, '--port', '0', '--json'], {
    env: home.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  const ready = JSON.parse(await firstLine(child));
  expect(Object.keys(ready)).toEqual(['url', 'port', 'token', 'pid', 'version', 'urls']);
  expect(ready).toMatchObject({ url: `http://127.0.0.1:${ready.port}`, pid: child.pid, version });
  const ask = (headers: Record<string, string>) =>
    fetch(`${ready.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      }),
    });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${ready.token}` })).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('serve says where it is and how to connect; --no-token needs none; a port that is taken is said', async () => {
  const environment = { ...home.environment, INIT_CWD: shop };
  const child = spawn(process.execPath, [binnacle, 'serve', '--port', '0', '--no-token'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const page = await firstLine(child, /debugger-mcp\/sse\n/);
  expect(page).toMatch(/is ready at http:\/\/127\.0\.0\.1:\d+/);
  // The folder that npm start was called in is served, and what is printed can be typed although nothing is on the PATH.
  expect(page).toContain(`Projects\n  ${shop}`);
  expect(page).toContain(`node ${binnacle} install claude-code`);
  expect(page).not.toContain('Bearer');
  const port = /127\.0\.0\.1:(\d+)/.exec(page)?.[1] ?? '';
  const taken = await type('serve', '--port', port);
  expect(taken.code).toBe(1);
  expect(taken.stderr).toContain(port);
  expect(taken.stderr).not.toMatch(/^\s+at /m);
  const wrong = await type('serve', '--port', '0', '--project', join(shop, 'nothing'));
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toContain('is not a folder');
  child.kill('SIGTERM');
  await new Promise((resolve) => child.on('exit', resolve));
});

test('a toolset that is not there is said before anything is served', async () => {
  const { code, stderr } = await type('serve', '--port', '0', '--toolset', 'navigation,nonsense');
  expect(code).toBe(1);
  expect(stderr).toMatch(/There is no toolset named nonsense\.\s+There are default, all, navigation/);
  expect((await type('mcp', '--toolset')).stderr).toContain('usage: binnacle mcp');
});

test('serve --idle-exit ends by itself', async () => {
  const { code, stdout } = await type('serve', '--port', '0', '--json', '--idle-exit', '0.01');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toHaveProperty('url');
});

test('install writes into the file of the agent, says what changed, and takes it back byte for byte', async () => {
  const file = join(home.folder, '.cursor', 'mcp.json');
  const theirs = '{\n\t// mine\n\t"mcpServers": {\n\t\t"docs": { "command": "docs", "env": { "KEY": "a-secret-of-mine" } },\n\t},\n}\n';
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, theirs);
  const shown = await type('install', 'cursor', '--dry-run');
  expect(shown.stdout).toContain(`+\t\t\t"command": "${process.execPath}"`);
  expect(shown.stdout).not.toContain('a-secret-of-mine');
  expect(await readFile(file, 'utf8')).toBe(theirs);

  const installed = await type('install', 'cursor');
  expect(installed.code, installed.stderr).toBe(0);
  expect(installed.stdout).toContain(`Cursor knows binnacle from now on: ${file}`);
  expect(await readFile(file, 'utf8')).toContain(`"args": [\n\t\t\t\t"${binnacle}",\n\t\t\t\t"mcp"\n\t\t\t]`);
  expect((await type('install', 'cursor')).stdout).toContain('knows binnacle already');
  const listed = JSON.parse((await type('install', '--json')).stdout).agents.find(({ id }: { id: string }) => id === 'cursor');
  expect(listed).toMatchObject({
    installed: true,
    scopes: [{ scope: 'user', file, entries: [{ name: 'binnacle', transport: 'stdio', state: 'current' }] }, {}],
  });
  expect((await type('install')).stdout).toMatch(/^Cursor +cursor +found +binnacle: user, stdio$/m);

  expect((await type('install', 'cursor', '--undo')).stdout).toContain('is as it was before.');
  expect(await readFile(file, 'utf8')).toBe(theirs);
  const again = await type('install', 'cursor', '--undo');
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('has changed nothing for Cursor');
});

test('uninstall takes only our entry out, also of a file that changed since', async () => {
  const file = join(home.folder, '.codex', 'config.toml');
  expect((await type('install', 'codex')).code).toBe(0);
  await writeFile(file, `${await readFile(file, 'utf8')}\n# mine\n[tools]\nweb_search = true\n`);
  const removed = await type('uninstall', 'codex');
  expect(removed.stdout).toContain('Codex no longer knows binnacle');
  expect(await readFile(file, 'utf8')).toBe('# mine\n[tools]\nweb_search = true\n');
  expect((await type('uninstall', 'codex')).stdout).toContain('does not know binnacle');
});

test('a broken file is refused with its line, and a server of our name that is another’s stays', async () => {
  const file = join(home.folder, '.gemini', 'settings.json');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '{\n  "mcpServers": {\n    "a": {}\n    "b": {}\n  }\n}\n');
  const broken = await type('install', 'gemini');
  expect({ code: broken.code, stdout: broken.stdout }).toEqual({ code: 1, stdout: '' });
  expect(broken.stderr).toContain(`${file} is not valid in line 4`);
  await writeFile(file, '{"mcpServers": {"binnacle": {"command": "sailing"}}}');
  const foreign = await type('install', 'gemini');
  expect(foreign.code).toBe(1);
  expect(foreign.stderr).toContain('that Binnacle did not write');
  expect(await readFile(file, 'utf8')).toContain('sailing');
  expect((await type('install', 'gemini', '--replace')).code).toBe(0);
  expect(JSON.parse(await readFile(file, 'utf8')).mcpServers.binnacle).toEqual({ command: process.execPath, args: [binnacle, 'mcp'] });
});

test('with --print, the configuration is printed and nothing is written', async () => {
  const environment = { ...home.environment, PATH: join(home.folder, 'nowhere') };
  const printed = async (agent: string) => (await typeIn(environment, 'install', agent, '--print')).stdout;
  for (const agent of ['claude-code', 'gemini', 'copilot', 'cursor', 'windsurf', 'claude-desktop'])
    expect(JSON.parse(await printed(agent)).mcpServers.binnacle, agent).toMatchObject({ command: process.execPath, args: [binnacle, 'mcp'] });
  expect(JSON.parse(await printed('vscode')).servers.binnacle.type).toBe('stdio');
  expect(JSON.parse(await printed('zed')).context_servers.binnacle.command).toBe(process.execPath);
  expect(JSON.parse(await printed('opencode')).mcp.binnacle.command).toEqual([process.execPath, binnacle, 'mcp']);
  expect(await printed('codex')).toContain('[mcp_servers.binnacle]');
  expect(existsSync(join(home.folder, '.codeium'))).toBe(false);
  const unknown = await type('install', 'emacs');
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('claude-code, codex');
});

test('stop ends the daemon and says so; a second time there is none', async () => {
  await type('call', 'list_projects');
  expect((await type('stop')).stdout).toMatch(/^Stopped Binnacle/);
  expect((await type('stop')).stdout).toContain('No Binnacle is running.');
});

function firstLine(child: ReturnType<typeof spawn>, until = /\n/): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (until.test(text)) resolve(text);
    });
  });
}
