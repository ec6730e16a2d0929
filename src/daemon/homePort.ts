// The port that URLs of clients are configured with: chosen once and kept, so that what was written once still leads here tomorrow.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PORTS_TRIED, USUAL_PORT } from '../transports/listeners.ts';
import { createPrivateFile, writePrivateFile } from './folders.ts';
import { liveInstances } from './instances/discovery.ts';

// What a person set is stronger than what was kept. Undefined before the first daemon or URL.
export function homePort(state: string, set: number | undefined): number | undefined {
  return set ?? readPort(join(state, 'port')) ?? (liveInstances(state).some(({ port }) => port === USUAL_PORT) ? USUAL_PORT : undefined);
}

// What is kept from now on: where several processes choose at once, the first one's.
export function keepHomePort(state: string, port: number): number {
  const file = join(state, 'port');
  if (createPrivateFile(file, `${port}\n`)) return port;
  const first = readPort(file);
  if (first !== undefined) return first;
  writePrivateFile(file, `${port}\n`);
  return port;
}

// For a URL that is written before any daemon has run: the first that is free becomes the home port.
export async function chooseHomePort(state: string, set: number | undefined): Promise<number> {
  const known = homePort(state, set);
  if (known !== undefined) return known;
  for (let port = USUAL_PORT; port < USUAL_PORT + PORTS_TRIED; port++) {
    if (!(await isFree(port))) continue;
    return keepHomePort(state, port);
  }
  return USUAL_PORT;
}

// Whether a program that is not Binnacle may be listening there.
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

// A file that somebody garbled names no port; the next daemon chooses again.
function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8').trim());
    return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : undefined;
  } catch {
    return undefined;
  }
}
