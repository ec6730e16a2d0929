// Loads test files with a node:test that only writes down: which tests there are, without running one.
import Module, { register } from 'node:module';
import * as real from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { report } from '../../javascript/reporting.ts';

const shim = process.env['BINNACLE_TEST_SHIM'] ?? '';

type Named = (...given: readonly unknown[]) => Promise<void>;

const suites: string[] = [];
let file = '';

const asTest = withVariants((...given) => {
  report({ event: 'listed', file, suite: [...suites], name: nameOf(given), line: lineHere() });
  return Promise.resolve();
});
const asSuite = withVariants((...given) => {
  const body = given.find((one) => typeof one === 'function');
  suites.push(nameOf(given));
  try {
    if (typeof body === 'function') body({});
  } finally {
    suites.pop();
  }
  return Promise.resolve();
});
const nothing = () => {};
const surface = Object.assign(asTest, {
  run: real.run,
  default: asTest,
  test: asTest,
  it: asTest,
  describe: asSuite,
  suite: asSuite,
  before: nothing,
  after: nothing,
  beforeEach: nothing,
  afterEach: nothing,
  mock: real.mock,
});

Object.assign(globalThis, { binnacleNodeTest: surface });
replaceRequired();
// Imports are resolved in a thread of their own.
register(
  `data:text/javascript,${encodeURIComponent(`export async function resolve(specifier, context, next) {
  if ((specifier === 'node:test' || specifier === 'test') && context.parentURL !== ${JSON.stringify(pathToFileURL(shim).href)}) return { url: ${JSON.stringify(pathToFileURL(shim).href)}, format: 'module', shortCircuit: true };
  return next(specifier, context);
}`)}`,
);
void main(process.argv.slice(2));

async function main(files: readonly string[]): Promise<void> {
  for (const path of files) {
    file = path;
    try {
      await import(pathToFileURL(path).href);
    } catch (error) {
      report({ event: 'problem', file: path, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  process.exit(0);
}

function replaceRequired(): void {
  if (!('_load' in Module) || typeof Module._load !== 'function') return;
  const load = Module._load;
  Object.assign(Module, {
    _load(request: string, ...rest: readonly unknown[]): unknown {
      return request === 'node:test' ? surface : load.call(Module, request, ...rest);
    },
  });
}

function withVariants(named: Named): Named & Record<'skip' | 'todo' | 'only', Named> {
  return Object.assign(named, {
    skip: (...given: readonly unknown[]) => named(...given),
    todo: (...given: readonly unknown[]) => named(...given),
    only: (...given: readonly unknown[]) => named(...given),
  });
}

function nameOf(given: readonly unknown[]): string {
  const [first] = given;
  if (typeof first === 'string') return first;
  const body = given.find((one) => typeof one === 'function');
  return typeof body === 'function' && body.name !== '' ? body.name : '<anonymous>';
}

// The innermost frame in the test file.
function lineHere(): number | undefined {
  for (const frame of (new Error('here').stack ?? '').split('\n')) {
    const [, place = '', line] = /((?:file:\/\/|\/|[A-Za-z]:\\)[^)]*?):(\d+):\d+\)?$/.exec(frame) ?? [];
    if (place !== '' && (place.startsWith('file:') ? fileURLToPath(place) : place) === file) return Number(line);
  }
  return undefined;
}
