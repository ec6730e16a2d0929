// Are the tests that a change breaks among those that are chosen for it? One-line changes by chance in a repository with its own tests.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { uriOf } from '../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../src/hosts/headless/headlessIde.ts';
import { Processes } from '../../src/machine/processes/processes.ts';
import { runToEnd } from '../../test/contract/testing/testProject.ts';
import { agentOf } from '../../test/support/check.ts';
import { testTool } from '../../test/support/testTools.ts';
import { type Chance, chanceFrom } from './random.ts';

const REPOSITORY = 'boltons';
// Of all tests, at most.
const LARGEST_SHARE = 0.3;
const run = promisify(execFile);

export interface AffectedProof {
  readonly repository: string;
  readonly tests: number;
  readonly changes: readonly ProvenChange[];
  readonly holds: boolean;
}

export interface ProvenChange {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  // As pytest itself says, of all tests.
  readonly broken: number;
  // Broken, and not chosen.
  readonly missed: readonly string[];
  readonly chosenTests: number;
  readonly share: number;
  readonly by: string;
}

const Affected = z.looseObject({ affected: z.looseObject({ chosen: z.array(z.string()), by: z.string() }) });

export async function provenAffected(seed: number, count: number, progress: (done: number) => void = () => {}): Promise<AffectedProof> {
  const tool = await testTool(REPOSITORY);
  const packages = [(await testTool('pytest')).folder, (await testTool('pytest-cov')).folder].join(delimiter);
  const before = process.env['PYTHONPATH'];
  process.env['PYTHONPATH'] = packages;
  const parent = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-affected-')));
  const root = join(parent, REPOSITORY);
  await cp(join(tool.folder, `${REPOSITORY}-${tool.version}`), root, { recursive: true });
  // Written for a pytest of many years ago, it keeps newer ones from starting.
  await rm(join(root, 'tests', 'conftest.py'));
  await writeFile(join(root, '.gitignore'), '__pycache__\n.coverage\n');
  const git = (...args: string[]) => run('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.com', ...args], { cwd: root });
  await git('init', '-q');
  await git('add', '-A');
  await git('commit', '-q', '-m', 'all');
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const ide = await openHeadlessIde(
    { name: REPOSITORY, path: root, uri: uriOf(root), trusted: true },
    { stateFolder: join(parent, 'state'), processes, log: silent },
  );
  const agent = await agentOf(ide);
  try {
    // What each test file runs is recorded with the coverage.
    const call = async (name: string, given: Record<string, unknown>) => (await agent.call(name, given)).value;
    await runToEnd(call, { target: 'tests', coverage: true });
    const sizes = await testsByFile(root, parent);
    const tests = [...sizes.values()].reduce((sum, { total }) => sum + total, 0);
    const already = new Set([...sizes.values()].flatMap(({ failed }) => failed));
    const chance = chanceFrom(seed);
    const changes: ProvenChange[] = [];
    while (changes.length < count) {
      const change = await changedByChance(root, chance);
      if (change === undefined) continue;
      await writeFile(join(root, change.file), change.text);
      const { affected } = Affected.parse(await runToEnd(call, { target: 'affected' }));
      const after = await testsByFile(root, parent);
      const broken = [...after].flatMap(([file, { failed }]) => failed.filter((name) => !already.has(name)).map((name) => ({ file, name })));
      const chosenTests = [...sizes].filter(([file]) => affected.chosen.includes(file)).reduce((sum, [, { total }]) => sum + total, 0);
      changes.push({
        file: change.file,
        line: change.line,
        before: change.before.trim(),
        after: change.after.trim(),
        broken: broken.length,
        missed: broken.filter(({ file }) => !affected.chosen.includes(file)).map(({ name }) => name),
        chosenTests,
        share: Math.round((chosenTests / tests) * 1_000) / 1_000,
        by: affected.by,
      });
      await git('checkout', '-q', '--', '.');
      progress(changes.length);
    }
    return {
      repository: `${REPOSITORY} ${tool.version}`,
      tests,
      changes,
      holds: changes.every(({ missed, share }) => missed.length === 0 && share <= LARGEST_SHARE),
    };
  } finally {
    await agent.client.close();
    await ide.close();
    await processes.endAll();
    await rm(parent, { recursive: true, force: true });
    if (before === undefined) delete process.env['PYTHONPATH'];
    else process.env['PYTHONPATH'] = before;
  }
}

export function tellAffected({ repository, tests, changes, holds }: AffectedProof): string {
  const breaking = changes.filter(({ broken }) => broken > 0);
  const largest = Math.max(...changes.map(({ share }) => share));
  const missed = changes.flatMap((change) => change.missed);
  return [
    `${holds ? 'proven' : 'FAILED'} ${repository}: ${changes.length} one-line changes, ${breaking.length} break some of ${tests} tests; ${missed.length} broken tests were not chosen; at most ${(largest * 100).toFixed(1)} % were chosen`,
    ...changes.map(
      ({ file, line, before, after, broken, missed: lost, share, by }) =>
        `  ${lost.length > 0 ? 'MISSED ' : ''}${file}:${line} ${before} → ${after}: ${broken} broken, ${(share * 100).toFixed(1)} % chosen by ${by}${lost.length > 0 ? `; not chosen: ${lost.join(', ')}` : ''}`,
    ),
  ].join('\n');
}

interface FileOutcome {
  total: number;
  readonly failed: string[];
}

// The whole suite under pytest alone, with nothing of ours in between.
async function testsByFile(root: string, parent: string): Promise<Map<string, FileOutcome>> {
  const report = join(parent, 'report.xml');
  const args = [
    '-m',
    'pytest',
    '-q',
    '-p',
    'no:cacheprovider',
    '--continue-on-collection-errors',
    '-o',
    'junit_family=xunit1',
    `--junitxml=${report}`,
    'tests',
  ];
  // An exit code only says that some have failed.
  await run('python3', args, { cwd: root, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' }, maxBuffer: 64 * 1024 * 1024 }).catch(() => undefined);
  const files = new Map<string, FileOutcome>();
  for (const [, attributes = '', rest = ''] of (await readFile(report, 'utf8')).matchAll(/<testcase ([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)) {
    const [, owner = ''] = /classname="([^"]*)"/.exec(attributes) ?? [];
    const [, name = ''] = /name="([^"]*)"/.exec(attributes.replace(/classname="[^"]*"/, '')) ?? [];
    const [, file = `${(owner === '' ? name : owner).split('.').slice(0, 2).join('/')}.py`] = /file="([^"]*)"/.exec(attributes) ?? [];
    const outcome = files.get(file) ?? { total: 0, failed: [] };
    files.set(file, outcome);
    outcome.total += 1;
    if (/<(failure|error)\b/.test(rest)) outcome.failed.push(`${file} ${name}`);
  }
  return files;
}

interface Change {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly text: string;
}

// What people get wrong in one line.
const SLIPS: readonly (readonly [RegExp, string])[] = [
  [/ == /, ' != '],
  [/ != /, ' == '],
  [/ < /, ' >= '],
  [/ > /, ' <= '],
  [/ <= /, ' > '],
  [/ >= /, ' < '],
  [/\bTrue\b/, 'False'],
  [/\bFalse\b/, 'True'],
  [/ and /, ' or '],
  [/ or /, ' and '],
  [/\bnot /, ''],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ is None\b/, ' is not None'],
  [/\b0\b/, '1'],
  [/\b1\b/, '2'],
  [/^(\s*)return .+$/, '$1return None'],
  [/^(\s*)(\w+) = .+$/, '$1$2 = None'],
];

// Undefined where the line that chance has chosen cannot be changed so that Python still reads it.
async function changedByChance(root: string, chance: Chance): Promise<Change | undefined> {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[chance(items.length)];
  const names = (await readdir(join(root, REPOSITORY))).filter((name) => name.endsWith('.py')).toSorted();
  const file = `${REPOSITORY}/${pick(names)}`;
  const lines = (await readFile(join(root, file), 'utf8')).split('\n');
  const line = chance(lines.length);
  const before = lines[line] ?? '';
  if (/^\s*(#|$)/.test(before)) return undefined;
  const slip = pick(SLIPS.filter(([pattern]) => pattern.test(before)));
  if (slip === undefined) return undefined;
  const after = before.replace(slip[0], slip[1]);
  const text = lines.with(line, after).join('\n');
  if (after === before || !(await isCode(lines.join('\n'), text))) return undefined;
  return { file, line: line + 1, before, after, text };
}

// It is read, and means something else: a change in a comment or in a documentation breaks nothing.
async function isCode(before: string, after: string): Promise<boolean> {
  const program = `import ast, json, sys
def tree(text):
    root = ast.parse(text)
    for node in ast.walk(root):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and isinstance(getattr(body[0], "value", None), ast.Constant):
            body.pop(0)
    return ast.dump(root)
before, after = json.load(sys.stdin)
sys.exit(tree(before) == tree(after))`;
  const asked = run('python3', ['-c', program]);
  asked.child.stdin?.end(JSON.stringify([before, after]));
  return asked.then(
    () => true,
    () => false,
  );
}
