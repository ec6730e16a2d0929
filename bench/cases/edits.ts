// An edit and a rename as an agent asks for them, in a monorepo whose ESLint rules need types, against the compiler's own work on the same files.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { uriOf } from '../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../src/hosts/headless/headlessIde.ts';
import type { Ide } from '../../src/ide/ide.ts';
import { Processes } from '../../src/machine/processes/processes.ts';
import { type Agent, agentOf } from '../../test/support/check.ts';
import { testTool } from '../../test/support/testTools.ts';
import { BareEngine, type Target, typescriptStart } from '../bareEngine.ts';
import { type Corpus, openEffectMonorepo, targetIn } from '../corpus.ts';
import { type Result, ratioResult } from '../result.ts';
import { spread, timed } from '../statistics.ts';

const ROUNDS = 3;
const EDITED = 'packages/effect/src/Predicate.ts';
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const change = z.looseObject({ changeId: z.string(), unverified: z.string().optional(), files: z.array(z.object({ file: z.string() })), edits: z.number() });
const renamed = z.object({ changes: z.record(z.string(), z.array(z.unknown())) });

const LINTED = `import tseslint from 'typescript-eslint';
export default tseslint.config({
  files: ['**/*.ts'],
  extends: [tseslint.configs.base],
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
  rules: { '@typescript-eslint/no-floating-promises': 'error', '@typescript-eslint/await-thenable': 'error', '@typescript-eslint/no-misused-promises': 'error' },
});
`;

export async function edits(): Promise<Result[]> {
  await using corpus = await openEffectMonorepo('project references');
  await lint(corpus.folder);
  const stateFolder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-state-')));
  const project = { name: 'corpus', path: corpus.folder, uri: uriOf(corpus.folder), trusted: true };
  const agent = await agentOf(await openHeadlessIde(project, { stateFolder, processes: new Processes({ started: () => {}, ended: () => {} }), log: silent }));
  try {
    const wide = await targetIn(corpus.folder, 'packages/effect/src/Fiber.ts', 'RuntimeFiber', /^export interface RuntimeFiber\b/m);
    return [...(await renames(corpus, agent, corpus.mid)), ...(await renames(corpus, agent, wide)), ...(await oneFile(corpus, agent))];
  } finally {
    await agent.client.close();
    await agent.ide.close();
    await rm(stateFolder, { recursive: true, force: true });
  }
}

// Rules that need types, as a project has them that takes them from the registry. What it shares with other corpora is not written to.
async function lint(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  const shared = await realpath(modules);
  const { folder: plugin } = await testTool('typescript-eslint');
  const linters = ['typescript-eslint', 'eslint', 'typescript'];
  await rm(modules);
  await mkdir(modules);
  for (const name of (await readdir(shared)).filter((each) => !linters.includes(each))) await symlink(join(shared, name), join(modules, name), 'junction');
  for (const name of linters) await symlink(join(dirname(plugin), name), join(modules, name), 'junction');
  await writeFile(join(folder, 'eslint.config.mjs'), LINTED);
}

async function renames(corpus: Corpus, agent: Agent<Ide>, target: Target): Promise<Result[]> {
  const newName = `${target.name}Renamed`;
  const floors: Record<'rename' | 'check' | 'write', number[]> = { rename: [], check: [], write: [] };
  const ours: Record<'rename' | 'undo', number[]> = { rename: [], undo: [] };
  let what = '';
  let unverified: string | undefined;
  for (let round = 0; round <= ROUNDS; round++) {
    // For everybody, as the engine does it.
    const given = { symbol: { file: target.file, line: target.line, name: target.name }, new_name: newName, public_name: 'rename' };
    const done = await timed(async () => change.parse((await agent.call('rename_symbol', given)).value));
    const files = done.value.files.map(({ file }) => file);
    what = `${done.value.edits} places in ${files.length} files`;
    unverified = done.value.unverified;
    const floor = await bareRename(corpus, target, newName, files);
    const undone = await timed(() => agent.call('undo', { change_id: done.value.changeId }));
    // The first one loads the engines.
    if (round === 0) continue;
    ours.rename.push(done.ms);
    ours.undo.push(undone.ms);
    floors.rename.push(floor.rename);
    floors.check.push(floor.check);
    floors.write.push(floor.write);
  }
  const check = spread(floors.check).p50 + spread(floors.write).p50;
  const floor = check + spread(floors.rename).p50;
  const note = unverified === undefined ? {} : { note: unverified };
  return [
    ratioResult({ what: `rename_symbol, ${what}`, floorName: 'engine: rename, write, check', floor, ours: spread(ours.rename).p50, atMost: 2, ...note }),
    ratioResult({ what: 'undo of it', floorName: 'write, check', floor: check, ours: spread(ours.undo).p50, atMost: 2 }),
  ];
}

// The engine alone, on the texts as they are renamed: its rename of the name back, a write of the files, and a check of what it has not checked yet.
async function bareRename(corpus: Corpus, target: Target, name: string, files: readonly string[]): Promise<{ rename: number; write: number; check: number }> {
  await using engine = await BareEngine.start(corpus.folder, typescriptStart());
  await engine.open(target.file);
  const ask = () => engine.request('textDocument/rename', { ...engine.at(target), newName: `${name}Again` });
  renamed.partial().parse(await ask());
  const rename = (await timed(ask)).ms;
  const texts = await Promise.all(files.map(async (file) => [join(corpus.folder, file), await readFile(join(corpus.folder, file))] as const));
  const write = (await timed(() => Promise.all(texts.map(([path, text]) => writeFile(path, text))))).ms;
  const check = (await timed(() => engine.diagnostics(files))).ms;
  return { rename, write, check };
}

async function oneFile(corpus: Corpus, agent: Agent<Ide>): Promise<Result[]> {
  const path = join(corpus.folder, EDITED);
  const text = await readFile(path, 'utf8');
  const dependents = await filesImporting(corpus, 'Predicate');
  const ours: number[] = [];
  const floors: number[] = [];
  let unverified: string | undefined;
  let looked = dependents.length;
  await using engine = await BareEngine.start(corpus.folder, typescriptStart());
  await engine.open(EDITED);
  await engine.diagnostics([EDITED]);
  for (let round = 0; round <= ROUNDS; round++) {
    engine.change(EDITED, round + 2, `${text}// ${round}\n`);
    const floor = await timed(() => engine.diagnostics([EDITED, ...dependents.slice(0, looked)]));
    const done = await timed(async () => change.parse((await agent.call('write_file', { file: EDITED, text: `${text}// round ${round}\n` })).value));
    unverified = done.value.unverified;
    // Like for like: what is not looked at is reported, and the engine alone looks at as many.
    looked = dependents.length - Number(/(\d+) more files/.exec(unverified ?? '')?.[1] ?? 0);
    if (round === 0) continue;
    floors.push(floor.ms);
    ours.push(done.ms);
  }
  await writeFile(path, text);
  const note = unverified === undefined ? {} : { note: unverified };
  return [
    ratioResult({
      what: `an edit of one file, ${dependents.length} files import it, both look at ${looked}`,
      floorName: 'its check of those',
      floor: spread(floors).p50,
      ours: spread(ours).p50,
      atMost: 2,
      ...note,
    }),
  ];
}

async function filesImporting(corpus: Corpus, module: string): Promise<readonly string[]> {
  const importing: string[] = [];
  for (const file of corpus.files) {
    const text = await readFile(join(corpus.folder, file), 'utf8');
    if (new RegExp(`from "[^"]*/${module}(\\.js)?"`).test(text)) importing.push(file);
  }
  return importing;
}
