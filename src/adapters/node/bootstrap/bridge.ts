// The bridge: a thread that speaks with the inspector of the main thread and carries its messages to the adapter and back, also while the program is paused.
import { rmSync } from 'node:fs';
import { Session } from 'node:inspector';
import { connect } from 'node:net';
import { basename, dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';

export const BRIDGE = 'binnacleBridge';

export const CONNECTING = 0;
export const WAITING = 1;
export const GOING = 2;
// In the second place: everything that V8 has said is with the adapter.
export const SAID = 1;

export interface BridgeData {
  readonly [BRIDGE]: true;
  readonly address: string;
  readonly state: Int32Array;
  readonly hello: Record<string, unknown>;
}

export function isBridgeData(value: unknown): value is BridgeData {
  return typeof value === 'object' && value !== null && BRIDGE in value;
}

// One message is one line of JSON: {id, method, params} for the inspector, {go} to let the program run, {release} to leave it alone for good.
export function runBridge({ address, state, hello }: BridgeData): void {
  const session = new Session();
  const socket = connect(address);
  let released = false;
  const send = (message: object) => socket.write(`${JSON.stringify(message)}\n`);
  const go = () => {
    Atomics.store(state, 0, GOING);
    Atomics.notify(state, 0);
  };
  const wake = () => Atomics.notify(state, 0);
  const said = () => {
    Atomics.store(state, 1, SAID);
    Atomics.notify(state, 1);
  };
  // The program leaves. What is asked now is answered behind everything that was said before, and the socket takes it in that order.
  parentPort?.on('message', () => session.post('Runtime.getIsolateId', () => socket.write('', said)));
  // The socket keeps this thread, not the port.
  parentPort?.unref();

  socket.on('connect', () => {
    session.connectToMainThread();
    session.on('inspectorNotification', send);
    Atomics.store(state, 0, WAITING);
    wake();
    send({ hello });
  });
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) obey(JSON.parse(line));
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    said();
    // Nobody is there who could end or resume what was launched to be debugged, so it does not outlive its debugger.
    if (!released && Atomics.load(state, 0) !== CONNECTING) {
      forgetAddress(address);
      endProcess();
    }
    go();
  });

  function obey(message: { id?: number; method?: string; params?: object; go?: true; release?: true }): void {
    if (message.go) go();
    else if (message.release) {
      released = true;
      said();
      session.disconnect();
      go();
      socket.end();
    } else if (message.method !== undefined) {
      session.post(message.method, message.params, (error, result) =>
        send({ id: message.id, ...(error ? { error: { message: error.message } } : { result }) }),
      );
      wake();
    }
  }
}

// An adapter that was killed could not take its folder away.
function forgetAddress(address: string): void {
  const folder = dirname(address);
  if (process.platform !== 'win32' && basename(folder).startsWith('binnacle-debug-')) rmSync(folder, { recursive: true, force: true });
}

function endProcess(): void {
  // Together: the adapter made the first process the leader of a group, and one that sees another of it end may still say something about that.
  if (process.platform !== 'win32') process.kill(OWN_GROUP, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
}

// As the system counts.
const OWN_GROUP = 0;
