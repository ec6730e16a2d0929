// Can an agent bring a fix to others with our tools? One session over stdio with a repository and its remote, kept as a golden transcript.
import { execFileSync } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryHome } from '../support/builtProgram.ts';
import { door, openShop } from './shop.ts';
import { stabilised } from './stabilised.ts';

// Stands for the first hunk of the last diff.
const HUNK = '<hunk>';

const session: readonly { thought: string; tool: string; arguments: Record<string, unknown> }[] = [
  { thought: 'Where do I stand?', tool: 'git_status', arguments: {} },
  { thought: 'What has changed?', tool: 'git_diff', arguments: { paths: ['src/checkout.ts'], context: 1 } },
  { thought: 'Who wrote what is there?', tool: 'git_blame', arguments: { file: 'src/money.ts', start_line: 1, end_line: 2 } },
  { thought: 'The fix gets a branch of its own.', tool: 'git_branch', arguments: { action: 'create', name: 'fix/voucher', flags: ['switch'] } },
  { thought: 'Only the fix belongs to it, not the note.', tool: 'git_stage', arguments: { hunks: [HUNK] } },
  { thought: 'And the other file, for a moment.', tool: 'git_stage', arguments: { paths: ['src/money.ts'] } },
  { thought: 'No, that one not.', tool: 'git_unstage', arguments: { paths: ['src/money.ts'] } },
  { thought: 'Is it what I mean?', tool: 'git_diff', arguments: { flags: ['staged', 'stat'] } },
  {
    thought: 'Then it is a commit.',
    tool: 'git_commit',
    arguments: { message: 'checkout: take a voucher off once\n\nThe total of a cart includes it.', flags: ['sign_off'] },
  },
  { thought: 'What is left can wait.', tool: 'git_stash', arguments: { action: 'push', message: 'notes', flags: ['untracked'] } },
  { thought: 'Has anybody else pushed?', tool: 'git_fetch', arguments: {} },
  { thought: 'Then theirs first.', tool: 'git_pull', arguments: { remote: 'origin', branch: 'main', manner: 'rebase' } },
  { thought: 'What is in it now?', tool: 'git_log', arguments: { page_size: 2, flags: ['files'] } },
  { thought: 'And what did they do?', tool: 'git_show', arguments: { revision: 'origin/main', flags: ['stat'] } },
  { thought: 'Others can have it.', tool: 'git_push', arguments: { flags: ['set_upstream'] } },
  { thought: 'Back to my notes.', tool: 'git_stash', arguments: { action: 'pop' } },
];

const Result = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});
const WithHunks = z.object({ files: z.array(z.object({ hunks: z.array(z.object({ id: z.string() })).min(1) })).min(1) });

test('an agent brings a fix to others', async () => {
  await using home = await temporaryHome();
  await using shop = await openShop();
  const environment = { ...strings(home.environment), GIT_CONFIG_GLOBAL: join(home.folder, '.gitconfig'), GIT_CONFIG_NOSYSTEM: '1' };
  await prepare(shop.folder, environment);
  const [command, ...args] = door;
  const client = new Client({ name: 'journey', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args, cwd: shop.folder, env: environment, stderr: 'inherit' }));
  try {
    const transcript: unknown[] = [];
    let hunk = '';
    for (const { thought, tool, arguments: given } of session) {
      const meant = JSON.stringify(given).includes(HUNK) ? { ...given, hunks: [hunk] } : given;
      const { isError, structuredContent, content } = Result.parse(await client.callTool({ name: tool, arguments: meant }));
      expect(isError, `${tool}: ${content[0]?.text}`).not.toBe(true);
      hunk = WithHunks.safeParse(structuredContent).data?.files[0]?.hunks[0]?.id ?? hunk;
      transcript.push({
        thought,
        tool,
        arguments: given,
        answer: structuredContent,
        text: content
          .map(({ text }) => text)
          .join('\n')
          .split('\n'),
      });
    }
    const stable = stabilised(JSON.stringify(transcript, undefined, 2), { project: shop.folder, home: home.folder });
    await expect(`${withoutHashes(stable)}\n`).toMatchFileSnapshot('commitAFix.golden.json');
  } finally {
    await client.close();
  }
});

// The shop as somebody left it: committed, shared, a fix and a note begun, and a commit of somebody else's on the remote.
async function prepare(folder: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, env: environment, stdio: 'ignore' });
  await writeFile(environment['GIT_CONFIG_GLOBAL'] ?? '', '[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n');
  const [hub, other] = [join(dirname(folder), 'hub.git'), join(dirname(folder), 'other')];
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'shop: open');
  git(folder, 'clone', '-q', '--bare', folder, hub);
  git(folder, 'remote', 'add', 'origin', hub);
  git(folder, 'clone', '-q', hub, other);
  await appendFile(join(other, 'README.md'), 'Ask Grace about vouchers.\n');
  git(other, 'add', '-A');
  git(other, '-c', 'user.name=Grace', 'commit', '-q', '-m', 'readme: whom to ask');
  git(other, 'push', '-q');
  const checkout = join(folder, 'src', 'checkout.ts');
  await writeFile(checkout, (await readFile(checkout, 'utf8')).replace('applyVoucher(cart.total(), cart.voucher)', 'cart.total()'));
  await appendFile(join(folder, 'src', 'money.ts'), '// TODO: other currencies\n');
  await writeFile(join(folder, 'notes.txt'), 'vouchers\n');
}

// Commits have the time in them.
function withoutHashes(transcript: string): string {
  return transcript.replace(/\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d))?/g, '<time>').replace(/(?<![\w-])[0-9a-f]{7,10}(?![\w-])/g, '<commit>');
}

function strings(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
