// Starts the adapter with what V8 has compiled of it before: a session begins while somebody waits, and compiling would be a third of the start.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';

const BODY = join(__dirname, 'nodeAdapterBody.cjs');
const { size, mtimeMs } = statSync(BODY);
const folder = join(
  (process.platform === 'win32' ? process.env['LOCALAPPDATA'] : process.env['XDG_CACHE_HOME']) || join(homedir(), '.cache'),
  'binnacle',
  'compiled',
);
// V8 itself compares no more than the length of a source.
const name = `nodeAdapter-${process.version}-${process.arch}-${size}-${Math.round(mtimeMs)}`;

const cachedData = compiledBefore();
const script = new Script(Module.wrap(readFileSync(BODY, 'utf8')), { filename: BODY, ...(cachedData !== undefined && { cachedData }) });
// After the session, when also what it has used is compiled.
if (cachedData === undefined || script.cachedDataRejected === true) process.on('exit', keepCompiled);
const program: unknown = script.runInThisContext();
if (typeof program === 'function') Reflect.apply(program, undefined, [{}, createRequire(BODY), { exports: {} }, BODY, __dirname]);

function compiledBefore(): Buffer | undefined {
  try {
    return readFileSync(join(folder, name));
  } catch {
    // The first start on this machine.
    return undefined;
  }
}

function keepCompiled(): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const aside = join(folder, `${name}.${process.pid}`);
    writeFileSync(aside, script.createCachedData(), { mode: 0o600 });
    renameSync(aside, join(folder, name));
    for (const old of readdirSync(folder)) if (old.startsWith('nodeAdapter-') && old !== name) rmSync(join(folder, old), { force: true });
  } catch {
    // A disk that takes nothing costs only the time of the next start.
  }
}
