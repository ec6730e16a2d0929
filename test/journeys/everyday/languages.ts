// The ferries in five languages: what each project needs to be worked on, and how the journeys speak of it.
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { cacheFolder, execute } from '../../support/npmInstall.ts';
import type { TestTool, ToolName } from '../../support/testTools.ts';
import type { Words } from './journey.ts';

export interface Language extends Words {
  readonly tools: readonly ToolName[];
  // What the machine must have, since it comes from no registry.
  readonly programs: readonly string[];
  readonly code: readonly string[];
  // Makes the project ready, as its README would ask a person to; returns what the environment needs besides.
  prepare(folder: string, tools: Readonly<Partial<Record<ToolName, TestTool>>>): Promise<NodeJS.ProcessEnv>;
}

export const everydayLanguages = ['typescript', 'python', 'go', 'rust', 'c'] as const;
export type EverydayLanguage = (typeof everydayLanguages)[number];

const FIX = { function: 'group_discount', test: /eight.people/i };

export const languages: Readonly<Record<EverydayLanguage, Language>> = {
  typescript: {
    language: 'typescript',
    tools: ['pnpm'],
    programs: [],
    code: ['*.ts'],
    async prepare(folder, { pnpm }) {
      // The store is kept, so that only the first install fetches anything.
      const store = join(cacheFolder(), 'pnpm-store');
      await execute([...(pnpm?.command ?? []), 'install', '--frozen-lockfile', '--prefer-offline', '--store-dir', store], folder, { CI: 'true' });
      return pathWith(pnpm);
    },
    symbol: { file: 'packages/fares/src/crossing.ts', name: 'crossingFare', newName: 'fareOfCrossing' },
    declared: ['Season', 'BOARDING', 'PER_KILOMETRE', 'crossingFare', 'roundToTen'],
    callers: ['book', 'receipt', 'server.ts', 'booking.test.ts', 'fares.test.ts'],
    failing: { ...FIX, function: 'groupDiscount', file: 'packages/fares/src/group.ts', old_text: 'people > GROUP_SIZE', new_text: 'people >= GROUP_SIZE' },
    move: {
      tool: 'move_symbol',
      arguments: { symbol: { file: 'packages/fares/src/crossing.ts', name: 'roundToTen' }, to_file: 'packages/fares/src/rounding.ts' },
      created: 'packages/fares/src/rounding.ts',
    },
    unformatted: 'packages/booking/src/receipt.ts',
    configuration: 'npm: start (packages/desk)',
    commands: {
      check: ['pnpm', 'run', 'typecheck'],
      test: ['pnpm', 'test'],
      format: ['pnpm', 'exec', 'prettier', '--check', 'packages/booking/src/receipt.ts'],
    },
  },
  python: {
    language: 'python',
    tools: ['pytest', 'ruff'],
    programs: ['python3'],
    code: ['*.py'],
    async prepare(folder, { pytest, ruff }) {
      execFileSync('python3', ['-m', 'venv', '--without-pip', '.venv'], { cwd: folder });
      const [packages, programs] =
        process.platform === 'win32' ? ['Lib/site-packages', 'Scripts'] : [`lib/${await firstIn(join(folder, '.venv/lib'))}/site-packages`, 'bin'];
      // As pip installs a project that can still be edited.
      await writeFile(join(folder, '.venv', packages, 'ferries.pth'), `${join(folder, 'src')}\n${pytest?.folder}\n`);
      const [program = ''] = ruff?.command ?? [];
      await symlink(program, join(folder, '.venv', programs, 'ruff'));
      return { PYTHONDONTWRITEBYTECODE: '1' };
    },
    symbol: { file: 'src/ferries/fares.py', name: 'crossing_fare', newName: 'fare_of_crossing' },
    declared: ['Season', 'BOARDING', 'PER_KILOMETRE', 'GROUP_SIZE', 'crossing_fare', 'round_to_ten', 'group_discount'],
    callers: [
      'book',
      'receipt',
      'Desk/do_GET',
      'test_fares_grow_with_the_distance',
      'test_fares_are_a_fifth_higher_in_summer',
      'test_two_people_pay_twice_the_fare',
    ],
    failing: { ...FIX, file: 'src/ferries/fares.py', old_text: 'people > GROUP_SIZE', new_text: 'people >= GROUP_SIZE' },
    move: {
      tool: 'move_symbol',
      arguments: { symbol: { file: 'src/ferries/fares.py', name: 'round_to_ten' }, to_file: 'src/ferries/rounding.py' },
      created: 'src/ferries/rounding.py',
    },
    unformatted: 'src/ferries/receipt.py',
    configuration: 'python script: desk',
    commands: {
      test: ['.venv/bin/python', '-m', 'pytest', '-q'],
      format: ['.venv/bin/ruff', 'format', '--check', 'src/ferries/receipt.py'],
    },
  },
  go: {
    language: 'go',
    tools: ['gopls'],
    programs: ['go'],
    code: ['*.go'],
    // What was built once is found in spite of another home.
    prepare: async (_folder, { gopls }) => ({
      ...pathWith(gopls),
      GOCACHE: execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim(),
      GOFLAGS: '-mod=mod',
    }),
    symbol: { file: 'fares/fares.go', name: 'CrossingFare', newName: 'FareOfCrossing' },
    declared: ['boarding', 'perKilometre', 'GroupSize', 'CrossingFare', 'GroupDiscount', 'RoundToTen'],
    callers: ['Book', 'Receipt', 'tell', 'TestFaresGrowWithTheDistance', 'TestFaresAreAFifthHigherInSummer', 'TestTwoPeoplePayTwiceTheFare'],
    failing: { ...FIX, function: 'GroupDiscount', file: 'fares/fares.go', old_text: 'people > GroupSize', new_text: 'people >= GroupSize' },
    move: {
      tool: 'move_symbol',
      arguments: { symbol: { file: 'fares/fares.go', name: 'RoundToTen' }, to_file: 'fares/rounding.go' },
      created: 'fares/rounding.go',
    },
    unformatted: 'booking/receipt.go',
    configuration: 'go: cmd/desk',
    commands: { test: ['go', 'test', './...'], format: ['sh', '-c', 'test -z "$(gofmt -l .)"'] },
  },
  rust: {
    language: 'rust',
    tools: ['rust-analyzer'],
    programs: ['cargo', 'rustfmt'],
    code: ['*.rs'],
    prepare: async (_folder, tools) => ({
      ...pathWith(tools['rust-analyzer']),
      RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup'),
      CARGO_HOME: process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'),
    }),
    symbol: { file: 'src/fares.rs', name: 'crossing_fare', newName: 'fare_of_crossing' },
    declared: ['BOARDING', 'PER_KILOMETRE', 'GROUP_SIZE', 'crossing_fare', 'group_discount', 'round_to_ten', 'tests'],
    callers: ['book', 'receipt', 'tell', 'fares_grow_with_the_distance', 'two_people_pay_twice_the_fare'],
    failing: { ...FIX, file: 'src/fares.rs', old_text: 'people > GROUP_SIZE', new_text: 'people >= GROUP_SIZE' },
    move: { tool: 'rename_file', arguments: { file: 'src/booking.rs', new_file: 'src/reservations.rs' }, created: 'src/reservations.rs' },
    unformatted: 'src/receipt.rs',
    configuration: 'cargo: desk',
    commands: {
      test: ['cargo', 'test', '--quiet', '--offline'],
      format: ['rustfmt', '--check', '--edition', '2021', 'src/receipt.rs'],
    },
  },
  c: {
    language: 'c',
    tools: ['clangd', 'clang-format'],
    programs: ['cmake', 'ctest', 'cc'],
    code: ['*.c', '*.h'],
    async prepare(folder, { clangd, ...tools }) {
      const environment = pathWith(clangd, tools['clang-format']);
      execFileSync('cmake', ['-S', '.', '-B', 'build'], { cwd: folder, stdio: 'ignore' });
      return environment;
    },
    symbol: { file: 'include/ferries/fares.h', name: 'crossing_fare', newName: 'fare_of_crossing' },
    declared: ['crossing_fare', 'group_discount', 'round_to_ten'],
    callers: ['book', 'receipt', 'tell', 'main', 'main'],
    failing: { ...FIX, test: /groups/, file: 'src/fares.c', old_text: 'people > GROUP_SIZE', new_text: 'people >= GROUP_SIZE' },
    move: { tool: 'rename_file', arguments: { file: 'include/ferries/fares.h', new_file: 'include/ferries/prices.h' }, created: 'include/ferries/prices.h' },
    unformatted: 'src/receipt.c',
    configuration: 'cmake: desk',
    commands: {
      test: ['sh', '-c', 'cmake --build build && ctest --test-dir build'],
      format: ['clang-format', '--dry-run', '--Werror', 'src/receipt.c'],
    },
  },
};

function pathWith(...tools: readonly (TestTool | undefined)[]): NodeJS.ProcessEnv {
  const folders = tools.flatMap((tool) => (tool === undefined ? [] : [dirname(tool.command[0] ?? '')]));
  return { PATH: [...folders, process.env['PATH'] ?? ''].join(delimiter) };
}

async function firstIn(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  return (await readdir(folder))[0] ?? '';
}
