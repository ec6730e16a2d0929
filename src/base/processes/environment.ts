// The environment of whoever the work at hand is for: each connection brings its own, and everything that is started on its way gets that one.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Environment } from './minimalEnvironment.ts';

const ofWork = new AsyncLocalStorage<Environment>();

// The work and all that it waits for. Undefined changes nothing.
export function inEnvironment<Value>(environment: Environment | undefined, work: () => Value): Value {
  return environment === undefined ? work() : ofWork.run(environment, work);
}

// Outside of any such work, that of this process.
export function currentEnvironment(): Environment {
  return ofWork.getStore() ?? process.env;
}

// Windows ignores case.
export function variable(name: string): string | undefined {
  const environment = currentEnvironment();
  if (environment[name] !== undefined || process.platform !== 'win32') return environment[name];
  return Object.entries(environment).find(([each]) => each.toUpperCase() === name.toUpperCase())?.[1];
}
