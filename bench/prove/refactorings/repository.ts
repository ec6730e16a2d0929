// A corpus as a git repository: git says which files a change touched, and whether every byte is as it was.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

// Nothing of the person who runs the proof: no signing, no line endings of theirs, no ignored files of theirs.
const PLAIN = [
  ...['user.name=proof', 'user.email=proof@localhost', 'commit.gpgsign=false', 'core.autocrlf=false', 'core.excludesFile=', 'core.quotePath=false'],
  ...['core.hooksPath=', 'gc.auto=0', 'core.fsmonitor=false'],
].flatMap((setting) => ['-c', setting]);

export class Repository {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async of(folder: string): Promise<Repository> {
    const repository = new Repository(folder);
    await repository.#git('init', '--quiet');
    await repository.#git('add', '--all');
    await repository.#git('commit', '--quiet', '--message', 'as it was shipped');
    return repository;
  }

  // Files that are not as they were committed, each as git prints it; none when every byte is.
  async status(): Promise<readonly string[]> {
    const printed = await this.#git('status', '--porcelain', '--no-renames', '--untracked-files=all');
    return printed.split('\n').filter((line) => line !== '');
  }

  // The files that are there and differ from what was committed, or are new.
  async changedFiles(): Promise<readonly string[]> {
    return (await this.status()).filter((line) => !/^.?D/.test(line)).map((line) => line.slice(3));
  }

  // The files that were committed, and are gone or have another name.
  async goneFiles(): Promise<readonly string[]> {
    return (await this.status()).filter((line) => /^.?D/.test(line)).map((line) => line.slice(3));
  }

  // The files that hold one of the words, as they are now.
  async filesWith(words: readonly string[]): Promise<readonly string[]> {
    const printed = await this.#git('grep', '--untracked', '-lwF', ...words.flatMap((word) => ['-e', word])).catch(() => '');
    return printed.split('\n').filter((line) => line !== '');
  }

  async committedText(file: string): Promise<string | undefined> {
    return this.#git('show', `HEAD:${file}`).catch(() => undefined);
  }

  // What differs from what was committed, new files too.
  async diff(): Promise<string> {
    await this.#git('add', '--intent-to-add', '--all');
    const printed = await this.#git('diff', '--no-color', '--no-ext-diff');
    await this.#git('reset', '--quiet');
    return printed;
  }

  async restore(): Promise<void> {
    await this.#git('reset', '--hard', '--quiet');
    await this.#git('clean', '-d', '--force', '--quiet');
  }

  async #git(...args: readonly string[]): Promise<string> {
    const { stdout } = await promisify(execFile)('git', [...PLAIN, ...args], { cwd: this.folder, maxBuffer: 1 << 28 });
    return stdout;
  }
}
