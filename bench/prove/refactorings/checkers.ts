// What a language's own checker says of a whole project, told without the lines that a change moves.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { typescriptProgram } from '../../bareEngine.ts';

export interface Checker extends AsyncDisposable {
  errors(): Promise<readonly string[]>;
  // Of these files only, where all of them would take minutes; undefined where they do not.
  errorsIn?(files: readonly string[]): Promise<readonly string[]>;
}

// TypeScript 7's own compiler, as `npx tsc --noEmit --incremental` runs it. What it remembers of the last time lies beside the project.
export function typescriptChecker(folder: string): Checker {
  const known = ['--incremental', '--tsBuildInfoFile', `${folder}.tsbuildinfo`];
  return {
    async errors() {
      // Several checkers at once would each work out the same types, and the machine is busy with engines.
      const { stdout } = await finished([typescriptProgram(), '--noEmit', '--pretty', 'false', '--singleThreaded', ...known, '-p', '.'], folder);
      return stdout.split('\n').flatMap((line) => {
        const [, file, told] = /^(.*?)\(\d+,\d+\): error (TS\d+: .*)$/.exec(line.trimEnd()) ?? [];
        return file === undefined ? (/^error TS/.test(line) ? [line] : []) : [`${file}: ${told}`];
      });
    },
    [Symbol.asyncDispose]: () => rm(`${folder}.tsbuildinfo`, { force: true }),
  };
}

const Report = z.object({
  generalDiagnostics: z.array(z.object({ file: z.string(), severity: z.string(), message: z.string(), rule: z.string().optional() })),
});

// basedpyright as people run it on the command line.
export function pythonChecker(folder: string): Checker {
  const program = join(dirname(createRequire(import.meta.url).resolve('basedpyright/package.json')), 'index.js');
  const check = async (...what: readonly string[]) => {
    const { stdout } = await finished([process.execPath, program, '--outputjson', '--level', 'error', ...what], folder);
    return Report.parse(JSON.parse(stdout))
      .generalDiagnostics.filter(({ severity }) => severity === 'error')
      .map(({ file, rule, message }) => `${relative(folder, file).replaceAll('\\', '/')}: ${rule ?? 'syntax'}: ${message}`);
  };
  return {
    errors: () => check('-p', '.'),
    async errorsIn(files) {
      const own = files.filter((file) => file.endsWith('.py'));
      return own.length === 0 ? [] : check(...own);
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

// A checker that found something ends with a code of its own; one that could not run at all printed nothing.
function finished(command: readonly string[], folder: string): Promise<{ stdout: string; stderr: string }> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) =>
    execFile(program, args, { cwd: folder, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      if (error !== null && stdout === '' && stderr === '') reject(error);
      else resolve({ stdout, stderr });
    }),
  );
}
