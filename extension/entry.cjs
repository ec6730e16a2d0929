// What VS Code loads: it loads the extension itself with what V8 compiled of it in an earlier window, because compiling two megabytes is most of a start.
'use strict';
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const { join } = require('node:path');
const { cachedDataVersionTag } = require('node:v8');
const vm = require('node:vm');

const BODY = join(__dirname, 'extensionBody.cjs');
const OURS = 'extension-';
const DIGEST = 32;
// By then the window has settled, and what its start called is compiled.
const PAUSE = 10_000;

let extension;
let keeping;

exports.activate = async (context) => {
  const folder = context.globalStorageUri?.scheme === 'file' ? join(context.globalStorageUri.fsPath, 'compiled') : undefined;
  const started = extension === undefined ? load(folder) : undefined;
  if (started !== undefined) extension = started.exports;
  const result = await extension.activate(context);
  if (started?.keep !== undefined) {
    keeping = setTimeout(started.keep, PAUSE);
    keeping.unref();
  }
  return result;
};

exports.deactivate = () => {
  clearTimeout(keeping);
  return extension?.deactivate();
};

// keep: writes what V8 has compiled by then; undefined where that is written already, or has no place.
function load(folder) {
  const bytes = fs.readFileSync(BODY);
  // V8 itself compares only the length of a source, and of its own version not who built it.
  const { v8 } = process.versions;
  const name = `${OURS}${digestOf(bytes).toString('hex')}-${cachedDataVersionTag()}-${v8}-${process.arch}`;
  const cachedData = folder && compiledBefore(folder, name);
  const head = '(function (exports, require, module, __filename, __dirname) { ';
  const script = new vm.Script(`${head}${bytes.toString()}\n})`, {
    filename: BODY,
    // Stack traces name the columns of the file.
    columnOffset: -head.length,
    ...(cachedData !== undefined && { cachedData }),
  });
  const body = { exports: {} };
  script.runInThisContext()(body.exports, require, body, BODY, __dirname);
  const isKept = folder === undefined || (cachedData !== undefined && !script.cachedDataRejected);
  return { exports: body.exports, keep: isKept ? undefined : () => keepCompiled(script, folder, name) };
}

function compiledBefore(folder, name) {
  try {
    if (!isOurFolder(folder)) return undefined;
    const file = fs.openSync(join(folder, name), 'r');
    try {
      if (!isOurs(fs.fstatSync(file))) return undefined;
      const kept = fs.readFileSync(file);
      const compiled = kept.subarray(DIGEST);
      // V8 trusts what it is given: a damaged file would crash it.
      return digestOf(compiled).equals(kept.subarray(0, DIGEST)) ? compiled : undefined;
    } finally {
      fs.closeSync(file);
    }
  } catch {
    // The first start of this build.
    return undefined;
  }
}

async function keepCompiled(script, folder, name) {
  const { mkdir, readdir, rename, rm, writeFile } = fs.promises;
  const aside = join(folder, `${name}.${process.pid}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!isOurFolder(folder)) return;
    const compiled = script.createCachedData();
    await writeFile(aside, Buffer.concat([digestOf(compiled), compiled]), { mode: 0o600, flag: 'wx' });
    await rename(aside, join(folder, name));
    for (const old of await readdir(folder)) if (old.startsWith(OURS) && old !== name) await rm(join(folder, old), { force: true });
  } catch {
    // A disk that takes nothing costs only the time of the next start.
    await rm(aside, { force: true }).catch(() => {});
  }
}

function isOurFolder(folder) {
  const stats = fs.lstatSync(folder);
  return stats.isDirectory() && isOurs(stats);
}

// It is code, so nobody else may have written it. On Windows the folder is below the person's own profile.
function isOurs({ uid, mode }) {
  return process.platform === 'win32' || (uid === process.geteuid() && (mode & 0o022) === 0);
}

function digestOf(bytes) {
  return createHash('sha256').update(bytes).digest();
}
