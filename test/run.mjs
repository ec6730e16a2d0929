// Every test there is, the fast layers first; the last line says how many passed and failed. `npm test -- doors` runs what matches, `npm test -- --all` also every version of the runners, `--all-languages` every language whose server is fetched.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

const [filters, options] = split(process.argv.slice(2));
if (filters.length === 0 && Object.keys(options).length === 0) fetchToolsMeanwhile();
const vitest = await startVitest('test', filters, { watch: false, reporters: ['default'], passWithNoTests: true, ...options });
const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const count = (state) => tests.filter((test) => test.result().state === state).length;

// A file that could not even be read has no tests to fail, and a stray rejection belongs to none.
const brokenFiles = modules.filter(
  (module) => module.state() === 'failed' && [...module.children.allTests()].every((test) => test.result().state !== 'failed'),
);
const strayErrors = vitest.state.getUnhandledErrors();
const skipped = tests.filter((test) => test.result().state === 'skipped');
const failed = count('failed') + brokenFiles.length + strayErrors.length;

if (brokenFiles.length > 0) console.log(`could not run: ${brokenFiles.map((module) => module.relativeModuleId).join(', ')}`);
for (const test of skipped) console.log(`skipped: ${test.fullName}${test.result().note ? ` (${test.result().note})` : ''}`);
await vitest.close();
const nothing = tests.length === 0;
if (nothing) console.log(`no test matches ${filters.join(' ') || 'anything'}`);
console.log(`${count('passed')} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`);
// Whatever a test left open must not keep the run from ending.
process.exit(failed > 0 || nothing ? 1 : 0);

// Plain words match paths of test files; --project NAME and -t PATTERN are vitest's own.
function split(args) {
  const filters = [];
  const options = {};
  for (let index = 0; index < args.length; index++) {
    if (args[index] === '--project') options.project = [...(options.project ?? []), args[++index]];
    else if (args[index] === '-t') options.testNamePattern = args[++index];
    else if (args[index] === '--all') process.env.BINNACLE_EVERY_VERSION = '1';
    else if (args[index] === '--all-languages') process.env.BINNACLE_EVERY_LANGUAGE = '1';
    else filters.push(args[index]);
  }
  return [filters, options];
}

// It ends with us, because we hold its channel.
function fetchToolsMeanwhile() {
  const script = fileURLToPath(new URL('fetchTools.mjs', import.meta.url));
  spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: process.platform !== 'win32' }).unref();
}
