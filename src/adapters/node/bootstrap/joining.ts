// How a process waits for its debugger: a bridge runs in a thread of its own, and the main thread stays interruptible until the adapter says go.
import { Worker } from 'node:worker_threads';
import { BRIDGE, type BridgeData, CONNECTING, GOING, SAID, WAITING } from './bridge.ts';

// A listening adapter answers within a millisecond; one that is gone must not keep the program.
const CONNECT_BOUND = 10_000;
// The bridge needs a few milliseconds to say the last of it; one that is gone must not keep the program.
const FAREWELL = 1_000;

export function joinAdapter(address: string, program: string): void {
  const state = new Int32Array(new SharedArrayBuffer(8));
  const workerData: BridgeData = {
    [BRIDGE]: true,
    address,
    state,
    hello: { pid: process.pid, parent: process.ppid, argv: process.argv, execArgv: process.execArgv, cwd: process.cwd(), version: process.version },
  };
  // Without options and environment of its own it would run every preloaded module of the program, this one included. With the program's output it
  // would open that, and a program that writes to it by itself would then find it not ready (EAGAIN) where a plain pipe waits.
  const bridge = new Worker(program, { workerData, execArgv: [], env: {}, stdout: true, stderr: true });
  bridge.unref();
  // The program must not fall when its debugger does.
  bridge.on('error', () => {});
  process.on('exit', () => awaitLastWords(bridge, state));
  const end = Date.now() + CONNECT_BOUND;
  // In short waits: the inspector interrupts running code, not a sleeping thread.
  while (Atomics.load(state, 0) === CONNECTING && Date.now() < end) Atomics.wait(state, 0, CONNECTING, 1);
  while (Atomics.load(state, 0) === WAITING) Atomics.wait(state, 0, WAITING, 1);
}

// The bridge ends with this thread, and what V8 has said last, as log messages of breakpoints, may still be on its way through it.
function awaitLastWords(bridge: Worker, state: Int32Array): void {
  if (Atomics.load(state, 0) !== GOING || Atomics.load(state, 1) === SAID) return;
  bridge.postMessage('leaving');
  const end = Date.now() + FAREWELL;
  while (Atomics.load(state, 1) !== SAID && Date.now() < end) Atomics.wait(state, 1, 0, 1);
}
