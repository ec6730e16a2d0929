// Language servers that a person installs: found on the machine, started where the project has files for them.

import { variable } from '../../../../base/environment.ts';
import { whyNothingRuns } from '../../../../ide/execution.ts';
import { byPlatform, cargoFolders, dotnetFolders, goFolders, llvmFolders } from '../../../../machine/programs/machinePrograms.ts';
import { ClangdQuirk } from '../cpp/clangd.ts';
import { compileCommandsArguments } from '../cpp/compileCommands.ts';
import type { EngineRow } from '../engine/engineRow.ts';
import { GoplsQuirk } from '../go/gopls.ts';
import { plainQuirk } from '../quirks/plain.ts';
import { cppBuilder, goBuilder } from '../refactorings/builders.ts';
import { MOST_SYMBOLS, RUST_OPTIONS, RustAnalyzerQuirk } from '../rust/rustAnalyzer.ts';
import { noPackages } from './installedPackages.ts';

// What most of them have in common.
const usual = {
  rootMarkers: [],
  alsoReads: [],
  diagnosesClosedFiles: false,
  findsSymbols: true,
  installMarks: noPackages,
  quirk: () => plainQuirk,
} satisfies Partial<EngineRow>;

export const machineRows: readonly EngineRow[] = [
  {
    ...usual,
    id: 'gopls',
    language: 'go',
    languages: [{ id: 'go', endings: ['.go'] }],
    rootMarkers: ['go.work', 'go.mod'],
    alsoReads: ['go.mod', 'go.sum', 'go.work'],
    origin: { program: 'gopls', versionArguments: ['version'], alsoIn: goFolders },
    // It keeps as much garbage as it holds data: half of that takes a third of its memory away and, measured on a first load, no time.
    command: (program, project) => ({
      program,
      args: ['serve'],
      environment: { GOGC: variable('GOGC') ?? '50', ...(whyNothingRuns(project) === undefined ? {} : NOTHING_FOREIGN) },
    }),
    install: 'go install golang.org/x/tools/gopls@latest',
    untrustedProject: 'It asks the go command about packages; for an untrusted project without cgo, without another toolchain and without the network.',
    // Without a delay it pushes only what it has analysed too, so that whoever has been pushed a problem can ask what mends it.
    // Links to a public site would be wrong for packages of one's own, and long.
    takenNames: 'refused',
    moves: 'none in a folder',
    initializationOptions: { pullDiagnostics: true, diagnosticsDelay: '0s', linksInHover: false },
    signatures: 'go',
    checksCopies: true,
    builds: goBuilder,
    quirk: (session) => new GoplsQuirk(session),
  },
  {
    ...usual,
    id: 'clangd',
    language: 'c, c++',
    languages: [
      { id: 'c', endings: ['.c', '.h'] },
      { id: 'cpp', endings: ['.cpp', '.cc', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.inl'] },
      { id: 'objective-c', endings: ['.m'] },
      { id: 'objective-cpp', endings: ['.mm'] },
    ],
    rootMarkers: ['compile_commands.json', 'compile_flags.txt', '.clangd'],
    readsFromDisk: /\.(h|hpp|hh|hxx|h\+\+|ipp|inl)$/,
    alsoReads: ['compile_commands.json', 'compile_flags.txt', '.clangd'],
    origin: { program: 'clangd', versionArguments: ['--version'], alsoIn: llvmFolders },
    // An index on disk would be written into the project. Completions from words alone, before a file is parsed, would look like an answer.
    command: (program, project) => ({
      program,
      args: [
        ...['--background-index=false', '--log=error', '--limit-results=0', '--limit-references=0', '--rename-file-limit=0', '--completion-parse=always'],
        ...compileCommandsArguments(project),
      ],
    }),
    install: byPlatform({ linux: 'sudo apt install clangd', darwin: 'brew install llvm', win32: 'winget install LLVM.LLVM' }),
    takenNames: 'seen in one file',
    untrustedProject: 'It only parses: it runs no compiler of a compilation database unless it is told to, and loads no plugins.',
    signatures: 'cpp',
    checksCopies: true,
    builds: cppBuilder,
    moves: 'told',
    quirk: (session) => new ClangdQuirk(session),
  },
  {
    ...usual,
    id: 'rust-analyzer',
    language: 'rust',
    languages: [{ id: 'rust', endings: ['.rs'] }],
    rootMarkers: ['Cargo.toml'],
    knowsWith: { files: ['Cargo.toml', 'rust-project.json'], remedy: 'Make one with cargo init.' },
    alsoReads: ['Cargo.toml', 'Cargo.lock'],
    origin: { program: 'rust-analyzer', versionArguments: ['--version'], alsoIn: cargoFolders },
    command: (program) => ({ program, args: [] }),
    install: 'rustup component add rust-analyzer',
    moves: 'told in a folder',
    untrustedProject: { refused: 'rust-analyzer runs build scripts and procedural macros.' },
    mostSymbols: MOST_SYMBOLS,
    initializationOptions: RUST_OPTIONS,
    quirk: (session) => new RustAnalyzerQuirk(session),
  },
  {
    ...usual,
    id: 'jdtls',
    language: 'java',
    languages: [{ id: 'java', endings: ['.java'] }],
    rootMarkers: ['pom.xml', 'build.gradle', 'build.gradle.kts'],
    knowsWith: { files: ['pom.xml', 'build.gradle', 'build.gradle.kts', '.classpath'], remedy: 'Make one with mvn archetype:generate or gradle init.' },
    alsoReads: ['pom.xml', '.gradle', '.gradle.kts', '.kt'],
    origin: { program: 'jdtls' },
    command: (program) => ({ program, args: [] }),
    install: byPlatform({ linux: 'brew install jdtls', darwin: 'brew install jdtls', win32: 'scoop install jdtls' }),
    untrustedProject: { refused: 'jdtls runs the build scripts of Gradle and the plugins of Maven.' },
  },
  {
    ...usual,
    id: 'intelephense',
    language: 'php',
    languages: [{ id: 'php', endings: ['.php', '.phtml'] }],
    rootMarkers: ['composer.json'],
    origin: { program: 'intelephense' },
    command: (program) => ({ program, args: ['--stdio'] }),
    install: 'npm install -g intelephense',
    untrustedProject: 'It parses PHP and runs nothing.',
  },
  {
    ...usual,
    id: 'ruby-lsp',
    language: 'ruby',
    languages: [{ id: 'ruby', endings: ['.rb', '.rake', '.gemspec', 'Gemfile', 'Rakefile'] }],
    rootMarkers: ['Gemfile'],
    alsoReads: ['Gemfile.lock'],
    origin: { program: 'ruby-lsp', versionArguments: ['--version'] },
    command: (program) => ({ program, args: [] }),
    install: 'gem install ruby-lsp',
    untrustedProject: { refused: 'ruby-lsp runs the Gemfile and the add-ons of its gems.' },
  },
  {
    ...usual,
    id: 'csharp-ls',
    language: 'c#',
    languages: [{ id: 'csharp', endings: ['.cs'] }],
    rootMarkers: ['.sln', '.csproj'],
    knowsWith: { files: ['.csproj', '.sln', '.slnx'], remedy: 'Make one with dotnet new.' },
    alsoReads: ['.sln', '.csproj'],
    origin: { program: 'csharp-ls', versionArguments: ['--version'], alsoIn: dotnetFolders },
    command: (program) => ({ program, args: [] }),
    install: 'dotnet tool install --global csharp-ls',
    untrustedProject: { refused: 'csharp-ls evaluates the project with MSBuild, which runs its tasks.' },
  },
  {
    ...usual,
    id: 'kotlin-language-server',
    language: 'kotlin',
    languages: [{ id: 'kotlin', endings: ['.kt', '.kts'] }],
    rootMarkers: ['build.gradle.kts', 'build.gradle', 'pom.xml'],
    knowsWith: { files: ['build.gradle.kts', 'build.gradle', 'pom.xml'], remedy: 'Make one with gradle init.' },
    alsoReads: ['.gradle', 'pom.xml', '.java'],
    origin: { program: 'kotlin-language-server', versionArguments: ['--version'] },
    command: (program) => ({ program, args: [] }),
    install: byPlatform({
      linux: 'brew install kotlin-language-server',
      darwin: 'brew install kotlin-language-server',
      win32: 'scoop install kotlin-language-server',
    }),
    untrustedProject: { refused: 'kotlin-language-server runs the build scripts of Gradle.' },
  },
  {
    ...usual,
    id: 'lua-language-server',
    language: 'lua',
    languages: [{ id: 'lua', endings: ['.lua'] }],
    rootMarkers: ['.luarc.json'],
    alsoReads: ['.luarc.json'],
    origin: { program: 'lua-language-server', versionArguments: ['--version'] },
    command: (program) => ({ program, args: [] }),
    install: byPlatform({ linux: 'brew install lua-language-server', darwin: 'brew install lua-language-server', win32: 'scoop install lua-language-server' }),
    untrustedProject: { refused: 'lua-language-server runs the plugins that a .luarc.json names.' },
  },
  {
    ...usual,
    id: 'zls',
    language: 'zig',
    languages: [{ id: 'zig', endings: ['.zig', '.zon'] }],
    rootMarkers: ['build.zig'],
    origin: { program: 'zls', versionArguments: ['--version'] },
    command: (program) => ({ program, args: [] }),
    install: byPlatform({ linux: 'brew install zls', darwin: 'brew install zls', win32: 'scoop install zls' }),
    untrustedProject: { refused: 'zls runs build.zig.' },
  },
];

// What the go command could run or fetch because a project says so.
const NOTHING_FOREIGN = { CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOPROXY: 'off', GOFLAGS: '-mod=readonly' };
