// The language servers we know: a new one is a row here.

import { NODE_ENVIRONMENT, REINSTALL } from '../../../../machine/programs/ourEngines.ts';
import type { EngineRow } from '../engine/engineRow.ts';
import { BasedpyrightQuirk } from '../python/basedpyright.ts';
import { CssQuirk, NOWHERE, WebQuirk, yamlQuirk } from '../quirks/plain.ts';
import { pythonBuilder } from '../refactorings/builders.ts';
import { BashQuirk, withoutShellCheck } from '../shell/bash.ts';
import { typescriptRows } from '../typescript/typescriptRows.ts';
import { EslintQuirk, eslintMarks, eslintRefused, eslintWants, FLAT_CONFIGS, OLD_CONFIGS } from '../web/eslint.ts';
import { jsonQuirk } from '../web/json.ts';
import { installedFile } from './installed.ts';
import { noPackages, sitePackages } from './installedPackages.ts';
import { machineRows } from './machineRows.ts';

// What the small servers that come with us have in common.
const unhurried = {
  rootMarkers: [],
  alsoReads: [],
  install: REINSTALL,
  diagnosesClosedFiles: false,
  findsSymbols: false,
  installMarks: noPackages,
  checksCopies: true as const,
};

export const catalogue: readonly EngineRow[] = [
  ...typescriptRows,
  {
    id: 'basedpyright',
    language: 'python',
    languages: [{ id: 'python', endings: ['.py', '.pyi'] }],
    rootMarkers: ['pyrightconfig.json', 'pyproject.toml'],
    alsoReads: ['pyrightconfig.json', 'pyproject.toml', 'py.typed'],
    origin: { npm: 'basedpyright' },
    // PYTHONSAFEPATH: it asks the interpreter for its search paths in the project's folder, where a json.py would be imported and run.
    command: () => ({
      program: process.execPath,
      args: [installedFile('basedpyright', 'langserver.index.js'), '--stdio'],
      environment: { ...NODE_ENVIRONMENT, PYTHONSAFEPATH: '1' },
    }),
    install: REINSTALL,
    untrustedProject: 'It would run the interpreter of a virtual environment in the project; an untrusted one gets an interpreter that does not exist.',
    diagnosesClosedFiles: true,
    findsFilesOnDisk: true,
    takesOpenedForDisk: true,
    checksCopies: true,
    findsSymbols: true,
    installMarks: sitePackages,
    // A new search for references makes it drop the one before, which then answers with what it had.
    oneAtATime: ['textDocument/references', 'textDocument/implementation', 'textDocument/rename'],
    moves: 'told',
    signatures: 'python',
    builds: pythonBuilder,
    quirk: (session) => new BasedpyrightQuirk(session),
  },
  {
    id: 'json',
    languages: [
      { id: 'json', endings: ['.json'] },
      {
        id: 'jsonc',
        endings: [
          '.jsonc',
          '.code-workspace',
          'tsconfig.json',
          'jsconfig.json',
          '.eslintrc.json',
          'devcontainer.json',
          'settings.json',
          'launch.json',
          'tasks.json',
          'extensions.json',
        ],
      },
    ],
    rootMarkers: [],
    alsoReads: [],
    origin: { npm: 'vscode-langservers-extracted' },
    command: () => ({
      program: process.execPath,
      args: [installedFile('vscode-langservers-extracted', 'bin', 'vscode-json-language-server'), '--stdio'],
      environment: NODE_ENVIRONMENT,
    }),
    install: REINSTALL,
    untrustedProject: 'It parses JSON and reads schemas from files; it runs nothing.',
    diagnosesClosedFiles: false,
    checksCopies: true,
    findsSymbols: false,
    installMarks: noPackages,
    initializationOptions: { provideFormatter: true, handledSchemaProtocols: ['file'] },
    quirk: () => jsonQuirk,
  },
  {
    ...unhurried,
    id: 'html',
    languages: [{ id: 'html', endings: ['.html', '.htm', '.xhtml'] }],
    origin: { npm: 'vscode-langservers-extracted' },
    command: () => nodeServer('vscode-langservers-extracted', 'bin/vscode-html-language-server'),
    untrustedProject: 'It parses HTML with the styles and scripts in it; it runs nothing.',
    initializationOptions: { provideFormatter: true, embeddedLanguages: { css: true, javascript: true }, handledSchemas: ['file'] },
    quirk: (session) => new WebQuirk(session),
  },
  {
    ...unhurried,
    id: 'css',
    languages: [
      { id: 'css', endings: ['.css'] },
      { id: 'scss', endings: ['.scss'] },
      { id: 'less', endings: ['.less'] },
    ],
    origin: { npm: 'vscode-langservers-extracted' },
    command: () => nodeServer('vscode-langservers-extracted', 'bin/vscode-css-language-server'),
    untrustedProject: 'It parses style sheets; it runs nothing.',
    initializationOptions: { provideFormatter: true, handledSchemas: ['file'] },
    quirk: (session) => new CssQuirk(session),
  },
  {
    ...unhurried,
    id: 'yaml',
    languages: [{ id: 'yaml', endings: ['.yaml', '.yml'] }],
    origin: { npm: 'yaml-language-server' },
    // It fetches schemas before it has been told not to.
    command: () =>
      nodeServer('yaml-language-server', 'bin/yaml-language-server', {
        HTTP_PROXY: NOWHERE,
        HTTPS_PROXY: NOWHERE,
        http_proxy: NOWHERE,
        https_proxy: NOWHERE,
        NO_PROXY: undefined,
        no_proxy: undefined,
      }),
    untrustedProject: 'It parses YAML and reads schemas from files; it runs nothing and fetches nothing.',
    quirk: () => yamlQuirk,
  },
  {
    ...unhurried,
    id: 'bash',
    languages: [{ id: 'shellscript', endings: ['.sh', '.bash', '.bashrc', '.bash_profile', '.bash_aliases'] }],
    origin: { npm: 'bash-language-server' },
    command: () => nodeServer('bash-language-server', 'out/cli.js', {}, 'start'),
    untrustedProject: 'It parses scripts; ShellCheck is started only for a trusted project.',
    findsSymbols: true,
    cannotDiagnose: withoutShellCheck,
    quirk: (session) => new BashQuirk(session),
  },
  {
    ...unhurried,
    id: 'eslint',
    languages: [
      { id: 'typescript', endings: ['.ts', '.mts', '.cts'] },
      { id: 'typescriptreact', endings: ['.tsx'] },
      { id: 'javascript', endings: ['.js', '.mjs', '.cjs'] },
      { id: 'javascriptreact', endings: ['.jsx'] },
    ],
    alsoReads: [...FLAT_CONFIGS, ...OLD_CONFIGS, '.eslintignore'],
    origin: { npm: 'vscode-langservers-extracted' },
    command: () => nodeServer('vscode-langservers-extracted', 'bin/vscode-eslint-language-server'),
    untrustedProject: { refused: 'ESLint runs the configuration and the plugins of the project.' },
    refusedIn: eslintRefused,
    lints: eslintWants,
    editCommands: /^eslint\.apply(SingleFix|SuggestionFix|SameFixes|AllFixes)$/,
    installMarks: eslintMarks,
    quirk: ({ project }) => new EslintQuirk(project),
  },
  ...machineRows,
];

function nodeServer(name: string, file: string, environment: Readonly<Record<string, string | undefined>> = {}, argument = '--stdio') {
  return { program: process.execPath, args: [installedFile(name, ...file.split('/')), argument], environment: { ...NODE_ENVIRONMENT, ...environment } };
}
