// C, C++, Rust and whatever else is compiled to a program of this machine: LLVM's own adapter, or CodeLLDB.

import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '../../../base/isRecord.ts';
import { installCommand } from '../../programs/installCommands.ts';
import { llvmFolders, pathOfProgram } from '../../programs/machinePrograms.ts';
import type { AdapterRow, LaunchArguments, Thrower, WantedProgram } from '../adapters/adapterRow.ts';
import { NATIVE_EXCEPTIONS } from './exceptionClasses.ts';
import { formatterCommands, NO_PYTHON, NO_PYTHON_NOTE } from './lldbFormatters.ts';
import { cppTypeName, isRustProgram, panicMessage } from './nativePrograms.ts';

// Debian and its kin put the version behind the name.
const VERSIONS = Array.from({ length: 12 }, (_, index) => 25 - index);
const NAMES = ['lldb-dap', 'lldb-vscode', ...VERSIONS.flatMap((version) => [`lldb-dap-${version}`, `lldb-vscode-${version}`])];

// Steps pass over the standard libraries, as it does for that of C++ by itself; the names are those that it makes of Rust's.
const OWN_STEPS = 'settings set target.process.thread.step-avoid-regexp ^(std::|core::|alloc::|_\\$LT\\$(std|core|alloc)\\.\\.|<(std|core|alloc)::)';

const INIT: readonly string[] = [OWN_STEPS, ...formatterCommands()];

// The third of the functions in its table; without debug information of the library it has no name here.
const WHAT = '((const char*(*)(void*))((*(void***)$arg1)[2]))((void*)$arg1)';

const THROWERS: readonly Thrower[] = [
  {
    frame: /__cxa_throw/,
    mode: 'thrown',
    type: 'C++ exception',
    // The second argument is the class's type_info, whose second word is its name.
    typeExpression: '((char**)$arg2)[1]',
    typeIn: cppTypeName,
    // Only of these it is known that they can be asked.
    messageExpression: (type) => (/^std::\w+_(?:error|argument|range)$|^std::exception$/.test(type) ? WHAT : undefined),
  },
  {
    // Nothing was unwound when it is called for what nobody catches, so the stack is that of the throw.
    frame: /std::terminate/,
    breakpoint: { function: 'std::terminate', for: ['uncaught'] },
    mode: 'uncaught',
    type: 'C++ exception',
    typeExpression: '((char**(*)())__cxa_current_exception_type)()[1]',
    typeIn: cppTypeName,
  },
  { frame: /_CxxThrowException/, mode: 'thrown', type: 'C++ exception' },
  { frame: /rust_panic/, mode: 'unknown', type: 'panic', messageIn: panicMessage },
];

export const lldb: AdapterRow = {
  id: 'lldb-dap',
  types: ['lldb-dap', 'lldb', 'cppdbg', 'cpp'],
  files: /\.(?:exe|out|elf)$/,
  get install() {
    const packages = {
      apt: 'lldb',
      dnf: 'lldb',
      zypper: 'lldb',
      pacman: 'lldb',
      apk: 'lldb',
      winget: 'LLVM.LLVM',
      otherwise: 'put lldb-dap of LLVM on the PATH',
    };
    return process.platform === 'darwin' ? 'xcode-select --install' : installCommand(packages);
  },
  speaks: 'stdio',
  exceptionClasses: NATIVE_EXCEPTIONS,
  // In its console an expression would be taken for a command.
  evaluateContext: 'watch',
  // It names the breakpoint at which the program stood before, and stops at none while it evaluates.
  explained: (reason) =>
    /interrupted\W.*\bbreakpoint\b/.test(reason)
      ? 'it did not end within the time that lldb gives an expression, and was interrupted. The program stands where it stood.'
      : undefined,
  // It knows only a number, and takes it for "from then on".
  countsNoHits: true,
  keepsConditions: true,
  namesOneBreakpoint: true,
  signalCode: 'plain',
  // A program's errors come through a pipe of ours, or with what it prints through its terminal.
  errorsAreItsOwn: true,
  failing: { words: NO_PYTHON, note: NO_PYTHON_NOTE },
  async find() {
    const program = NAMES.map((name) => pathOfProgram({ program: name, alsoIn: llvmFolders })).find((path) => path !== undefined);
    return program === undefined ? 'there is no lldb-dap on the PATH' : { program, args: [] };
  },
  launch: (wanted) => ({ ...launch(wanted), initCommands: INIT }),
  attachToProcess: (processId) => ({ request: 'attach', pid: processId, initCommands: INIT }),
  // By itself it gives every program a terminal, in which one behaves otherwise: it colours, breaks lines and prints at other times.
  piped: (launch, { input, output, errors }) => {
    if ('stdio' in launch || launch['disableSTDIO'] === true || isRedirected(launch)) return undefined;
    const settings = Object.entries({ input, output, error: errors }).map(([stream, path]) => `settings set target.${stream}-path "${path}"`);
    return { ...launch, initCommands: [...settings, ...commandsIn(launch, 'initCommands')] };
  },
  answersFunctionsInAnyOrder: true,
  // It reads numbers only.
  literal: (value) => (value === 'true' ? '1' : value === 'false' ? '0' : value),
  adapt: (configuration) => ({ ...adapted(configuration), initCommands: [...INIT, ...commandsIn(configuration, 'initCommands')] }),
  test: ({ program, args, cwd }) => ({ ...launch({ path: program, args, environment: {}, stopOnEntry: false }), cwd, initCommands: INIT }),
  // Of Rust it knows no exceptions.
  throwers: THROWERS.map((thrower) =>
    thrower.type === 'panic' ? { ...thrower, breakpoint: { function: 'rust_panic', for: ['caught', 'uncaught', 'tests'] as const } } : thrower,
  ),
};

export const codelldb: AdapterRow = {
  ...lldb,
  id: 'codelldb',
  types: ['lldb', 'codelldb', 'lldb-dap', 'cppdbg', 'cpp'],
  answersFunctionsInAnyOrder: false,
  literal: (value) => value,
  ownWords: /^Stop reason: /,
  errorsAreItsOwn: false,
  // It would stop at every throw, though most are caught.
  usualFilters: ['rust_panic'],
  testFilters: [{ filter: 'rust_panic' }],
  throwers: THROWERS,
  install: 'the CodeLLDB extension of VS Code, or its codelldb on the PATH',
  async find() {
    const program = pathOfProgram({ program: 'codelldb', alsoIn: extensionFolders });
    return program === undefined ? 'there is no codelldb on the PATH' : { program, args: [] };
  },
  launch: (wanted) => ({ ...launch(wanted), env: wanted.environment, ...ofCodelldb(wanted.path) }),
  test: ({ program, args, cwd }) => ({ program, args, cwd, ...ofCodelldb(program) }),
  attachToProcess: (processId) => ({ request: 'attach', pid: processId, ...ofCodelldb(programOf(processId)) }),
  adapt: (configuration) => {
    const ours = ofCodelldb(configuration['program'] ?? programOf(configuration['pid']));
    const both = (list: string) => ({ [list]: [...commandsIn(ours, list), ...commandsIn(configuration, list)] });
    return { ...ours, ...adapted(configuration), ...both('initCommands'), ...both('preRunCommands'), terminal: 'console', env: variablesIn(configuration) };
  },
};

function launch({ path, args, environment, stopOnEntry }: WantedProgram): LaunchArguments {
  return { program: path, args, env: pairs(environment), stopOnEntry };
}

// Its own simple expressions know no calls, and the compiler's know no Rust.
function ofCodelldb(program: unknown): LaunchArguments {
  return {
    terminal: 'console',
    initCommands: formatterCommands(),
    ...(typeof program === 'string' && isRustProgram(program)
      ? {
          expressions: 'simple',
          sourceLanguages: ['rust'],
          // The compiler's own formatters take None for Some where both share their bytes, and then read what is not there.
          preRunCommands: ['type category disable Rust', 'type category enable binnacle'],
        }
      : { expressions: 'native' }),
  };
}

// Of Microsoft's extension: other names for the same things.
function adapted(configuration: LaunchArguments): LaunchArguments {
  const {
    environment: _environment,
    stopAtEntry,
    MIMode: _mode,
    miDebuggerPath: _path,
    setupCommands: _commands,
    // Terminals of a window that is not here.
    externalConsole: _external,
    console: _console,
    terminal: _terminal,
    runInTerminal: _inTerminal,
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

function commandsIn(launch: LaunchArguments, list: string): readonly unknown[] {
  const commands = launch[list];
  return Array.isArray(commands) ? commands : [];
}

// By one of the commands that it is given.
function isRedirected(launch: LaunchArguments): boolean {
  const lists = ['initCommands', 'preRunCommands', 'targetCreateCommands', 'processCreateCommands', 'launchCommands'];
  return lists.some((list) => /(?:input|output|error)-path|process launch/.test(JSON.stringify(launch[list] ?? '')));
}

// Undefined where the system does not say.
function programOf(processId: unknown): string | undefined {
  try {
    return process.platform === 'linux' ? readlinkSync(`/proc/${Number(processId)}/exe`) : undefined;
  } catch {
    // It has ended, or belongs to somebody else; its debugger will say so.
    return undefined;
  }
}
