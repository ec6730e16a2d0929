// Programs and tests that run or have run in the open projects, with their counts and the last word of each.
import { redactedText } from '../../base/text/redaction.ts';
import { milliseconds } from '../../base/waiting/duration.ts';
import type { Run } from '../../ide/doors/running.ts';
import { ranNothing, type TestRun } from '../../ide/doors/testing.ts';
import type { Ide, Workbench } from '../../ide/ide.ts';
import type { RunRow } from '../protocol/rows.ts';
import type { TopicChange, TopicSource } from '../sources.ts';
import { Followed, together } from './followed.ts';
import { Gathered } from './gathered.ts';
import { followProjects, openIdes } from './openProjects.ts';
import type { OwnerNames } from './ownerNames.ts';
import type { ProjectThings } from './projectThings.ts';
import { shortText } from './shortText.ts';

const LONGEST_TITLE = 90;
const LONGEST_PROGRESS = 80;
// Runners report thousands of tests in a second, and what is known of a run is put together anew each time.
const BETWEEN_LOOKS = milliseconds(100);

export interface RunsParts {
  readonly workbench: Workbench;
  readonly things: ProjectThings;
  readonly names: OwnerNames;
}

type Tell = (change: TopicChange<'runs'>) => void;

export function runsTopic(parts: RunsParts): TopicSource<'runs'> {
  const { workbench } = parts;
  const changes = new Followed<TopicChange<'runs'>>((tell) =>
    followProjects(
      workbench,
      (ide) => together([followPrograms(ide, parts, tell), followTests(ide, parts, tell)]),
      () => tell({ kind: 'all' }),
    ),
  );
  return {
    topic: 'runs',
    async rows() {
      const rows = openIdes(workbench).flatMap((ide) => [
        ...(ide.running?.runs() ?? []).map((run) => programRow(ide, run, parts)),
        ...(ide.testing?.runs() ?? []).map((run) => testsRow(ide, run, undefined, parts)),
      ]);
      return rows.sort((a, b) => (a.started < b.started ? -1 : a.started > b.started ? 1 : 0));
    },
    onChange: (listener) => changes.listen(listener),
  };
}

// Each that runs is heard until it has ended.
function followPrograms(ide: Ide, parts: RunsParts, tell: Tell): Disposable {
  const { running } = ide;
  if (running === undefined) return together([]);
  const heard = new Map<Run, Disposable>();
  const hear = (run: Run) => {
    if (run.state.state === 'ended' || heard.has(run)) return;
    const gathered = new Gathered(() => tell({ kind: 'rows', rows: [programRow(ide, run, parts)] }), BETWEEN_LOOKS);
    heard.set(run, together([gathered, run.output.onOutput(() => gathered.soon())]));
  };
  const events = running.onEvent(({ kind, run }) => {
    if (kind === 'started') hear(run);
    else {
      heard.get(run)?.[Symbol.dispose]();
      heard.delete(run);
    }
    tell({ kind: 'rows', rows: [programRow(ide, run, parts)] });
  });
  for (const run of running.runs()) hear(run);
  return {
    [Symbol.dispose]() {
      events[Symbol.dispose]();
      together([...heard.values()])[Symbol.dispose]();
      heard.clear();
    },
  };
}

function followTests(ide: Ide, parts: RunsParts, tell: Tell): Disposable {
  const { testing } = ide;
  if (testing === undefined) return together([]);
  // The last word of each that has said something since its row was reported.
  const words = new Map<TestRun, string>();
  const gathered = new Gathered(() => {
    const rows = [...words].map(([run, message]) => testsRow(ide, run, message, parts));
    words.clear();
    tell({ kind: 'rows', rows });
  }, BETWEEN_LOOKS);
  const events = testing.onEvent(({ kind, run, message = '' }) => {
    if (kind === 'progress') {
      words.set(run, message);
      gathered.soon();
      return;
    }
    words.delete(run);
    tell({ kind: 'rows', rows: [testsRow(ide, run, undefined, parts)] });
  });
  return together([events, gathered]);
}

function programRow({ project }: Ide, run: Run, { things, names }: RunsParts): RunRow {
  const { id: handle, title, owner, started, state, output } = run;
  return {
    id: things.idOf(project.path, handle),
    project: project.path,
    handle,
    kind: 'run',
    title: shortText(redactedText(title), LONGEST_TITLE),
    ...names.of(owner),
    started,
    state: state.state === 'running' ? 'running' : state.exitCode === undefined ? 'stopped' : state.exitCode === 0 ? 'passed' : 'failed',
    ...(state.state === 'ended' && { milliseconds: state.milliseconds }),
    ...(state.state === 'ended' && state.exitCode !== undefined && { exitCode: state.exitCode }),
    output: output.next,
  };
}

function testsRow({ project }: Ide, run: TestRun, message: string | undefined, { things }: RunsParts): RunRow {
  const { id: handle, title, author, started, state, durationMs, counts, expectedTests, problems, missing = [], unmatched, output } = run.record;
  const bad = counts.failed + counts.error + problems.length + missing.length;
  // What has met no test has proved nothing.
  const hasFailed = state === 'crashed' || state === 'timed_out' || bad > 0 || unmatched !== undefined;
  return {
    id: things.idOf(project.path, handle),
    project: project.path,
    handle,
    kind: 'tests',
    title: shortText(redactedText(title), LONGEST_TITLE),
    ...(author !== undefined && { ownerName: author }),
    started,
    state: state === 'running' || state === 'stopped' ? state : hasFailed ? 'failed' : ranNothing(run.record) ? 'empty' : 'passed',
    ...(state !== 'running' && { milliseconds: durationMs }),
    counts: { ...counts, ...(expectedTests !== undefined && { expected: expectedTests }) },
    ...(message !== undefined && message !== '' && { progress: shortText(redactedText(message), LONGEST_PROGRESS) }),
    output: output.length,
  };
}
