// Opens a project, asks once, and does nothing more: the process must then end by itself.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypescript } from '../../../scripts/typescript.mjs';

const { openDiskDocuments } = await importTypescript('src/machine/files/diskDocuments.ts');
const base = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-leave-')));
process.on('exit', () => rmSync(base, { recursive: true, force: true }));
const log = { info() {}, warn: console.error, error: console.error };
const documents = await openDiskDocuments({ root: base, stateFolder: join(base, '.git', 'state'), processes: undefined, log });
await documents.settle(new AbortController().signal);
console.log('settled');
