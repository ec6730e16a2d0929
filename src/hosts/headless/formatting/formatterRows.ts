// Every formatter that a project may bring, in the order in which one is preferred where a folder wants several.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readSmallFile } from '../../../base/files/smallFile.ts';
import { cargoFolders, llvmFolders } from '../../../machine/programs/machinePrograms.ts';
import type { FormattedFile, FormatterConfiguration, FormatterRow } from './formatterRow.ts';

const JAVASCRIPT = /\.[cm]?[jt]sx?$/;
const PYTHON = /\.pyi?$/;

const pyproject = (tool: string): FormatterConfiguration => ({ named: /^pyproject\.toml$/, holding: new RegExp(`^\\s*\\[tool\\.${tool}\\b`, 'm') });
const RUFF: readonly FormatterConfiguration[] = [{ named: /^\.?ruff\.toml$/ }, pyproject('ruff')];

const ruff = { python: { program: 'ruff' } };
const RUFF_INSTALL = 'Install it: pip install ruff';

export const formatterRows: readonly FormatterRow[] = [
  {
    name: 'Prettier',
    does: 'layout',
    files: /\.(?:[cm]?[jt]sx?|jsonc?|json5|css|scss|less|html|vue|md|mdx|ya?ml|graphql|gql|hbs)$/,
    wantedBy: [
      { named: /^\.prettierrc(?:\..+)?$|^prettier\.config\.[cm]?[jt]s$/ },
      { named: /^package\.json$/, holding: /"prettier"\s*:\s*(?:\{|"[^"~^<>=\d])/ },
    ],
    origin: { npm: 'prettier', bin: 'prettier' },
    args: ({ path }, ofRange) => [...ofRange, '--stdin-filepath', path],
    rangeArgs: (range, document) => [`--range-start=${document.offsetAt(range.start)}`, `--range-end=${document.offsetAt(range.end)}`],
    install: "Install the project's packages (npm install).",
  },
  {
    name: 'Biome',
    does: 'layout',
    files: /\.(?:[cm]?[jt]sx?|jsonc?|css|graphql|gql)$/,
    wantedBy: [{ named: /^\.?biome\.jsonc?$/ }],
    origin: { npm: '@biomejs/biome', bin: 'biome' },
    args: ({ path }) => ['format', `--stdin-file-path=${path}`],
    install: "Install the project's packages (npm install).",
  },
  {
    name: 'ESLint',
    does: 'layout',
    files: JAVASCRIPT,
    // Most configurations are about mistakes; only one about style makes ESLint a formatter.
    wantedBy: [
      {
        named: /^eslint\.config\.[cm]?[jt]s$|^\.eslintrc(?:\..+)?$/,
        holding: /stylistic|prettier\/prettier|antfu|standard|airbnb|["']?(?:indent|semi|quotes|comma-dangle)["']?\s*:/,
      },
    ],
    origin: { npm: 'eslint', bin: 'eslint' },
    args: ({ path }) => ['--stdin', '--stdin-filename', path, '--fix-dry-run', '--format', 'json'],
    textIn: (stdout) => EslintAnswer.parse(JSON.parse(stdout))[0]?.output,
    // 1: there are problems that it cannot fix.
    fine: [0, 1],
    install: "Install the project's packages (npm install).",
  },
  {
    name: 'Black',
    does: 'layout',
    files: PYTHON,
    wantedBy: [pyproject('black')],
    origin: { python: { program: 'black' } },
    args: ({ path }, ofRange) => ['--quiet', ...ofRange, '--stdin-filename', path, '-'],
    rangeArgs: ({ start, end }) => [`--line-ranges=${start.line + 1}-${end.line}`],
    install: 'Install it: pip install black',
  },
  {
    name: 'Ruff',
    does: 'layout',
    files: PYTHON,
    wantedBy: RUFF,
    origin: ruff,
    args: ({ path }, ofRange) => ['format', '--quiet', ...ofRange, '--stdin-filename', path, '-'],
    rangeArgs: ({ start, end }) => [`--range=${start.line + 1}:1-${end.line + 1}:1`],
    install: RUFF_INSTALL,
  },
  {
    name: 'gofmt',
    does: 'layout',
    files: /\.go$/,
    origin: { machine: { program: 'gofmt', alsoIn: () => ['/usr/local/go/bin', '/opt/homebrew/bin', 'C:\\Program Files\\Go\\bin'] } },
    args: () => [],
    install: 'Install Go: https://go.dev/dl',
  },
  {
    name: 'clang-format',
    does: 'layout',
    files: /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|m|mm|proto)$/,
    wantedBy: [{ named: /^[._]clang-format$/ }],
    origin: { machine: { program: 'clang-format', alsoIn: llvmFolders } },
    args: ({ path }, ofRange) => [...ofRange, `--assume-filename=${path}`],
    rangeArgs: ({ start, end }) => [`--lines=${start.line + 1}:${end.line}`],
    install: 'Install it: pip install clang-format, or with LLVM.',
  },
  {
    name: 'rustfmt',
    does: 'layout',
    files: /\.rs$/,
    origin: { machine: { program: 'rustfmt', alsoIn: cargoFolders } },
    args: (file) => ['--edition', rustEdition(file)],
    install: 'Install it: rustup component add rustfmt',
  },
  {
    name: 'isort',
    does: 'imports',
    files: PYTHON,
    wantedBy: [{ named: /^\.isort\.cfg$/ }, pyproject('isort'), { named: /^(?:setup\.cfg|tox\.ini)$/, holding: /^\s*\[(?:tool:)?isort\]/m }],
    origin: { python: { program: 'isort' } },
    args: ({ path }) => ['--quiet', '--stdout', '--filename', path, '-'],
    install: 'Install it: pip install isort',
  },
  {
    name: 'Ruff',
    does: 'imports',
    files: PYTHON,
    wantedBy: RUFF,
    origin: ruff,
    // Sorted and joined (I), and none that nobody uses (F401).
    args: ({ path }) => ['check', '--quiet', '--select=I,F401', '--fix-only', '--exit-zero', '--stdin-filename', path, '-'],
    install: RUFF_INSTALL,
  },
];

const EslintAnswer = z.array(z.object({ output: z.string().optional() }));

// From the nearest manifest that has one; members of a workspace inherit it.
function rustEdition({ path, root }: FormattedFile): string {
  for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) {
    const manifest = join(folder, 'Cargo.toml');
    const edition = existsSync(manifest) ? /^\s*edition\s*=\s*"(\d+)"/m.exec(readSmallFile(manifest))?.[1] : undefined;
    if (edition !== undefined) return edition;
    if (folder === dirname(folder)) break;
  }
  return '2021';
}
