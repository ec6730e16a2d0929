// One run: what failed first, with what was expected and what came, then every test, and what was printed.

import { useSignal, useSignalEffect } from '@preact/signals';
import type { RunRow } from '../../../../src/dashboard/protocol/rows.ts';
import type { ShownTest } from '../../../../src/dashboard/protocol/shownRuns.ts';
import { go, route } from '../../app/router.ts';
import { duration, fullTime } from '../../parts/clock.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { ActionNote, ErrorNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { lastPart, shortClient } from '../../parts/names.ts';
import { OutputPane } from '../../parts/output/outputPane.tsx';
import { useOutput } from '../../parts/output/useOutput.ts';
import { Status } from '../../parts/status.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Text } from '../../parts/text.tsx';
import { Running } from '../../parts/times.tsx';
import { type AskOptions, ask, call, useAction } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import { topic } from '../../wire/store.ts';
import { Counted } from './counted.tsx';
import { doneOf, runStates, runWords, shareOf } from './counts.ts';
import { Progress } from './progress.tsx';
import { Tests } from './tests.tsx';
import { useTests } from './useTests.ts';

// Most tests reach their first breakpoint, or their end, within it.
const DEBUG_WAIT = 20;

export function RunDetail({ row }: { readonly row: RunRow }) {
  const { id, handle, kind, project, state, counts } = row;
  const isTests = kind === 'tests';
  const { action, start } = useAction();
  const tab = useSignal<'tests' | 'output'>(isTests ? 'tests' : 'output');
  const chosen = useSignal<string | undefined>(undefined);
  const begun = useSignal<ReadonlySet<string> | undefined>(undefined);
  useSignalEffect(() => {
    const before = begun.value;
    const fresh =
      before === undefined ? undefined : topic('runs').rows.value.find((other) => !before.has(other.id) && other.project === project && other.kind === kind);
    if (fresh !== undefined) go('runs', fresh.id);
  });
  // Of a run that goes on, whenever it has come further; other runs do not change its results.
  const tests = useTests(id, `${state} ${counts === undefined ? '' : doneOf(counts)}`, isTests);
  const results = tests.value.state === 'known' ? tests.value.value.results : [];
  const failing = results.filter(isBad);
  const meant = failing.find(({ name }) => name === chosen.value) ?? failing[0];
  const stopping = useAction();
  const begin = (act: (options: AskOptions) => Promise<unknown>) => {
    if (isLost.peek()) return false;
    start(act);
    return true;
  };
  // Opens the run that begins, while the call that began it goes on.
  const beginRun = (act: (options: AskOptions) => Promise<unknown>) => {
    const before = new Set(
      topic('runs')
        .rows.peek()
        .map((other) => other.id),
    );
    begun.value = before;
    return begin(act);
  };
  const again = () => beginRun((options) => ask('run.again', { id }, options));
  const failed = () => (isTests && failing.length > 0 ? beginRun((options) => call('run_tests', { target: 'failed' }, { ...options, project })) : false);
  const debug = () => {
    if (meant?.file === undefined) return false;
    const { file, name } = meant;
    return begin(async (options) => {
      const { value } = await call<{ readonly sessionId: string }>('debug_test', { file, test: name, timeout: DEBUG_WAIT }, { ...options, project });
      const session = topic('sessions')
        .rows.peek()
        .find((each) => each.handle === value.sessionId && each.project === project);
      // It may take a while until it stops: whoever has gone on meanwhile stays there.
      if (route.peek().view === 'runs' && route.peek().id === id) go('debug', session?.id);
    });
  };
  const stop = () => {
    if (state !== 'running' || isLost.peek()) return false;
    stopping.start((options) =>
      isTests ? call('run_tests', { stop: handle }, { ...options, project }) : call('stop_run', { run_id: handle }, { ...options, project }),
    );
    return true;
  };
  const once = (act: () => boolean) => (event: KeyboardEvent) => (event.repeat ? true : act());
  useKeys('Run', [
    { key: 'A', does: 'Again', run: once(again) },
    ...(isTests
      ? [
          { key: 'F', does: 'The failed ones again', run: once(failed) },
          { key: 'D', does: 'Debug this test', run: once(debug) },
        ]
      : []),
    { key: 'S', does: 'Stop', run: once(stop) },
  ]);
  const output = useOutput(id, `${row.output} ${state}`, (since) => readOutput(id, since));
  const pane = output.error === undefined ? <OutputPane label="Output" lines={output.lines} isCut={output.isCut} /> : <ErrorNote error={output.error} />;
  return (
    <section class="run-detail" aria-label={row.title}>
      <Head row={row} />
      <div class="run-bar" role="toolbar" aria-label="This run">
        <Button title="Again" letter="A" isOff={false} run={again} />
        {isTests && <Button title="Failed" letter="F" isOff={failing.length === 0} run={failed} />}
        {isTests && <Button title="Debug test" letter="D" isOff={meant?.file === undefined} run={debug} />}
        <Button title="Stop" letter="S" isOff={state !== 'running'} run={stop} />
      </div>
      <ActionNote action={action.value} />
      {stopping.action.value.state === 'failed' && <ActionNote action={stopping.action.value} />}
      {isTests ? (
        <Tabs
          label="Parts of the run"
          tabs={[
            { name: 'tests', title: 'Tests', count: counts === undefined ? undefined : doneOf(counts) },
            { name: 'output', title: 'Output' },
          ]}
          selected={tab.value}
          onSelect={(name) => {
            tab.value = name === 'output' ? 'output' : 'tests';
          }}
        >
          {tab.value === 'output' ? (
            pane
          ) : tests.value.state === 'failed' ? (
            <ErrorNote error={tests.value.error} retry={tests.value.retry} />
          ) : tests.value.state === 'loading' ? (
            <Skeleton />
          ) : (
            <Tests
              project={project}
              state={state}
              tests={tests.value.value}
              chosen={meant?.name}
              onChoose={(name) => {
                chosen.value = name;
              }}
            />
          )}
        </Tabs>
      ) : output.isKnown && output.lines.length === 0 ? (
        <Empty>{state === 'running' ? 'It has printed nothing yet.' : 'It printed nothing.'}</Empty>
      ) : (
        pane
      )}
    </section>
  );
}

function isBad({ status }: ShownTest): boolean {
  return status === 'failed' || status === 'error';
}

function Head({ row }: { readonly row: RunRow }) {
  const { state, title, counts, project, ownerName, started, exitCode, milliseconds, progress } = row;
  return (
    <header class="run-head">
      <h2>
        <Text text={title} />
      </h2>
      <p class="muted run-facts">
        <Status state={runStates[state]} text={runWords[state]} />
        {counts !== undefined && (
          <span>
            <Counted counts={counts} isRunning={state === 'running'} />
            {counts.skipped > 0 && ` · ${counts.skipped} skipped`}
          </span>
        )}
        {exitCode !== undefined && <span>exit {exitCode}</span>}
        <span>{state === 'running' ? <Running since={started} /> : milliseconds !== undefined && duration(milliseconds)}</span>
        {ownerName !== undefined && (
          <span>
            <Text text={shortClient(ownerName)} />
          </span>
        )}
        <span title={project}>
          <Text text={lastPart(project)} />
        </span>
        <span>{fullTime(started)}</span>
      </p>
      {state === 'running' && progress !== undefined && (
        <p class="muted">
          <Text text={progress} />
        </p>
      )}
      {state === 'running' && counts !== undefined && <Progress share={shareOf(counts)} />}
    </header>
  );
}

function Button({ title, letter, isOff, run }: { readonly title: string; readonly letter: string; readonly isOff: boolean; run(): void }) {
  return (
    <DaemonButton class="button" isOff={isOff} onClick={run}>
      {title} <kbd>{letter}</kbd>
    </DaemonButton>
  );
}

async function readOutput(id: string, since: string | undefined) {
  const { lines, ...rest } = await ask('run.output', { id, ...(since !== undefined && { since }) });
  return { text: lines.map((line) => `${line}\n`).join(''), ...rest };
}
