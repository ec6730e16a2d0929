// What freshness costs: setting up the watch, and one synchronisation before each answer, at 100 and at 2,000 folders.
import { type FSWatcher, lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { openDiskDocuments } from '../src/machine/files/diskDocuments.ts';
import { Processes } from '../src/machine/processes/processes.ts';
import { type Result, ratioResult, tails } from './result.ts';
import { sideBySide, timed } from './statistics.ts';

const ROUNDS = 1_000;
const FILES_A_FOLDER = 3;

export async function freshness(): Promise<Result[]> {
  const results: Result[] = [];
  for (const folders of [100, 2_000]) results.push(...(await measure(folders)));
  return results;
}

async function measure(folders: number): Promise<Result[]> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'binnacle-freshness-')));
  try {
    const root = writeProject(base, folders);
    const { ms: bareSetUp } = await timed(() => watchAndRead(root));
    const started = performance.now();
    const documents = await openDiskDocuments({
      root,
      stateFolder: join(base, 'state'),
      processes: new Processes({ started: () => {}, ended: () => {} }),
      log: { info: () => {}, warn: () => {}, error: () => {} },
    });
    const setUp = performance.now() - started;
    try {
      using bare = bareCookie(join(base, 'bare'));
      const { floor, ours } = await sideBySide(ROUNDS, bare.move, () => documents.settle(signal));
      const { ms: first, value: files } = await timed(() => documents.list({}, signal));
      const { ms: stats } = await timed(async () => files.map((file) => lstatSync(join(root, file.path)).size));
      const { ms: again } = await timed(() => documents.list({}, signal));
      const name = `${folders.toLocaleString('en')} folders`;
      return [
        ratioResult({
          what: `set-up of the watch, ${name}`,
          floorName: 'watch and read',
          floor: bareSetUp,
          ours: setUp,
          atMost: 2.5,
          orMore: 20,
          note: documents.hearing,
        }),
        ratioResult({
          what: `freshness of one call, ${name}`,
          floorName: 'bare cookie',
          floor: floor.p50,
          ours: ours.p50,
          atMost: 1,
          orMore: 1,
          note: tails(floor, ours),
        }),
        ratioResult({
          what: `list of ${files.length.toLocaleString('en')} files`,
          floorName: 'stat of each',
          floor: stats,
          ours: again,
          atMost: 1,
          note: `first ${first.toFixed(1)} ms`,
        }),
      ];
    } finally {
      documents.close();
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const signal = new AbortController().signal;

// The floor: one watched folder, one file that is renamed, one event.
function bareCookie(folder: string): Disposable & { move(): Promise<void> } {
  mkdirSync(folder);
  writeFileSync(join(folder, '0'), '');
  let round = 0;
  let arrived = () => {};
  const watcher = watch(folder, (_event, name) => {
    if (name === String(round)) arrived();
  });
  return {
    move() {
      round += 1;
      renameSync(join(folder, String(round - 1)), join(folder, String(round)));
      return new Promise((resolve) => {
        arrived = resolve;
      });
    },
    [Symbol.dispose]: () => watcher.close(),
  };
}

// The floor of the set-up: the same folders watched and read, and nothing kept.
async function watchAndRead(root: string): Promise<void> {
  const watchers: FSWatcher[] = [];
  const enter = (folder: string): void => {
    watchers.push(watch(folder, { persistent: false }));
    for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) enter(join(folder, entry.name));
  };
  enter(root);
  for (const watcher of watchers) watcher.close();
}

function writeProject(base: string, folders: number): string {
  const root = join(base, 'project');
  for (let index = 0; index < folders; index++) {
    const folder = join(root, `group${index % 40}`, `part${index}`);
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < FILES_A_FOLDER; file++) writeFileSync(join(folder, `file${file}.ts`), `export const value${index} = ${file};\n`);
  }
  writeFileSync(join(root, '.gitignore'), 'dist/\n*.log\nnode_modules\n');
  return root;
}
