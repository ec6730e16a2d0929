// What tests said since each change set, and how many of its lines they ran: found out when a run ends, and kept with the change.
import { hunksBetween } from '../../../base/text/lineDiff.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import type { FileCoverage } from '../../../ide/coverage.ts';
import type { ChangeSet, Changes, Evidence, PlannedFile } from '../../../ide/doors/changes.ts';
import type { Documents } from '../../../ide/doors/documents.ts';
import { fullNameOf, type RunRecord, type Testing, type TestResult } from '../../../ide/doors/testing.ts';
import { IdeError } from '../../../ide/errors/errors.ts';

export interface EvidenceSources {
  readonly changes: Changes;
  readonly testing: Pick<Testing, 'runs' | 'results' | 'coverage'>;
  readonly documents: Pick<Documents, 'read'>;
}

// Older ones have been tested by many runs already.
const MOST_CHANGES = 50;
const MOST_NAMES = 5;
const LONGEST_LOOK = seconds(30);

export async function keepTestEvidence({ changes, testing, documents }: EvidenceSources, ended: RunRecord, measured: boolean): Promise<void> {
  const signal = AbortSignal.timeout(LONGEST_LOOK);
  const all = await changes.list(signal);
  const tested = all.filter((change) => isBefore(change, ended)).slice(0, MOST_CHANGES);
  if (tested.length === 0) return;
  const runs = testing.runs().map(({ record }) => record);
  const results = testing.results();
  for (const change of tested) {
    const since = runs.filter((run) => isBefore(change, run));
    const evidence = testsEvidence(since, results);
    if (evidence !== undefined) await changes.keepEvidence(change.id, evidence);
  }
  if (!measured) return;
  const files = new Map((await testing.coverage(undefined, signal)).files.map((file) => [file.uri, file]));
  for (const change of tested) {
    const evidence = await coverageEvidence(await changes.read(change.id, signal), files, documents, signal);
    if (evidence !== undefined) await changes.keepEvidence(change.id, { ...evidence, facts: { ...evidence.facts, run: ended.id } });
  }
}

// A run that began while it was being written says nothing certain of it.
function isBefore({ written, time, undoneBy, rolledBack }: ChangeSet, { started }: RunRecord): boolean {
  return undoneBy === undefined && rolledBack !== true && (written ?? time) < started;
}

// The last result of each test that ran since: a test that failed and was not run again has still failed.
function testsEvidence(runs: readonly RunRecord[], results: readonly TestResult[]): Evidence | undefined {
  const ids = new Set(runs.map(({ id }) => id));
  const own = results.filter(({ run }) => ids.has(run));
  const last = runs.at(-1);
  if (last === undefined) return undefined;
  const [passed = 0, failed = 0, skipped = 0] = [['passed'], ['failed', 'error'], ['skipped']].map(
    (of) => own.filter(({ status }) => of.includes(status)).length,
  );
  // Files that could not be loaded, runners that died, tests that never came to their turn.
  const trouble = last.problems.length > 0 || (last.missing?.length ?? 0) > 0 || (last.state !== 'finished' && last.state !== 'running');
  if (own.length === 0 && !trouble) return undefined;
  const names = own.filter(({ status }) => status === 'failed' || status === 'error').map(fullNameOf);
  return {
    kind: 'tests',
    verdict: failed > 0 ? 'bad' : trouble || passed === 0 ? 'doubtful' : 'good',
    summary: [
      `${passed} ${passed === 1 ? 'test' : 'tests'} passed`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(trouble ? ['not all could run'] : []),
    ].join(', '),
    time: new Date().toISOString(),
    facts: { passed, failed, skipped, runs: runs.map(({ id }) => id).slice(-MOST_NAMES), ...(names.length > 0 && { failures: names.slice(0, MOST_NAMES) }) },
  };
}

// Of the lines that it wrote, in files that are still as it left them and that were measured as they are.
async function coverageEvidence(
  files: readonly PlannedFile[],
  measured: ReadonlyMap<string, FileCoverage>,
  documents: Pick<Documents, 'read'>,
  signal: AbortSignal,
): Promise<Evidence | undefined> {
  let covered = 0;
  let total = 0;
  let unknown = 0;
  for (const { uri, before, after } of files) {
    if (after === undefined || !('text' in after)) continue;
    const lines = measured.get(uri);
    // What no report names is no code that tests could run, such as a text.
    if (lines === undefined) continue;
    if (lines.outdated || (await textNow(uri, documents, signal)) !== after.text) {
      unknown += 1;
      continue;
    }
    const earlier = before !== undefined && 'text' in before ? before.text : '';
    for (const { newStart, added } of hunksBetween(earlier, after.text))
      for (let line = newStart; line < newStart + added.length; line++) {
        const count = lines.lines.get(line);
        if (count === undefined) continue;
        total += 1;
        if (count > 0) covered += 1;
      }
  }
  if (total + unknown === 0) return undefined;
  const summary = `${covered}/${total} changed lines ran${unknown === 0 ? '' : `, ${unknown} files changed since`}`;
  return {
    kind: 'coverage',
    verdict: covered === total && unknown === 0 ? 'good' : 'doubtful',
    summary,
    time: new Date().toISOString(),
    facts: { covered, total, unknown },
  };
}

async function textNow(uri: string, documents: Pick<Documents, 'read'>, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await documents.read(uri, signal)).text;
  } catch (error) {
    if (error instanceof IdeError) return undefined;
    throw error;
  }
}
