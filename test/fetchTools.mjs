// Fetches what the tests of a whole run need, as a process that yields to them and ends with the one that started it.
import { constants, setPriority } from 'node:os';
import { importTypescript } from '../scripts/typescript.mjs';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// With whatever it has started: it leads a group of its own.
process.once('disconnect', () => {
  if (process.platform !== 'win32') process.kill(-process.pid, 'SIGTERM');
  process.exit();
});
const { fetchAhead } = await importTypescript('test/support/toolsAhead.ts');
await fetchAhead();
process.disconnect?.();
