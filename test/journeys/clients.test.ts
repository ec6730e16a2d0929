// Do the agents that people use connect to us, over every transport that they speak, and does a call of theirs come back with the truth?
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minutes } from '../../src/base/waiting/duration.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { needs, type Skippable, type TestTool } from '../support/testTools.ts';
import { scriptedModel } from './scriptedModel.ts';
import { door, openShop, type Serving, type Shop, serve } from './shop.ts';

const BOUND = minutes(2);
let home: Home;
let shop: Shop;
let serving: Serving;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await openShop();
  serving = await serve(home, shop.folder);
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

  test('is configured by binnacle install, and connects', async (context) => {
    const claude = await needs(context, 'claude-code');
    const [program = ''] = claude.command;
    const PATH = [dirname(program), home.environment['PATH'] ?? ''].join(delimiter);
    const installed = await run([process.execPath, binnacle, 'install', 'claude-code'], {
      environment: { ...home.environment, PATH },
      folder: shop.folder,
      bound: BOUND,
    });
    expect(installed.code, installed.stderr).toBe(0);
    expect(await inShop(claude, ['mcp', 'get', 'binnacle'])).toContain('Connected');
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

  async function inspect(context: Skippable, way: string, args: readonly string[]): Promise<string> {
    const inspector = await needs(context, 'inspector');
    return inShop(inspector, [...(ways[way]?.() ?? []), ...args]);
  }
});
