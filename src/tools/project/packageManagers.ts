// Which program installs the packages of a manifest, and which commands build and test them: by its lock and the files beside it, as rows of data.
import { inFolder, type Manifest, outwards } from './manifests/manifest.ts';

export interface PackageCommand {
  readonly task: string;
  // To be typed in the folder.
  readonly command: string;
  readonly folder: string;
  // What a script of that name runs.
  readonly runs?: string;
}

// Paths of files of the project.
export type Files = ReadonlySet<string>;

interface PackageManager {
  readonly name: string;
  // Files that give it away, in the folder of the manifest or around it; none for the one that is left.
  readonly signs: readonly string[];
  // How it runs a program or script of the package.
  readonly run: string;
}

const MANAGERS: Readonly<Partial<Record<Manifest['ecosystem'], readonly PackageManager[]>>> = {
  npm: [
    { name: 'pnpm', signs: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'], run: 'pnpm run' },
    { name: 'yarn', signs: ['yarn.lock'], run: 'yarn run' },
    { name: 'bun', signs: ['bun.lock', 'bun.lockb'], run: 'bun run' },
    { name: 'npm', signs: [], run: 'npm run' },
  ],
  python: [
    { name: 'uv', signs: ['uv.lock'], run: 'uv run ' },
    { name: 'poetry', signs: ['poetry.lock'], run: 'poetry run ' },
    { name: 'pdm', signs: ['pdm.lock'], run: 'pdm run ' },
    { name: 'pip', signs: [], run: '' },
  ],
  go: [{ name: 'go', signs: [], run: '' }],
  cargo: [{ name: 'cargo', signs: [], run: '' }],
  maven: [{ name: 'mvn', signs: [], run: '' }],
  gradle: [{ name: 'gradle', signs: [], run: '' }],
  composer: [{ name: 'composer', signs: [], run: '' }],
  bundler: [{ name: 'bundle', signs: [], run: '' }],
};

export function packageManagerOf(manifest: Manifest, files: Files): PackageManager | undefined {
  const folders = outwards(manifest.folder);
  return MANAGERS[manifest.ecosystem]?.find(
    ({ signs }) => signs.length === 0 || signs.some((sign) => folders.some((folder) => files.has(inFolder(folder, sign)))),
  );
}

// The names under which people look for what a script does.
const TASKS = ['build', 'test', 'check', 'lint', 'typecheck', 'format', 'start', 'dev'];

export function commandsOf(manifest: Manifest, files: Files): PackageCommand[] {
  const folder = manifest.folder === '' ? '.' : manifest.folder;
  const has = (name: string) => files.has(inFolder(manifest.folder, name));
  const manager = packageManagerOf(manifest, files);
  const rows = (commands: Readonly<Record<string, string>>) => Object.entries(commands).map(([task, command]) => ({ task, command, folder }));
  switch (manifest.ecosystem) {
    case 'npm':
      return TASKS.flatMap((task) => {
        const runs = manifest.scripts?.[task];
        return runs === undefined ? [] : [{ task, command: task === 'test' ? `${manager?.name} test` : `${manager?.run} ${task}`, folder, runs }];
      });
    case 'python': {
      const usesPytest =
        manifest.runners?.includes('pytest') === true ||
        manifest.dependencies.some(({ name }) => name === 'pytest') ||
        ['pytest.ini', '.pytest.ini', 'conftest.py', 'tests/conftest.py', 'test/conftest.py'].some(has);
      return rows({ ...(has('tox.ini') && { check: 'tox' }), ...(usesPytest && { test: `${manager?.run}pytest` }) });
    }
    case 'go':
      return manifest.path.endsWith('go.mod') ? rows({ build: 'go build ./...', test: 'go test ./...' }) : [];
    case 'cargo':
      return rows({ build: 'cargo build', test: 'cargo test' });
    case 'maven': {
      const program = has('mvnw') ? './mvnw' : 'mvn';
      return rows({ build: `${program} package`, test: `${program} test` });
    }
    case 'gradle': {
      const program = has('gradlew') ? './gradlew' : 'gradle';
      return rows({ build: `${program} build`, test: `${program} test` });
    }
    default:
      return [];
  }
}

// Of a build system without packages: which file shows that it is used, and what to type. Only the outermost such file is typed at.
export const BUILDS: readonly { readonly file: string; readonly program: string; commands(text: string): Readonly<Record<string, string>> }[] = [
  {
    file: 'CMakeLists.txt',
    program: 'cmake',
    commands: (text) => ({
      build: 'cmake -S . -B build && cmake --build build',
      ...(/\b(?:enable_testing\s*\(|add_test\s*\(|include\s*\(\s*CTest\s*\))/i.test(text) && { test: 'ctest --test-dir build' }),
    }),
  },
  {
    file: 'meson.build',
    program: 'meson',
    commands: (text) => ({ build: 'meson setup build && meson compile -C build', ...(/\btest\s*\(/.test(text) && { test: 'meson test -C build' }) }),
  },
];

// Targets of a Makefile that have one of those names.
export function makeCommands(folder: string, text: string): PackageCommand[] {
  const targets = new Set([...text.matchAll(/^([\w-]+)\s*:(?!=)/gm)].map(([, name]) => name));
  return ['all', ...TASKS].filter((task) => targets.has(task)).map((task) => ({ task: task === 'all' ? 'build' : task, command: `make ${task}`, folder }));
}
