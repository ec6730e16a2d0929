// What waits beside a file for the moment in which it takes its place: nobody is shown it, nobody stages it, and a file of a similar name is a file.
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitingFileName } from '../../../src/base/files/waitingFile.ts';
import { newChangeId, waitingPlace } from '../../../src/machine/changes/writeSteps.ts';
import { type GitProject, gitProject } from './gitProject.ts';

const WAITING = waitingFileName('0123456789ab', 'ba9876543210');
const SIMILAR = ['.binnacle-notes.tmp', '.binnacle-0123456789ab-ba9876543210.txt', 'src/binnacle-0123456789ab-ba9876543210.tmp'];
let project: GitProject;

beforeAll(async () => {
  project = await gitProject({
    prepare({ write }) {
      for (const name of [WAITING, `src/${WAITING}`, ...SIMILAR, 'src/cart.ts']) write(name, 'const needle = 1;\n');
    },
  });
});
afterAll(() => project?.[Symbol.asyncDispose]());

test('the name is the one that changes are written under', () => {
  const [, place = ''] = /([^\\/]+)$/.exec(waitingPlace('/project/src/cart.ts', newChangeId())) ?? [];
  expect(place).toMatch(/^\.binnacle-[0-9a-f]{12}-[0-9a-f]{12}\.tmp$/);
});

test.each([
  ['list_project_files', {}],
  ['search_text', { query: 'needle' }],
  ['git_status', { flags: ['each_untracked'] }],
])('%s %j does not show it', async (tool, given) => {
  const { text } = await project.agent.call(tool, given);
  expect(text).not.toContain(WAITING);
  for (const name of ['src/cart.ts', ...SIMILAR]) expect(text).toContain(basename(name));
});

test('one that appears and goes away again while somebody listens is no change', async () => {
  project.write(`src/${waitingFileName('aaaaaaaaaaaa', 'bbbbbbbbbbbb')}`, 'needle\n');
  project.write('src/after.ts', 'const needle = 2;\n');
  const { text } = await project.agent.call('search_text', { query: 'needle' });
  expect(text).toContain('src/after.ts');
  expect(text).not.toContain('aaaaaaaaaaaa');
});

test('staging everything leaves it out', async () => {
  await project.agent.call('git_stage', { paths: ['.'] });
  const staged = project.git('diff', '--cached', '--name-only').trim().split('\n');
  expect(staged).toEqual(expect.arrayContaining(['src/cart.ts', ...SIMILAR]));
  expect(staged.filter((name) => name.includes(WAITING))).toEqual([]);
});
