// C, C++, Rust and whatever else is compiled to a program of this machine: LLVM's own adapter, or CodeLLDB.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { byPlatform, llvmFolders, pathOfProgram } from '../../languages/machinePrograms.ts';
import type { AdapterPlace, AdapterRow, LaunchArguments, WantedProgram } from '../adapterRow.ts';

// Debian and its kin put the version behind the name.
const VERSIONS = Array.from({ length: 12 }, (_, index) => 25 - index);
const NAMES = ['lldb-dap', 'lldb-vscode', ...VERSIONS.flatMap((version) => [`lldb-dap-${version}`, `lldb-vscode-${version}`])];

export const lldb: AdapterRow = {
  id: 'lldb-dap',
  types: ['lldb-dap', 'lldb', 'cppdbg', 'cpp'],
  files: /\.(?:exe|out|elf)$/,
  install: byPlatform({ linux: 'sudo apt install lldb', darwin: 'xcode-select --install', win32: 'winget install LLVM.LLVM' }),
  speaks: 'stdio',
  // In its console an expression would be taken for a command.
  evaluateContext: 'watch',
  async find() {
    const program = NAMES.map((name) => pathOfProgram({ program: name, alsoIn: llvmFolders })).find((path) => path !== undefined);
    return program === undefined ? 'there is no lldb-dap on the PATH' : { program, args: [] };
  },
  launch,
  attachToProcess: (processId) => ({ request: 'attach', pid: processId }),
  adapt: adapted,
};

export const codelldb: AdapterRow = {
  ...lldb,
  id: 'codelldb',
  types: ['lldb', 'codelldb', 'lldb-dap', 'cppdbg', 'cpp'],
  // It would stop at every throw, though most are caught.
  usualFilters: [],
  install: 'the CodeLLDB extension of VS Code, or its codelldb on the PATH',
  async find() {
    const program = pathOfProgram({ program: 'codelldb', alsoIn: extensionFolders });
    return program === undefined ? 'there is no codelldb on the PATH' : { program, args: [] };
  },
  launch: (wanted, place) => ({ ...launch(wanted), env: wanted.environment, ...ofCodelldb(place) }),
  attachToProcess: (processId) => ({ request: 'attach', pid: processId }),
  adapt: (configuration, place) => ({ ...ofCodelldb(place), ...adapted(configuration), env: variablesIn(configuration) }),
};

function launch({ path, args, environment, stopOnEntry }: WantedProgram): LaunchArguments {
  return { program: path, args, env: pairs(environment), stopOnEntry };
}

// Its own simple expressions know no calls, and the compiler's know no Rust.
function ofCodelldb({ root }: AdapterPlace): LaunchArguments {
  return { terminal: 'console', expressions: existsSync(join(root, 'Cargo.toml')) ? 'simple' : 'native' };
}

// Of Microsoft's extension: other names for the same things.
function adapted(configuration: LaunchArguments): LaunchArguments {
  const {
    environment: _environment,
    stopAtEntry,
    MIMode: _mode,
    miDebuggerPath: _path,
    setupCommands: _commands,
    externalConsole: _console,
    ...rest
  } = configuration;
  return { ...rest, ...(stopAtEntry !== undefined && { stopOnEntry: stopAtEntry === true }), env: pairs(variablesIn(configuration)) };
}

// By name, or in Microsoft's list of names and values.
function variablesIn({ env, environment }: LaunchArguments): Record<string, unknown> {
  const entries: readonly unknown[] = Array.isArray(environment) ? environment : [];
  const listed = entries.flatMap((entry) => (isRecord(entry) ? [[String(entry['name']), String(entry['value'])]] : []));
  return { ...Object.fromEntries(listed), ...(isRecord(env) ? env : {}) };
}

// Older ones understand only this form.
function pairs(environment: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(environment).map(([name, value]) => `${name}=${String(value)}`);
}

function extensionFolders(): string[] {
  return ['.vscode', '.vscode-server', '.vscode-oss', '.cursor'].flatMap((editor) => {
    const extensions = join(homedir(), editor, 'extensions');
    const names = existsSync(extensions) ? readdirSync(extensions).filter((name) => name.startsWith('vadimcn.vscode-lldb-')) : [];
    return names.map((name) => join(extensions, name, 'adapter'));
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
