// The real claude command finds us by our lock file: by itself, with its files elsewhere, and started by binnacle claude; and comes back after the daemon was killed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../src/base/waiting/duration.ts';
import { eventually, shopIn } from '../faults/machine.ts';
import { binnacle, type Home, run, temporaryHome } from '../support/builtProgram.ts';
import { lockFolderOf, locksIn } from '../support/ideClient.ts';
import { terminalWith } from '../support/terminal.ts';
import { needs } from '../support/testTools.ts';
import { type ScriptedModel, scriptedModel } from './scriptedModel.ts';

const BOUND = seconds(60);
const Connected = z.array(z.looseObject({ client: z.string(), dialect: z.string().optional(), root: z.string().optional(), pid: z.number().optional() }));
let home: Home;
let shop: string;
let model: ScriptedModel;

beforeAll(async () => {
  home = await temporaryHome();
  shop = await shopIn(home);
  model = await scriptedModel([]);
  // As of somebody who has used it before, and trusts the folder.
  const settings = { hasCompletedOnboarding: true, theme: 'dark', customApiKeyResponses: { approved: ['dummy'], rejected: [] } };
  const text = JSON.stringify({ ...settings, projects: { [shop]: { hasTrustDialogAccepted: true } } });
  mkdirSync(join(home.folder, 'elsewhere'));
  for (const folder of [home.folder, join(home.folder, 'elsewhere')]) writeFileSync(join(folder, '.claude.json'), text);
});
afterAll(async () => {
  await model?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

test('binnacle claude connects it, through the death of the daemon, and claude --ide finds it wherever its files are', async (context) => {
  const [claude = ''] = (await needs(context, 'claude-code')).command;
  const environment = {
    ...home.environment,
    PATH: `${dirname(claude)}:${process.env['PATH']}`,
    ANTHROPIC_API_KEY: 'dummy',
    ANTHROPIC_BASE_URL: model.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  {
    await using _ = await terminalWith(context, [process.execPath, binnacle, 'claude'], { folder: shop, environment });
    await isConnected(true);
    await hasListedTools();
    const [lock] = locksIn(lockFolderOf(home));
    process.kill(lock?.pid ?? 0, 'SIGKILL');
    await eventually(
      () => locksIn(lockFolderOf(home)).some(({ pid }) => pid !== lock?.pid),
      () => 'another daemon is there',
      BOUND,
    );
    await isConnected(true);
    expect(locksIn(lockFolderOf(home))).toMatchObject([{ port: lock?.port, workspaceFolders: [shop] }]);
  }
  for (const more of [{}, { CLAUDE_CONFIG_DIR: join(home.folder, 'elsewhere') }]) {
    await isConnected(false);
    await using _ = await terminalWith(context, [claude, '--ide'], { folder: shop, environment: { ...environment, ...more } });
    await isConnected(true);
  }
});

// Before that the command is still setting up the connection, and does not try again when it breaks.
async function hasListedTools(): Promise<void> {
  const asked = [process.execPath, binnacle, 'history', '--requests', '--tool', 'tools/list', '--status', 'success', '--json'];
  await eventually(
    async () => (await run(asked, { environment: home.environment, folder: home.folder, bound: BOUND })).stdout.includes('claudeIde'),
    () => 'the command has listed the tools',
    BOUND,
  );
}

async function isConnected(wanted: boolean): Promise<void> {
  const found = async () => {
    const { stdout } = await run([process.execPath, binnacle, 'connections', '--json'], { environment: home.environment, folder: home.folder, bound: BOUND });
    const here = Connected.parse(JSON.parse(stdout)).filter(({ dialect, root }) => dialect === 'claudeIde' && root === shop);
    // Connected is who has introduced itself: the command comes back to an IDE only after that.
    return wanted ? here.some(({ pid }) => pid !== undefined) : here.length > 0;
  };
  await eventually(
    async () => (await found()) === wanted,
    () => `the command is ${wanted ? '' : 'not '}connected`,
    BOUND,
  );
}
