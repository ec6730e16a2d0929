// Runs first in every process of a debuggee: joins it to the adapter that waits at an address in the environment.
import { isMainThread, workerData } from 'node:worker_threads';
import { isBridgeData, runBridge } from './bridge.ts';
import { askWhatToExpect, holdModules } from './holding.ts';
import { joinAdapter } from './joining.ts';

// A package manager is only the way to the program: nobody wants to debug it, and its children find the address themselves.
const PACKAGE_MANAGER = /[\\/](?:npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack)(?:-cli)?(?:\.[cm]?js)?$/;

// Node's own test runner and watcher run the program in children, and have no inspector themselves.
const RUNS_CHILDREN = /^--(?:test|watch)$/;

const address = process.env['BINNACLE_DEBUGGER'];

if (!isMainThread && isBridgeData(workerData)) runBridge(workerData);
else if (address !== undefined && !PACKAGE_MANAGER.test(process.argv[1] ?? '') && !process.execArgv.some((option) => RUNS_CHILDREN.test(option))) {
  holdModules(__filename);
  if (isMainThread) joinAdapter(address, __filename);
  else askWhatToExpect();
}
