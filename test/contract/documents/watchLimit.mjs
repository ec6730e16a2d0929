// Opens a project of more folders than this process may watch, and says what was heard of its changes.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importTypescript } from '../../../scripts/typescript.mjs';

const { openDiskDocuments } = await importTypescript('src/machine/files/diskDocuments.ts');
const base = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-few-')));
process.on('exit', () => rmSync(base, { recursive: true, force: true }));
const root = join(base, 'project');
for (let index = 0; index < 40; index++) {
  mkdirSync(join(root, `d${index}`), { recursive: true });
  writeFileSync(join(root, `d${index}/x.ts`), '1');
}
const warnings = [];
const log = { info() {}, warn: (message) => warnings.push(message), error: console.error };
const documents = await openDiskDocuments({ root, stateFolder: join(base, 'state'), processes: undefined, log });
const changes = new Set();
documents.onChanges((events) => {
  for (const { uri, kind } of events) changes.add(`${kind} ${uri.slice(uri.indexOf('/project/') + 9)}`);
});
const signal = new AbortController().signal;
// Until what was written above has aged, it is reported as changed once more.
await new Promise((resolve) => setTimeout(resolve, 2_300));
await documents.settle(signal);
changes.clear();
writeFileSync(join(root, 'd7/x.ts'), '2');
rmSync(join(root, 'd8/x.ts'));
mkdirSync(join(root, 'd9/new'));
writeFileSync(join(root, 'd9/new/y.ts'), '1');
await documents.settle(signal);
process.stdout.write(JSON.stringify({ hearing: documents.hearing, warnings: warnings.length, changes: [...changes].sort() }));
