// A repository with everything that makes git's formats hard to read: renames, merges, a submodule, binary files and names of all kinds.
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { GitProject, Unopened } from './gitProject.ts';

export const NAMES = [
  'with space.txt',
  'quote"d.txt',
  "apostrophe's.txt",
  'имя файла.txt',
  '名前.txt',
  'tab\tbed.txt',
  'back\\slash.txt',
  'line\nbreak.txt',
  '-dash.txt',
  'star*.txt',
  ' leading',
  'é.txt',
];

export const lines = (count: number, of = 'line') => Array.from({ length: count }, (_, index) => `${of} ${index + 1}\n`).join('');

// Leaves changes of every kind, staged and not, behind.
export function makeRich({ git, write, top, beside }: Unopened): void {
  for (const name of NAMES) write(name, `${lines(12, 'first')}`);
  write('src/cart.ts', lines(60));
  write('src/old name.ts', lines(40, 'old'));
  write('binary.bin', Buffer.from([0, 1, 2, 255, 0, 10]));
  write('latin1.txt', Buffer.from([0x66, 0xfc, 0x72, 10, 0x67, 10]));
  write('no-newline.txt', 'a\nb');
  write('run.sh', '#!/bin/sh\n');
  write('goes.txt', 'goes\n');
  write('type.txt', 'a file\n');
  write('.gitignore', '*.log\nbuild/\n');
  commit(git, 'first', '2020-01-01T10:00:00+0200');
  git('tag', 'v1');

  git('switch', '-q', '-c', 'feature');
  write('src/feature.ts', lines(10, 'feature'));
  write('src/cart.ts', lines(60).replace('line 5\n', 'line five\n'));
  commit(git, 'feature: a "quoted" subject, with commas\n\nAnd a body\nof two lines.', '2020-01-02T10:00:00-0330');
  git('switch', '-q', 'main');
  git('mv', 'src/old name.ts', 'src/новое имя.ts');
  write('src/новое имя.ts', lines(40, 'old').replace('old 7\n', 'old seven\n'));
  commit(git, 'rename a file', '2020-01-03T10:00:00+0000');
  git('merge', '-q', '--no-ff', '-m', 'merge the feature', 'feature');
  git('tag', '-a', '-m', 'annotated', 'v2');

  const library = join(beside, 'library');
  execFileSync('git', ['init', '-q', library]);
  execFileSync('git', ['-C', library, 'commit', '-q', '--allow-empty', '-m', 'library']);
  git('submodule', '--quiet', 'add', library, 'modules/library');
  commit(git, 'a submodule', '2020-01-04T10:00:00+0000');

  // Staged, then not, then both.
  for (const [index, name] of NAMES.entries()) {
    write(name, lines(12, 'first').replace('first 3\n', 'third\n'));
    if (index % 2 === 0) git('--literal-pathspecs', 'add', '--', name);
    if (index % 3 === 0) write(name, `${lines(12, 'first').replace('first 3\n', 'third\n')}last\n`);
  }
  git('mv', 'src/feature.ts', 'src/moved "feature".ts');
  write('src/cart.ts', lines(60).replace('line 2\n', 'line two\n').replace('line 30\n', '').replace('line 59\n', 'line 59\nline 59 and a half\n'));
  write('binary.bin', Buffer.from([0, 9, 9]));
  write('latin1.txt', Buffer.from([0x66, 0xfc, 0x72, 10, 0x68, 0xe4, 10]));
  write('no-newline.txt', 'a\nb\nc');
  write('run.sh', '#!/bin/sh\n', 0o755);
  git('rm', '-q', 'goes.txt', 'type.txt');
  symlinkSync('src', join(top, 'type.txt'));
  git('add', 'type.txt');
  write('new folder/new.txt', 'new\n');
  write('new folder/имя.txt', 'new\n');
  write('added.txt', 'added\n');
  git('add', 'added.txt');
  write('a.log', 'ignored\n');
  execFileSync('git', ['-C', join(top, 'modules/library'), 'commit', '-q', '--allow-empty', '-m', 'more']);
  write('modules/library/untracked.txt', 'new\n');
}

function commit(git: GitProject['git'], message: string, date: string): void {
  git('add', '-A');
  execDated(git, date, message);
}

function execDated(git: GitProject['git'], date: string, message: string): void {
  process.env['GIT_COMMITTER_DATE'] = date;
  try {
    git('commit', '-q', `--date=${date}`, '-m', message);
  } finally {
    delete process.env['GIT_COMMITTER_DATE'];
  }
}
