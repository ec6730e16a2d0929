// Go under Delve, which builds what it runs: the binary goes to a folder of ours, never into the project.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { goFolders, pathOfProgram } from '../../languages/machinePrograms.ts';
import type { AdapterPlace, AdapterRow, LaunchArguments } from '../adapterRow.ts';

export const delve: AdapterRow = {
  id: 'dlv',
  types: ['go', 'dlv', 'delve'],
  files: /\.go$/,
  install: 'go install github.com/go-delve/delve/cmd/dlv@latest',
  speaks: { listeningAt: /DAP server listening at: .*?:(\d+)/ },
  evaluateContext: 'repl',
  // It does, though it does not say so in every version.
  logPoints: true,
  // It has no filters: at a panic that nobody recovers from it stops by itself.
  stopsAtUncaught: true,
  throwers: [
    {
      frame: /^runtime\.gopanic$/,
      breakpoint: { function: 'runtime.gopanic', for: ['caught'] },
      mode: 'thrown',
      type: 'panic',
      messageExpression: () => 'e.(data)',
    },
    { frame: /^testing\.\(\*common\)\.Fail$/, breakpoint: { function: 'testing.(*common).Fail', for: ['tests'] }, mode: 'uncaught', type: 'test failure' },
  ],
  async find() {
    const program = pathOfProgram({ program: 'dlv', alsoIn: goFolders });
    return program === undefined ? 'there is no dlv on the PATH' : { program, args: ['dap', '--listen=127.0.0.1:0'] };
  },
  // It builds in its own folder, which must be inside the module.
  folderFor: (launch) => (typeof launch['program'] === 'string' && launch['mode'] !== 'exec' ? moduleFolder(launch['program']) : undefined),
  launch: ({ path, args, environment, stopOnEntry }, place) => ({
    ...building(place),
    mode: path.endsWith('_test.go') ? 'test' : 'debug',
    program: extname(path) === '.go' ? dirname(path) : path,
    args,
    cwd: extname(path) === '.go' ? dirname(path) : path,
    env: environment,
    stopOnEntry,
  }),
  async test({ path, name }, place) {
    if (!path.endsWith('_test.go')) return 'it is no _test.go file';
    const pattern = name === undefined ? testsIn(path) : name;
    return { ...building(place), mode: 'test', program: dirname(path), cwd: dirname(path), args: ['-test.v', '-test.run', anchored(pattern)] };
  },
  attachToProcess: (processId) => ({ request: 'attach', mode: 'local', processId }),
  adapt: (configuration, place) => ({ ...building(place), ...configuration, ...modeOf(configuration) }),
};

function building(place: AdapterPlace): LaunchArguments {
  return { output: join(place.scratch, `debug-${process.pid}-${Date.now().toString(36)}${process.platform === 'win32' ? '.exe' : ''}`), outputMode: 'remote' };
}

// VS Code's extension chooses where the file says auto.
function modeOf(configuration: LaunchArguments): LaunchArguments {
  if (configuration['mode'] !== undefined && configuration['mode'] !== 'auto') return {};
  return { mode: String(configuration['program'] ?? '').endsWith('_test.go') ? 'test' : 'debug' };
}

// TestTotal/empty is a test inside another; each part is matched by itself.
function anchored(name: string): string {
  return name
    .split('/')
    .map((part) => (part.startsWith('(') ? `^${part}$` : `^${part.replaceAll(' ', '_').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`))
    .join('/');
}

function testsIn(path: string): string {
  const names = [...readFileSync(path, 'utf8').matchAll(/^func (Test\w*|Example\w*|Fuzz\w*)\(/gm)].map((match) => match[1]);
  return `(${names.join('|')})`;
}

function moduleFolder(program: string): string {
  const start = extname(program) === '.go' ? dirname(program) : program;
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) if (existsSync(join(folder, 'go.mod'))) return folder;
  return start;
}
