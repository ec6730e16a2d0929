// Do the agents that people use connect to us, over every transport that they speak, and does a call of theirs come back with the truth?
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { minutes } from '../../src/base/waiting/duration.ts';
import { agentOfClient } from '../../src/registration/agents.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { needs, type Skippable, type TestTool } from '../support/testTools.ts';
import { keepPort } from '../support/urlClient.ts';
import { scriptedModel } from './scriptedModel.ts';
import { door, openShop, type Serving, type Shop, serve } from './shop.ts';

const BOUND = minutes(2);
let home: Home;
let shop: Shop;
let serving: Serving;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await openShop();
  // Where URLs lead that are installed.
  await keepPort(home.environment);
  serving = await serve(home, shop.folder, []);
});
afterAll(async () => {
  await serving?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
  await shop?.[Symbol.asyncDispose]();
});

// The command in the project, without network: what it would report to its makers stays here.
async function inShop(tool: TestTool, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const quiet = { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', GEMINI_CLI_TRUST_WORKSPACE: 'true', NO_COLOR: '1', CI: '' };
  const { code, stdout, stderr } = await run([...tool.command, ...args], {
    environment: { ...home.environment, ...quiet, ...more },
    folder: shop.folder,
    bound: BOUND,
  });
  expect(code, `${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0);
  return stdout + stderr;
}

describe('claude', () => {
  test('shows Connected over stdio, http and sse', async (context) => {
    const claude = await needs(context, 'claude-code');
    await inShop(claude, ['mcp', 'add', 'over-stdio', '--', ...door]);
    await inShop(claude, ['mcp', 'add', '--transport', 'http', 'over-http', serving.streamableHttp, '--header', `Authorization: ${serving.authorization}`]);
    await inShop(claude, ['mcp', 'add', '--transport', 'sse', 'over-sse', serving.sse, '--header', `Authorization: ${serving.authorization}`]);
    const listed = await inShop(claude, ['mcp', 'list']);
    for (const name of ['over-stdio', 'over-http', 'over-sse']) expect(listed).toMatch(new RegExp(`^${name}: .*Connected`, 'm'));
  });

  test('calls find_references over stdio for a model, and the model reads the real references', async (context) => {
    const claude = await needs(context, 'claude-code');
    await using model = await scriptedModel([{ tool: 'mcp__binnacle__find_references', input: { symbol: { name: 'applyVoucher' } } }]);
    const [command, ...args] = door;
    const servers = JSON.stringify({ mcpServers: { binnacle: { type: 'stdio', command, args } } });
    // Tool search would hide our tools behind a search that a scripted model does not do.
    const environment = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'dummy', ENABLE_TOOL_SEARCH: 'false' };
    await inShop(
      claude,
      [
        '-p',
        'Who calls applyVoucher?',
        '--strict-mcp-config',
        '--mcp-config',
        servers,
        '--allowedTools',
        'mcp__binnacle__find_references',
        '--model',
        'claude-sonnet-4-5',
      ],
      environment,
    );
    expect(model.toolResults).toHaveLength(1);
    const [read = ''] = model.toolResults;
    for (const file of ['src/cart.ts', 'src/checkout.ts', 'src/voucher.ts']) expect(read).toContain(file);
    expect(read).toContain('"complete":true');
    // No schema of ours is one that Claude Code drops.
    for (const tool of ['find_references', 'get_diagnostics', 'open_project', 'read_file']) expect(model.offered).toContain(`mcp__binnacle__${tool}`);
  });

  test('calls in plan mode what only reads, and nothing that runs the project’s code', async (context) => {
    const claude = await needs(context, 'claude-code');
    await using model = await scriptedModel([
      { tool: 'mcp__binnacle__find_references', input: { symbol: { name: 'applyVoucher' } } },
      { tool: 'mcp__binnacle__list_tests', input: {} },
    ]);
    const [command, ...args] = door;
    const servers = JSON.stringify({ mcpServers: { binnacle: { type: 'stdio', command, args: [...args, '--toolset', 'all'] } } });
    const environment = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'dummy', ENABLE_TOOL_SEARCH: 'false' };
    const asked = ['-p', 'Who calls applyVoucher?', '--permission-mode', 'plan', '--allowedTools', 'mcp__binnacle', '--model', 'claude-sonnet-4-5'];
    await inShop(claude, [...asked, '--strict-mcp-config', '--mcp-config', servers], environment);
    const [read = '', refused = ''] = model.toolResults;
    expect(read).toContain('src/checkout.ts');
    expect(refused).toContain('plan mode');
  });
});

test('gemini connects over stdio, http and sse', async (context) => {
  const gemini = await needs(context, 'gemini-cli');
  await inShop(gemini, ['mcp', 'add', 'over-stdio', ...door]);
  await inShop(gemini, ['mcp', 'add', '--transport', 'http', 'over-http', serving.streamableHttp, '--header', `Authorization: ${serving.authorization}`]);
  await inShop(gemini, ['mcp', 'add', '--transport', 'sse', 'over-sse', serving.sse, '--header', `Authorization: ${serving.authorization}`]);
  const listed = await inShop(gemini, ['mcp', 'list']);
  for (const name of ['over-stdio', 'over-http', 'over-sse']) expect(listed).toMatch(new RegExp(`✓ ${name}: .*Connected`));
});

test('opencode connects to the local command and to both remote addresses', async (context) => {
  const opencode = await needs(context, 'opencode');
  const remote = (url: string) => ({ type: 'remote', url, headers: { Authorization: serving.authorization } });
  const mcp = { 'over-stdio': { type: 'local', command: door }, 'over-http': remote(serving.streamableHttp), 'over-sse': remote(serving.sse) };
  await writeFile(join(shop.folder, 'opencode.json'), JSON.stringify({ mcp }));
  const listed = await inShop(opencode, ['mcp', 'list']);
  for (const name of ['over-stdio', 'over-http', 'over-sse']) expect(listed).toMatch(new RegExp(`✓ ${name}[^\\n]*connected`));
});

// Each in its own words for a program of its own: what we write is what it reads, and what it shows.
describe('configured by binnacle install', () => {
  async function installed(...words: readonly string[]): Promise<void> {
    const { code, stderr } = await run([process.execPath, binnacle, 'install', ...words], { environment: home.environment, folder: shop.folder, bound: BOUND });
    expect(code, stderr).toBe(0);
  }

  test('claude connects in the scopes user and local, by the program and by the URL, and forgets us again', async (context) => {
    const claude = await needs(context, 'claude-code');
    await installed('claude-code');
    await installed('claude-code', '--scope', 'local', '--endpoint', 'index');
    const listed = await inShop(claude, ['mcp', 'list']);
    for (const name of ['binnacle', 'binnacle-index']) expect(listed).toMatch(new RegExp(`^${name}: .*Connected`, 'm'));
    expect(await inShop(claude, ['mcp', 'get', 'binnacle'])).toMatch(/Scope: User/);
    expect(await inShop(claude, ['mcp', 'get', 'binnacle-index'])).toMatch(/Scope: Local/);
    // It has rewritten its file meanwhile.
    const removed = await run([process.execPath, binnacle, 'uninstall', 'claude-code'], { environment: home.environment, folder: shop.folder, bound: BOUND });
    expect(removed.code, removed.stderr).toBe(0);
    expect(await inShop(claude, ['mcp', 'list'])).not.toMatch(/^binnacle: /m);
  });

  test('gemini connects by the program and by the URL', async (context) => {
    const gemini = await needs(context, 'gemini-cli');
    await installed('gemini');
    await installed('gemini', '--endpoint', 'index');
    const listed = await inShop(gemini, ['mcp', 'list']);
    for (const name of ['binnacle', 'binnacle-index']) expect(listed).toMatch(new RegExp(`✓ ${name}: .*Connected`));
  });

  test('opencode connects by the program and by the URL', async (context) => {
    const opencode = await needs(context, 'opencode');
    await installed('opencode');
    await installed('opencode', '--endpoint', 'index');
    const listed = await inShop(opencode, ['mcp', 'list']);
    for (const name of ['binnacle', 'binnacle-index']) expect(listed).toMatch(new RegExp(`✓ ${name}[^\\n]*connected`));
  });

  // A window shows an agent as connected by it.
  // Gemini says another name in its list than in a session.
  test('claude and opencode introduce themselves by names that we know them by', async (context) => {
    await Promise.all((['claude-code', 'opencode'] as const).map((tool) => needs(context, tool)));
    const history = await run([process.execPath, binnacle, 'history', '--requests', '--json', '--limit', '1000'], {
      environment: home.environment,
      bound: BOUND,
    });
    const names = new Set(
      z
        .array(z.object({ client: z.string() }))
        .parse(JSON.parse(history.stdout))
        .map(({ client }) => client),
    );
    expect([...names].map(agentOfClient)).toEqual(expect.arrayContaining(['claude-code', 'opencode']));
  });
});

describe('the Inspector', () => {
  const ways: Record<string, () => string[]> = {
    stdio: () => ['--cli', ...door],
    http: () => ['--cli', serving.streamableHttp, '--transport', 'http', '--header', `Authorization: ${serving.authorization}`],
    sse: () => ['--cli', serving.sse, '--transport', 'sse', '--header', `Authorization: ${serving.authorization}`],
  };

  test.for(Object.keys(ways))('lists our tools over %s and finds nothing wrong with their schemas', async (way, context) => {
    const listed = await inspect(context, way, ['--method', 'tools/list', '--strict']);
    expect(listed).toContain('"find_references"');
  });

  test.for(Object.keys(ways))('calls a tool over %s', async (way, context) => {
    const answer = await inspect(context, way, ['--method', 'tools/call', '--tool-name', 'find_references', '--tool-arg', 'symbol={"name":"applyVoucher"}']);
    expect(answer).toContain('src/checkout.ts');
    expect(answer).not.toContain('"isError": true');
  });

  test.for([
    ['/index-mcp', 'http', 'ide_index_status', 'isDumbMode'],
    ['/index-mcp/sse', 'sse', 'ide_index_status', 'isDumbMode'],
    ['/debugger-mcp', 'http', 'list_breakpoints', 'breakpoints'],
    ['/debugger-mcp/sse', 'sse', 'list_breakpoints', 'breakpoints'],
  ] as const)('calls a tool of %s', async ([path, transport, tool, says], context) => {
    const inspector = await needs(context, 'inspector');
    const url = new URL(path, serving.streamableHttp).href;
    const call = ['--method', 'tools/call', '--tool-name', tool];
    const answer = await inShop(inspector, ['--cli', url, '--transport', transport, '--header', `Authorization: ${serving.authorization}`, ...call]);
    expect(answer).toContain(says);
    expect(answer).not.toContain('"isError": true');
  });

  async function inspect(context: Skippable, way: string, args: readonly string[]): Promise<string> {
    const inspector = await needs(context, 'inspector');
    return inShop(inspector, [...(ways[way]?.() ?? []), ...args]);
  }
});
