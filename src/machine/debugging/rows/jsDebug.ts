// JavaScript under js-debug, VS Code's own debugger, for whoever has it and names it: `"type": "js-debug"` in launch.json.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { variable } from '../../../base/processes/environment.ts';
import { pathOfProgram } from '../../programs/machinePrograms.ts';
import { NODE_ENVIRONMENT } from '../../programs/ourEngines.ts';
import type { AdapterPlace, AdapterRow, LaunchArguments } from '../adapters/adapterRow.ts';
import { JAVASCRIPT_EXCEPTIONS } from './exceptionClasses.ts';

const AT_A_FREE_PORT = ['0', '127.0.0.1'];

export const jsDebug: AdapterRow = {
  id: 'js-debug',
  types: ['js-debug'],
  // Our own adapter runs whatever is not configured to run under this one.
  files: /(?!)/,
  install: 'js-debug-dap of https://github.com/microsoft/vscode-js-debug/releases, with its js-debug-adapter on the PATH',
  speaks: { listeningAt: /listening at .*?:(\d+)\s/i },
  evaluateContext: 'repl',
  exceptionClasses: JAVASCRIPT_EXCEPTIONS,
  async find() {
    const program = ['js-debug-adapter', 'js-debug'].map((name) => pathOfProgram({ program: name })).find((path) => path !== undefined);
    if (program !== undefined) return { program, args: AT_A_FREE_PORT };
    const server = servers().find((path) => existsSync(path));
    return server === undefined
      ? 'there is no js-debug-adapter on the PATH'
      : { program: process.execPath, args: [server, ...AT_A_FREE_PORT], environment: NODE_ENVIRONMENT };
  },
  launch: ({ path, args, environment, stopOnEntry }, place) => ({ ...base(place), program: path, args, env: environment, stopOnEntry }),
  usualPort: 9229,
  attachToPort: (host, port) => ({ type: 'pwa-node', request: 'attach', address: host, port }),
  adapt: (configuration, place) => ({ ...base(place), ...configuration, type: 'pwa-node', console: 'internalConsole' }),
};

// Without the folder, breakpoints in compiled sources are silently missed.
function base({ root }: AdapterPlace): LaunchArguments {
  return { type: 'pwa-node', request: 'launch', cwd: root, __workspaceFolder: root, console: 'internalConsole', outputCapture: 'std' };
}

// Where Neovim's installer puts it.
function servers(): string[] {
  const data = variable('XDG_DATA_HOME') ?? join(homedir(), '.local', 'share');
  return [join(data, 'nvim', 'mason', 'packages', 'js-debug-adapter', 'js-debug', 'src', 'dapDebugServer.js')];
}
