// A program in a terminal, as a person has it: what stands on the screen, and keys.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { seconds } from '../../src/base/waiting/duration.ts';
import { needs, type Skippable } from './testTools.ts';

// As far as they are used here.
interface PtyModule {
  spawn(file: string, args: readonly string[], options: { name: string; cols: number; rows: number; cwd: string; env: NodeJS.ProcessEnv }): Pty;
}

interface Pty {
  readonly pid: number;
  onData(listener: (data: string) => void): void;
  onExit(listener: (exit: { exitCode: number }) => void): void;
  write(data: string): void;
  resize(columns: number, rows: number): void;
  kill(signal?: string): void;
}

interface XtermModule {
  readonly Terminal: new (options: { cols: number; rows: number; allowProposedApi: boolean }) => Screen;
}

interface Screen {
  readonly rows: number;
  readonly buffer: { readonly active: { readonly viewportY: number; getLine(line: number): { translateToString(trimRight: boolean): string } | undefined } };
  write(data: string, done?: () => void): void;
  resize(columns: number, rows: number): void;
}

export interface Terminal extends AsyncDisposable {
  // Everything the program has written, with its escape sequences.
  raw(): string;
  screen(): string;
  // Waits until the screen shows it; a bound, not a measurement.
  sees(text: string | RegExp): Promise<void>;
  press(keys: string): void;
  resize(columns: number, rows: number): void;
  // With its exit code.
  ended(): Promise<number>;
}

const LONGEST_LOOK = seconds(30);

export async function terminalWith(
  context: Skippable,
  command: readonly string[],
  options: { folder: string; environment: NodeJS.ProcessEnv },
): Promise<Terminal> {
  const tool = await needs(context, 'node-pty');
  const load = createRequire(join(tool.folder, 'package.json'));
  const pty: PtyModule = load('@lydell/node-pty');
  const { Terminal: ScreenOf }: XtermModule = load('@xterm/headless');
  const [columns, rows] = [100, 24];
  const screen = new ScreenOf({ cols: columns, rows, allowProposedApi: true });
  const [program = '', ...args] = command;
  const child = pty.spawn(program, args, { name: 'xterm-256color', cols: columns, rows, cwd: options.folder, env: options.environment });
  let raw = '';
  child.onData((data) => {
    raw += data;
    screen.write(data);
  });
  let code: number | undefined;
  const exit = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      code = exitCode;
      resolve(exitCode);
    });
  });
  const shown = () => {
    const { active } = screen.buffer;
    return Array.from({ length: screen.rows }, (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '').join('\n');
  };
  return {
    raw: () => raw,
    screen: shown,
    async sees(text) {
      const deadline = Date.now() + LONGEST_LOOK;
      while (!(typeof text === 'string' ? shown().includes(text) : text.test(shown()))) {
        if (Date.now() > deadline) throw new Error(`the screen does not show ${text}:\n${shown()}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    press: (keys) => child.write(keys),
    resize(width, height) {
      child.resize(width, height);
      screen.resize(width, height);
    },
    ended: () => exit,
    async [Symbol.asyncDispose]() {
      if (code === undefined) child.kill('SIGKILL');
      await exit;
    },
  };
}
