// Go under Delve, which builds what it runs: the binary goes to a folder of ours, never into the project.
import { dirname, extname } from 'node:path';
import { goFolders, pathOfProgram } from '../../programs/machinePrograms.ts';
import type { AdapterPlace, AdapterRow, LaunchArguments } from '../adapters/adapterRow.ts';
import { goExpressionProblem } from './goExpressions.ts';
import { builtPath, goProgram, moduleOf } from './goPrograms.ts';

export const delve: AdapterRow = {
  id: 'dlv',
  types: ['go', 'dlv', 'delve'],
  files: /\.go$/,
  install: 'go install github.com/go-delve/delve/cmd/dlv@latest',
  speaks: { listeningAt: /DAP server listening at: .*?:(\d+)/ },
  evaluateContext: 'repl',
  expressionProblem: goExpressionProblem,
  input: 'inherited',
  signalCode: 'negative',
  ownWords: /^Building /,
  conditionFailure: /^error evaluating expression: |^condition expression /,
  // A goroutine that runs has a thread of the system behind its name.
  isWaiting: (thread) => /^\*? ?\[Go \d+\]/.test(thread) && !/\(Thread \d+\)$/.test(thread),
  pagesElements: true,
  // A signal that the runtime of Go ignores, wherever it comes from.
  interruption: { calls: /^\s*call\b/, signal: 'SIGWINCH', function: 'runtime.sighandler', condition: 'sig == 28', frame: 'runtime.debugCallWrap1' },
  // It does, though it does not say so in every version.
  logPoints: true,
  haltsForBreakpoints: true,
  exceptionClasses: ['panic'],
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
  launch: async ({ path, args, environment, stopOnEntry }, place) => ({
    ...building(place),
    mode: 'debug',
    ...(extname(path) === '.go' ? await goProgram(path, place) : { program: path }),
    args,
    cwd: extname(path) === '.go' ? dirname(path) : path,
    env: environment,
    stopOnEntry,
  }),
  test: ({ program, args, cwd }, place) => ({ ...building(place), mode: 'test', program, cwd, args }),
  attachToProcess: (processId) => ({ request: 'attach', mode: 'local', processId }),
  adapt: (configuration, place) => ({ ...building(place), ...configuration, ...modeOf(configuration) }),
};

function building(place: AdapterPlace): LaunchArguments {
  return { output: builtPath(place), outputMode: 'remote' };
}

// VS Code's extension chooses where the file says auto.
function modeOf(configuration: LaunchArguments): LaunchArguments {
  if (configuration['mode'] !== undefined && configuration['mode'] !== 'auto') return {};
  return { mode: String(configuration['program'] ?? '').endsWith('_test.go') ? 'test' : 'debug' };
}

function moduleFolder(program: string): string {
  const start = extname(program) === '.go' ? dirname(program) : program;
  return moduleOf(start) ?? start;
}
