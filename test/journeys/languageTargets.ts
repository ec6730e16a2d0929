// How the program of the golden debug sessions is run and spoken of in Python, Go, C++ and Rust, under each debugger.
import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type SessionTarget, usualStops } from '../support/debugSession.ts';
import type { ToolName } from '../support/testTools.ts';
import { CPP, GO, PYTHON, RUST } from './languagePrograms.ts';

export interface LanguageTarget extends SessionTarget {
  readonly files: Readonly<Record<string, string>>;
  readonly tool: ToolName;
  // Where the debugger is found: on the PATH, or among Python's packages.
  readonly environment: (tool: { readonly folder: string; readonly command: readonly string[] }) => Readonly<Record<string, string>>;
  // What it cannot be without, and nobody can fetch.
  readonly compiler?: string;
  build?(folder: string): void;
  readonly stops: readonly string[];
}

const onPath = ({ command }: { command: readonly string[] }) => ({ PATH: `${dirname(command[0] ?? '')}:${process.env['PATH'] ?? ''}` });
const started = (given: Readonly<Record<string, unknown>>): SessionTarget['start'] => ({ tool: 'start_debug_session', arguments: { ...given, timeout: 120 } });
// With whatever type it has.
const changing = ['rounds(?:: [\\w ]+)?'];

// The usual ones, then the session for breakpoints on data: where nothing has any, it goes on to the next one of another kind.
const stops = (written: string) => [
  ...usualStops,
  'start: @total (breakpoint)',
  'step_into: @begin (step)',
  'step_over: @each (step)',
  `resume: ${written} (breakpoint)`,
  'stop_debug_session: ended',
];

const cpp = {
  file: 'shop.cpp',
  files: { 'shop.cpp': CPP },
  start: started({ program: 'shop' }),
  words: {
    condition: 'item.cents > 40',
    log: '{item.count} of {item.cents}',
    watch: 'sum',
    function: 'greet',
    nested: ['cart', 'owner', 'address'],
    evaluate: 'cart.owner.address.zip',
    throwing: 'cart.shop.name',
    inCaller: 'limit',
    set: { name: 'sum', value: '1000' },
    go: { name: 'waiting', value: 'false' },
    caught: 'range_error',
    uncaught: 'logic_error',
  },
  changing,
  compiler: 'g++',
  build: (folder: string) => void execFileSync('g++', ['-g', '-O0', '-pthread', '-o', 'shop', 'shop.cpp'], { cwd: folder }),
} as const;

// Whoever moves his home keeps his compilers.
const rustHomes = () => ({
  RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup'),
  CARGO_HOME: process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'),
});

const rust = {
  file: 'src/main.rs',
  files: { 'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n', 'src/main.rs': RUST },
  start: started({ configuration_name: 'cargo: shop' }),
  words: {
    condition: 'item.cents > 40',
    log: '{item.count} of {item.cents}',
    watch: 'sum',
    function: 'greet',
    nested: ['cart', 'owner', 'address'],
    evaluate: 'cart.owner.name',
    throwing: 'cart.shop.name',
    inCaller: 'limit',
    set: { name: 'sum', value: '1000' },
    go: { name: 'waiting', value: 'false' },
    caught: 'panic',
    uncaught: 'panic',
  },
  changing,
  compiler: 'cargo',
} as const;

export const languageTargets: Readonly<Record<string, LanguageTarget>> = {
  python: {
    file: 'shop.py',
    files: { 'shop.py': PYTHON },
    tool: 'debugpy',
    environment: ({ folder }) => ({ PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }),
    start: started({ program: 'shop.py' }),
    words: {
      condition: 'item.cents > 40',
      log: '{item.count} of {item.name}',
      watch: 'sum',
      function: 'greet',
      nested: ['cart', "'owner'", "'address'"],
      evaluate: '[item.name for item in cart["items"]]',
      throwing: 'cart["shop"]["name"]',
      inCaller: 'cart["owner"]["name"]',
      set: { name: 'sum', value: '1000' },
      go: { name: 'waiting', value: 'False' },
      caught: 'ValueError',
      uncaught: 'TypeError',
    },
    changing,
    stops: stops('@add'),
  },
  go: {
    file: 'main.go',
    files: { 'go.mod': 'module shop\n\ngo 1.21\n', 'main.go': GO },
    tool: 'dlv',
    // What was built once is found in spite of another home.
    // Go's scheduler interrupts a loop every ten milliseconds. In the handler of that signal Delve sees another stack, in two of a hundred pauses.
    environment: (tool) => ({
      ...onPath(tool),
      GOCACHE: execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim(),
      GODEBUG: 'asyncpreemptoff=1',
    }),
    start: started({ configuration_name: 'go: .' }),
    words: {
      condition: 'item.Cents > 40',
      log: '{item.Count} of {item.Name}',
      watch: 'sum',
      function: 'main.greet',
      nested: ['cart', 'Owner', 'Address'],
      evaluate: 'len(cart.Items)',
      throwing: 'cart.Shop.Name',
      inCaller: 'limit',
      set: { name: 'sum', value: '1000' },
      go: { name: 'waiting', value: 'false' },
      caught: undefined,
      uncaught: undefined,
    },
    changing,
    compiler: 'go',
    stops: stops('@add'),
  },
  'cpp-codelldb': { ...cpp, tool: 'codelldb', environment: onPath, stops: stops('@each') },
  'cpp-lldb-dap': { ...cpp, tool: 'lldb-dap', environment: onPath, stops: stops('@each') },
  'rust-codelldb': { ...rust, tool: 'codelldb', environment: (tool) => ({ ...onPath(tool), ...rustHomes() }), stops: stops('@each') },
  // It takes expressions for C++, in which a reference is a pointer.
  'rust-lldb-dap': {
    ...rust,
    words: { ...rust.words, condition: 'item->cents > 40', log: '{item->count} of {item->cents}' },
    tool: 'lldb-dap',
    environment: (tool) => ({ ...onPath(tool), ...rustHomes() }),
    stops: stops('@each'),
  },
};
