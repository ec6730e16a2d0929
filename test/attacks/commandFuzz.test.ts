// Lines by chance for real shells, under rules that name two programs: of what the rules let through, nothing may run that they do not name, and nothing may be written.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeCommands } from '../../src/server/permission/commandPermission.ts';
import { defaultPolicy, type Policy } from '../../src/server/permission/permission.ts';

// Hours on request.
const LONGEST = Number(process.env['BINNACLE_FUZZ_MS'] ?? 15_000);
const RULES: Policy = { ...defaultPolicy, commands: { '*': 'deny', 'npm *': 'allow', 'tsc --noEmit *': 'allow' } };
const NAMED = ['npm', 'tsc'];
const OTHERS = ['evil', 'git', 'env', 'sh', 'node', 'ls', 'x', 'EOF', 'test1'];
const SHELLS = ['/bin/sh', '/bin/dash', '/bin/bash', '/bin/zsh', '/bin/ksh', '/usr/bin/fish'].filter((shell) => existsSync(shell));

const word = fc.constantFrom('npm', 'npm', 'npm', 'tsc', '--noEmit', 'test', 'run', 'build', '-w', '--silent', 'a=b', '1', '--', 'src/a.ts', ...OTHERS);
const quote = fc.constantFrom("'", '"', '`', '\\', "\\'", "''", '""', "$'", '$"', '\\\n', '"$(evil)"', "'$(evil)'", '"`evil`"', "'`evil`'", '"\\"');
const nasty = fc.constantFrom(
  ...[
    '$(evil)',
    '`evil`',
    '${X:-$(evil)}',
    '$((1))',
    '$X',
    '$PATH',
    '<(evil)',
    '>(evil)',
    '> made',
    '>>made',
    '>|made',
    '&>made',
    '2>&1',
    '< npm',
    '<<EOF\n$(evil)\nEOF',
  ],
  ...[
    '<<<x',
    '<<-EOF\n`evil`\nEOF',
    'PATH=. ',
    'PATH=.;',
    'X=1 ',
    'npm=evil',
    '{npm,evil}',
    '{ evil; }',
    '(evil)',
    '!',
    '!!',
    '#',
    '~',
    '*',
    '?',
    '[a-z]*',
    './npm',
    './evil',
    '../x',
  ],
  ...[
    'alias npm=evil\n',
    'eval evil',
    'exec evil',
    '. ./evil',
    'command evil',
    'trap evil EXIT',
    'npm() { evil; }',
    'function npm { evil; }',
    'cd .',
    'set -x',
    'export PATH=.',
  ],
  ...[
    'if evil; then',
    'fi',
    'for npm in evil; do $npm; done',
    'while evil; do',
    'case evil in *) evil;; esac',
    'time',
    'coproc',
    '[[ -n $(evil) ]]',
    'let x',
    'then',
    'do',
    'done',
  ],
  ...[
    '-c evil',
    '-c',
    '-e',
    '--exec evil',
    '--script-shell=evil',
    '=npm',
    '%1',
    '@',
    '^',
    '\r',
    '\t',
    '\v',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\0',
    '\x15',
    'é',
    '\u202e',
    ';evil',
    '|evil',
    '&evil',
  ],
);
const between = fc.constantFrom(' ', ' ', ' ', ' ', '', '; ', ' && ', ' || ', ' | ', ' & ', '\n', ';', '|', '&', '|&', ';;', ' ;& ');
const line = fc
  .tuple(
    fc.constantFrom('npm ', 'npm ', 'npm test ', 'tsc --noEmit ', ''),
    fc.array(
      fc.tuple(
        fc.oneof({ weight: 6, arbitrary: word }, { weight: 2, arbitrary: quote }, { weight: 2, arbitrary: nasty }, { weight: 1, arbitrary: fc.string() }),
        between,
      ),
      { maxLength: 8 },
    ),
  )
  .map(([first, pieces]) => `${first}${pieces.flat().join('')}`);

test.skipIf(process.platform === 'win32')(
  'what was not named did not execute',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'binnacle-fuzz-'));
    const marks = join(folder, 'marks');
    const bin = join(folder, 'bin');
    const cwd = join(folder, 'project');
    // Not the project: fish keeps files of its own there.
    const home = join(folder, 'home');
    for (const each of [bin, cwd, home]) await mkdir(each);
    // Outside of the named folder every one is another program, also npm.
    const placed = [
      ...[...NAMED, ...OTHERS].map((name) => join(bin, name)),
      ...[cwd, home].flatMap((at) => ['npm', 'tsc', 'evil'].map((name) => join(at, name))),
    ];
    for (const file of placed) {
      await writeFile(file, `#!/bin/sh\necho "${file}" >> ${marks}\n`);
      await chmod(file, 0o755);
    }
    const before = readdirSync(cwd).toSorted();
    const allowed = new Set(NAMED.map((name) => join(bin, name)));
    const counted = { covered: 0, ran: 0 };
    const tryLine = async (given: string): Promise<void> => {
      if ((await judgeCommands([{ command: { line: given } }], undefined, RULES, 'deny')).verdict !== 'allow') return;
      counted.covered += 1;
      for (const shell of SHELLS) {
        await ended(shell, given, cwd, { PATH: bin, HOME: home });
        const ran = existsSync(marks) ? readFileSync(marks, 'utf8').trim().split('\n') : [];
        counted.ran += ran.length;
        rmSync(marks, { force: true });
        expect({ shell, given, ran: ran.filter((mark) => !allowed.has(mark)) }).toEqual({ shell, given, ran: [] });
        expect({ shell, given, files: readdirSync(cwd).toSorted() }).toEqual({ shell, given, files: before });
      }
    };
    let last = Promise.resolve();
    try {
      await fc.assert(
        fc.asyncProperty(line, (given) => {
          last = tryLine(given);
          return last;
        }),
        { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: LONGEST, markInterruptAsFailure: false },
      );
      // At the time limit fast-check stops waiting for the line under way, but its shells go on: it counts too, and the folder is theirs until they end.
      await last;
      // A judge that lets nothing through, or shells that start nothing, would prove nothing.
      expect(counted.covered).toBeGreaterThan(20);
      expect(counted.ran).toBeGreaterThan(counted.covered);
    } finally {
      await last.catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    }
  },
  LONGEST + 30_000,
);

// As we start it, and with nothing on the way but our programs.
function ended(shell: string, given: string, cwd: string, env: { PATH: string; HOME: string }): Promise<void> {
  return new Promise((resolve) => {
    const child = execFile(shell, ['-c', given], { cwd, env, timeout: 5_000 }, () => resolve());
    child.stdin?.on('error', () => {});
    child.stdin?.end();
  });
}
