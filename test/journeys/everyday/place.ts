// The project of a journey as the world sees it: its files, its compiler, its tests, git and the processes of the machine.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minutes } from '../../../src/base/waiting/duration.ts';

const BOUND = minutes(2);

export class Place {
  readonly folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  // Which files are code, as git takes patterns.
  readonly #code: readonly string[];

  constructor(folder: string, environment: NodeJS.ProcessEnv, code: readonly string[]) {
    this.folder = folder;
    this.#environment = environment;
    this.#code = code;
  }

  accepts(command: readonly string[]): void {
    const { status, output } = this.#run(command);
    assert.equal(status, 0, `${command.join(' ')}\n${output}`);
  }

  refuses(command: readonly string[]): void {
    const { status, output } = this.#run(command);
    assert.notEqual(status, 0, `${command.join(' ')}\n${output}`);
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  git(...args: string[]): string {
    return execFileSync('git', args, { cwd: this.folder, env: this.#environment, encoding: 'utf8' }).trim();
  }

  // Lines of code with the word in them, as file:line; comments only speak of it.
  linesHolding(word: string): readonly string[] {
    const { stdout } = spawnSync('git', ['grep', '-nwF', '--untracked', word, '--', ...this.#code], {
      cwd: this.folder,
      env: this.#environment,
      encoding: 'utf8',
    });
    return stdout
      .split('\n')
      .filter((line) => line !== '' && !/^[^:]+:\d+:\s*(?:\/\/|#(?!define)|\*)/.test(line))
      .map((line) => line.split(':').slice(0, 2).join(':'))
      .sort();
  }

  // Every byte that git would look at.
  state(): string {
    const files = this.git('ls-files', '-co', '--exclude-standard', '-z')
      .split('\0')
      .filter((path) => path !== '' && this.has(path));
    const hash = createHash('sha256');
    for (const path of files.sort())
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(this.folder, path)))
        .update('\0');
    return hash.digest('hex');
  }

  processesNaming(word: string): readonly string[] {
    const rows = execFileSync('ps', ['-A', '-o', 'stat=,args='], { encoding: 'utf8' }).split('\n');
    return rows.filter((row) => row.includes(word) && !row.startsWith('Z'));
  }

  #run([program = '', ...args]: readonly string[]): { status: number | null; output: string } {
    const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: this.folder, env: this.#environment, encoding: 'utf8', timeout: BOUND });
    if (error !== undefined) throw error;
    return { status, output: `${stdout}\n${stderr}` };
  }
}
