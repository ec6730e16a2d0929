// What an agent stages, commits, switches to and puts away is what git would have done, recorded where it touches the tree, and undone from there.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type GitProject, gitProject } from './gitProject.ts';
import { lines } from './richRepository.ts';

const Hunks = z.object({ files: z.array(z.object({ file: z.string(), hunks: z.array(z.object({ id: z.string(), text: z.string() })).default([]) })) });

const committed = {
  prepare: ({ git, write }: Pick<GitProject, 'git' | 'write'>) => {
    write('a.txt', lines(40));
    write('имя "b".txt', lines(40));
    write('.gitignore', '*.log\n');
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
  },
};

const yes = () => ({ decision: 'accept' as const });

async function hunkIds({ agent }: GitProject, given: Record<string, unknown> = {}): Promise<readonly string[]> {
  const { files } = Hunks.parse((await agent.call('git_diff', given)).value);
  return files.flatMap(({ hunks }) => hunks.map(({ id }) => id));
}

test('hunks are staged and unstaged one by one, in any order, with any lines around', async () => {
  await using project = await gitProject(committed);
  const { agent, git, write } = project;
  const edits = fc.array(fc.record({ line: fc.integer({ min: 1, max: 40 }), how: fc.constantFrom('change', 'delete', 'insert', 'double') }), {
    minLength: 1,
    maxLength: 6,
  });
  const property = fc.asyncProperty(
    edits,
    edits,
    fc.constantFrom(0, 1, 3),
    fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
    async (one, other, context, order) => {
      git('reset', '-q', '--hard');
      write('a.txt', edited(one));
      write('имя "b".txt', edited(other));
      const whole = git('diff', '-U0');
      let ids = await hunkIds(project, { context });
      const count = ids.length;
      for (const number of order) {
        const id = ids[number % Math.max(1, ids.length)];
        if (id === undefined) break;
        await agent.call('git_stage', { hunks: [id] });
        ids = await hunkIds(project, { context });
      }
      expect(ids.length).toBeLessThan(Math.max(1, count));
      if (ids.length > 0) await agent.call('git_stage', { hunks: ids });
      expect(git('diff')).toBe('');
      expect(git('diff', '--cached', '-U0')).toBe(whole);
      const staged = await hunkIds(project, { context, flags: ['staged'] });
      if (staged.length > 0) await agent.call('git_unstage', { hunks: [...new Set(order.map((number) => staged[number % staged.length]))] });
      await agent.call('git_unstage', { paths: ['.'] });
      expect(git('diff', '--cached')).toBe('');
      expect(git('diff', '-U0')).toBe(whole);
    },
  );
  await fc.assert(property, { numRuns: 5 });
});

test('one hunk of several is in the commit, the others stay', async () => {
  await using project = await gitProject(committed);
  const { agent, git, write } = project;
  write('a.txt', lines(40).replace('line 3\n', 'third\n').replace('line 30\n', 'thirtieth\n'));
  const [first, second] = await hunkIds(project);
  const { value } = await agent.call('git_stage', { hunks: [second] });
  expect(value).toMatchObject({ staged: 1, unstaged: 1, files: [{ file: 'a.txt', kind: 'modified' }] });
  expect(git('show', ':a.txt')).toBe(lines(40).replace('line 30\n', 'thirtieth\n'));
  expect(await agent.refusal('git_stage', { hunks: [second, first] })).toMatchObject({ error: 'hunk_not_found' });
  expect(await agent.refusal('git_stage', { hunks: ['nonsense'] })).toMatchObject({ error: 'hunk_not_found' });
  expect(git('show', ':a.txt')).toBe(lines(40).replace('line 30\n', 'thirtieth\n'));
  const { value: made } = await agent.call('git_commit', {
    message: 'thirty\n\n# a heading\nand text',
    flags: ['sign_off'],
    author: 'Grace Hopper <grace@example.com>',
  });
  expect(made).toMatchObject({ branch: 'main', subject: 'thirty', files: [{ file: 'a.txt', added: 1, removed: 1 }] });
  expect(git('log', '-1', '--format=%an <%ae>%n%cn%n%B').trim()).toBe(
    'Grace Hopper <grace@example.com>\nAda Lovelace\nthirty\n\n# a heading\nand text\n\nSigned-off-by: Ada Lovelace <ada@example.com>',
  );
  expect(git('status', '--porcelain')).toBe(' M a.txt\n');
});

test('files are staged by name and glob with their deletions, and nothing is staged by mistake', async () => {
  await using project = await gitProject(committed);
  const { agent, git, write } = project;
  for (const name of ['[a].txt', 'sub/new.ts', 'sub/new.md', 'ignored.log', '-n']) write(name, 'new\n');
  rmSync(join(project.top, 'a.txt'));
  await agent.call('git_stage', { paths: ['[a].txt', 'a.txt', '-n', '**/*.ts'] });
  expect(git('status', '--porcelain', '-z').split('\0')).toEqual(['A  -n', 'A  [a].txt', 'D  a.txt', 'A  sub/new.ts', '?? sub/new.md', '']);
  expect(await agent.refusal('git_stage', { paths: ['nothing.ts'] })).toMatchObject({ error: 'no_such_files', message: expect.stringContaining('nothing.ts') });
  expect(await agent.refusal('git_stage', { paths: ['ignored.log'] })).toMatchObject({
    error: 'no_such_files',
    message: expect.stringContaining('ignored.log'),
  });
  expect(await agent.refusal('git_stage', { paths: ['../x'] })).toMatchObject({ error: 'outside_project' });
  expect(await agent.refusal('git_stage', {})).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('git_unstage', { paths: ['-n', 'nothing.ts'] })).toMatchObject({
    error: 'no_such_files',
    message: expect.stringContaining('nothing.ts'),
  });
  expect((await agent.call('git_unstage', { paths: ['-n', '*.ts', 'a.txt'] })).value).toMatchObject({ staged: 1 });
});

test('commits are amended, made of named files or of all, and refused with the reason', async () => {
  await using project = await gitProject(committed);
  const { agent, git, write } = project;
  expect(await agent.refusal('git_commit', { message: 'nothing' })).toMatchObject({ error: 'nothing_to_commit' });
  expect(await agent.refusal('git_commit', {})).toMatchObject({ error: 'invalid_arguments' });
  write('a.txt', 'changed\n');
  write('имя "b".txt', 'changed\n');
  git('add', 'a.txt');
  expect((await agent.call('git_commit', { message: 'only b', paths: ['имя "b".txt'] })).value).toMatchObject({ files: [{ file: 'имя "b".txt' }] });
  expect(git('status', '--porcelain')).toBe('M  a.txt\n');
  expect((await agent.call('git_commit', { flags: ['amend', 'all'] })).value).toMatchObject({ subject: 'only b', files: { length: 2 } });
  expect((await agent.call('git_commit', { message: 'empty', flags: ['allow_empty'] })).value).toMatchObject({ subject: 'empty', files: [] });
  expect(git('log', '--format=%s').trim().split('\n')).toEqual(['empty', 'only b', 'first']);

  write('.git/hooks/pre-commit', '#!/bin/sh\necho "no spaces, please" >&2\nexit 1\n', 0o755);
  expect(await agent.refusal('git_commit', { message: 'no', flags: ['allow_empty'] })).toMatchObject({
    error: 'hook_refused',
    message: expect.stringContaining('no spaces, please'),
  });
  write('.git/hooks/pre-commit', '#!/bin/sh\necho formatted >> a.txt\ngit add a.txt\n', 0o755);
  const { value } = await agent.call('git_commit', { message: 'formatted', flags: ['allow_empty'] });
  expect(value).toMatchObject({ changedFiles: 1, undoable: 'all', changeId: expect.any(String) });
  rmSync(join(project.top, '.git/hooks/pre-commit'));
  git('config', 'user.useConfigOnly', 'true');
  const settings = process.env['GIT_CONFIG_GLOBAL'] ?? '';
  const own = readFileSync(settings, 'utf8');
  writeFileSync(settings, '');
  expect(await agent.refusal('git_commit', { message: 'who', flags: ['allow_empty'] })).toMatchObject({ error: 'no_identity' });
  writeFileSync(settings, own);
  write('.git/index.lock', '');
  expect(await agent.refusal('git_stage', { paths: ['.'] })).toMatchObject({ error: 'repository_busy' });
});

test('a commit that is cancelled ends with its hook, and leaves no lock behind', async () => {
  await using project = await gitProject(committed);
  const { agent, write, beside } = project;
  write('.git/hooks/pre-commit', `#!/bin/sh\necho $$ > '${beside}/pid'\nsleep 100 &\nwait\n`, 0o755);
  const controller = new AbortController();
  const call = agent.call('git_commit', { message: 'slow', flags: ['allow_empty'] }, controller.signal);
  call.catch(() => {});
  await expect.poll(() => existsSync(join(beside, 'pid')), { timeout: 20_000 }).toBe(true);
  const pid = Number(readFileSync(join(beside, 'pid'), 'utf8'));
  controller.abort();
  await expect(call).rejects.toThrow();
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  await expect.poll(() => existsSync(join(project.top, '.git/index.lock')), { timeout: 10_000 }).toBe(false);
});

test('a branch is created and switched to; what that did to the tree is a change set that is undone', async () => {
  await using project = await gitProject(committed);
  const { agent, git, write, read } = project;
  expect((await agent.call('git_branch', { action: 'create', name: 'feature/x', flags: ['switch'] })).value).toMatchObject({
    created: 'feature/x',
    branch: 'feature/x',
  });
  write('a.txt', 'of the feature\n');
  write('new.txt', 'new\n');
  await agent.call('git_stage', { paths: ['.'] });
  await agent.call('git_commit', { message: 'feature' });
  const { value, text } = await agent.call('git_branch', { action: 'switch', name: 'main' });
  expect(value).toMatchObject({ branch: 'main', changedFiles: 2, undoable: 'all', notes: [expect.stringContaining('checked out')] });
  expect(text).toContain('On main');
  expect(read('a.txt')).toBe(lines(40));
  expect((await agent.call('list_changes', {})).value).toMatchObject({ changes: [{ tool: 'git_branch', title: 'switch to main', observed: true }] });
  await agent.call('undo', { change_id: value['changeId'] });
  expect([read('a.txt'), read('new.txt'), git('branch', '--show-current').trim()]).toEqual(['of the feature\n', 'new\n', 'main']);
  expect(await agent.refusal('git_branch', { action: 'switch', name: 'feature/x' })).toMatchObject({
    error: 'would_overwrite',
    files: expect.arrayContaining(['a.txt']),
  });
  const { value: list } = await agent.call('git_branch', { action: 'list' });
  expect(list).toMatchObject({
    total: 2,
    branches: expect.arrayContaining([
      expect.objectContaining({ name: 'main', current: true }),
      expect.objectContaining({ name: 'feature/x', subject: 'feature' }),
    ]),
  });
  expect(await agent.refusal('git_branch', { action: 'create', name: 'main' })).toMatchObject({ error: 'branch_exists' });
  expect(await agent.refusal('git_branch', { action: 'create', name: 'x', from: 'nowhere' })).toMatchObject({ error: 'unknown_revision' });
  for (const name of ['-d', '--force', 'a b', 'a..b', '@{-1}'])
    expect(await agent.refusal('git_branch', { action: 'create', name })).toMatchObject({ error: 'invalid_name' });
  expect(await agent.refusal('git_branch', { action: 'switch', name: 'feature/y' })).toMatchObject({ error: 'unknown_branch', candidates: ['feature/x'] });
  expect(await agent.refusal('git_branch', { action: 'switch' })).toMatchObject({ error: 'invalid_arguments' });
  expect((await agent.refusal('git_branch', { action: 'switch', name: '--orphan' })).error).toBe('unknown_revision');
});

test('deleting and discarding ask a person; with nobody there they are refused', async () => {
  await using project = await gitProject(committed);
  const { agent, git, write } = project;
  git('branch', 'merged');
  expect(await agent.refusal('git_branch', { action: 'delete', name: 'merged' })).toMatchObject({ error: 'not_permitted' });
  write('a.txt', 'mine\n');
  expect(await agent.refusal('git_branch', { action: 'switch', name: 'merged', flags: ['discard'] })).toMatchObject({ error: 'not_permitted' });
  expect(git('branch', '--list', 'merged').trim()).toBe('merged');
  const asked: string[] = [];
  await using person = await gitProject({
    ...committed,
    person: (review) => {
      asked.push(review.title.replace(/^Git \w+: /, ''));
      return review.title.includes('unmerged, also') ? { decision: 'reject' as const, reason: 'keep it' } : yes();
    },
  });
  person.git('switch', '-q', '-c', 'unmerged');
  person.git('commit', '-q', '--allow-empty', '-m', 'lost');
  person.git('switch', '-q', 'main');
  person.git('branch', 'merged');
  const at = person.git('rev-parse', '--short', 'merged').trim();
  expect((await person.agent.call('git_branch', { action: 'delete', name: 'merged' })).value).toEqual({ deleted: 'merged', at });
  expect(await person.agent.refusal('git_branch', { action: 'delete', name: 'unmerged' })).toMatchObject({ error: 'branch_not_merged' });
  expect(await person.agent.refusal('git_branch', { action: 'delete', name: 'unmerged', flags: ['force'] })).toMatchObject({
    error: 'rejected',
    message: expect.stringContaining('keep it'),
  });
  expect(await person.agent.refusal('git_branch', { action: 'delete', name: 'main' })).toMatchObject({ error: 'branch_in_use' });
  expect(await person.agent.refusal('git_branch', { action: 'delete', name: 'nowhere' })).toMatchObject({ error: 'unknown_branch' });
  person.write('a.txt', 'mine\n');
  const { value } = await person.agent.call('git_branch', { action: 'switch', name: 'unmerged', flags: ['discard'] });
  expect(value).toMatchObject({ branch: 'unmerged', undoable: 'all' });
  expect(asked).toEqual([
    'delete the branch merged',
    'delete the branch unmerged',
    'delete the branch unmerged, also if its commits are on no other',
    'delete the branch main',
    'delete the branch nowhere',
    'switch to unmerged and lose local changes',
  ]);
});

test('a policy that names the tool lets it be, one that denies it does not', async () => {
  const policy = {
    effects: { reads: 'allow', edits: 'allow', runs: 'allow', controls: 'allow' } as const,
    tools: { git_branch: 'allow' as const, git_stash: 'deny' as const },
  };
  await using project = await gitProject({ ...committed, policy });
  project.git('branch', 'merged');
  expect((await project.agent.call('git_branch', { action: 'delete', name: 'merged' })).value).toMatchObject({ deleted: 'merged' });
  expect(await project.agent.refusal('git_stash', { action: 'list' })).toMatchObject({ error: 'not_permitted' });
});

test('tags and commits detach the head, and that is said', async () => {
  await using project = await gitProject(committed);
  const { agent, git } = project;
  git('tag', 'v1');
  git('commit', '-q', '--allow-empty', '-m', 'second');
  const { value } = await agent.call('git_branch', { action: 'switch', name: 'v1' });
  expect(value).toMatchObject({ detached: true, commit: git('rev-parse', '--short=10', 'v1').trim() });
  expect((await agent.call('git_status', {})).text).toContain('Detached head');
  expect((await agent.call('git_branch', { action: 'list' })).value).toMatchObject({ branches: [{ name: 'main' }] });
});

test('changes are put away with new files, and put back; both are change sets', async () => {
  await using project = await gitProject({ ...committed, person: yes });
  const { agent, git, write, read } = project;
  expect(await agent.refusal('git_stash', { action: 'push' })).toMatchObject({ error: 'nothing_to_stash' });
  write('a.txt', 'mine\n');
  write('имя "b".txt', 'staged\n');
  git('add', 'имя "b".txt');
  write('new.txt', 'new\n');
  const { value: pushed } = await agent.call('git_stash', { action: 'push', message: '--weird message', flags: ['untracked'] });
  expect(pushed).toMatchObject({ pushed: { stash: 0, message: 'On main: --weird message' }, changedFiles: 3, undoable: 'all' });
  expect(git('status', '--porcelain')).toBe('');
  expect((await agent.call('git_status', {})).value).toMatchObject({ stashes: 1, total: 0 });
  expect((await agent.call('git_show', { revision: 'stash@{0}' })).value).toMatchObject({ files: [{ file: 'a.txt' }, { file: 'имя "b".txt' }] });
  expect((await agent.call('git_stash', { action: 'apply' })).value).toMatchObject({ restored: { stash: 0 }, changedFiles: 3 });
  expect([read('a.txt'), read('new.txt')]).toEqual(['mine\n', 'new\n']);
  expect(await agent.refusal('git_stash', { action: 'pop' })).toMatchObject({ error: expect.stringMatching(/would_overwrite|git_failed/) });
  git('reset', '-q', '--hard');
  rmSync(join(project.top, 'new.txt'));
  write('a.txt', 'another\n');
  git('commit', '-qam', 'another');
  expect((await agent.call('git_stash', { action: 'pop' })).value).toMatchObject({ conflicts: ['a.txt'] });
  expect((await agent.call('git_status', { paths: ['a.txt'] })).value).toMatchObject({ files: [{ conflict: 'both modified' }] });
  expect((await agent.call('git_diff', { paths: ['a.txt'] })).value).toMatchObject({ files: [{ file: 'a.txt', conflict: true }] });
  expect(await agent.refusal('git_branch', { action: 'create', name: 'x', flags: ['switch'] })).toMatchObject({ error: 'unmerged_files' });
  expect(await agent.refusal('git_commit', { message: 'no' })).toMatchObject({ error: 'unmerged_files', files: ['a.txt'] });
  await agent.call('git_stage', { paths: ['a.txt'] });
  expect((await agent.call('git_stash', { action: 'list' })).value).toMatchObject({ total: 1 });
  expect((await agent.call('git_stash', { action: 'drop' })).value).toMatchObject({ dropped: { stash: 0 } });
  expect(await agent.refusal('git_stash', { action: 'drop', stash: 3 })).toMatchObject({ error: 'unknown_stash' });
  expect(existsSync(join(project.top, 'new.txt'))).toBe(true);
});

test('a merge is finished by staging and committing, and nothing else is done in its middle', async () => {
  await using project = await gitProject(committed);
  const { agent, git, write } = project;
  git('switch', '-q', '-c', 'other');
  write('a.txt', 'other\n');
  git('commit', '-qam', 'other');
  git('switch', '-q', 'main');
  write('a.txt', 'main\n');
  git('commit', '-qam', 'main');
  expect(() => execFileSync('git', ['merge', 'other'], { cwd: project.top, stdio: 'ignore' })).toThrow();
  expect((await agent.call('git_status', {})).value).toMatchObject({ inProgress: 'merge', files: [{ file: 'a.txt', conflict: 'both modified' }] });
  expect((await agent.call('git_diff', {})).value).toMatchObject({
    files: [{ file: 'a.txt', conflict: true, hunks: [{ text: expect.stringContaining('<<<<<<<') }] }],
  });
  write('a.txt', 'both\n');
  await agent.call('git_stage', { paths: ['a.txt'] });
  expect(await agent.refusal('git_branch', { action: 'switch', name: 'other' })).toMatchObject({ error: 'operation_in_progress' });
  expect((await agent.call('git_commit', { message: 'both' })).value).toMatchObject({ subject: 'both' });
  expect((await agent.call('git_show', {})).value).toMatchObject({ parents: { length: 2 } });
  git('branch', 'rebased', 'HEAD~1');
  git('switch', '-q', 'rebased');
  write('a.txt', 'rebased\n');
  git('commit', '-qam', 'rebased');
  expect(() => execFileSync('git', ['rebase', 'main'], { cwd: project.top, stdio: 'ignore' })).toThrow();
  expect((await agent.call('git_status', {})).value).toMatchObject({ detached: true, inProgress: 'rebase of rebased, step 1 of 1' });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function edited(edits: readonly { line: number; how: string }[]): string {
  const text = lines(40).split(/(?<=\n)/);
  for (const { line, how } of edits) {
    const index = Math.min(line, text.length) - 1;
    if (how === 'delete') text.splice(index, 1);
    if (how === 'change') text[index] = `changed ${line}\n`;
    if (how === 'insert') text.splice(index, 0, `inserted ${line}\n`);
    if (how === 'double') text.splice(index, 0, text[index] ?? '\n');
  }
  return text.join('');
}
