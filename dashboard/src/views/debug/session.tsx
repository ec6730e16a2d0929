// One debug session: where it stands, what its names are worth, who moved it, and the keys that move it on.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { DebugRow } from '../../../../src/dashboard/protocol/rows.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { ActionNote, ErrorNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Helm } from '../../parts/live/helm.tsx';
import { isNarrow } from '../../parts/media.ts';
import { shortClient } from '../../parts/names.ts';
import { OutputPane } from '../../parts/output/outputPane.tsx';
import { useOutput } from '../../parts/output/useOutput.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { Text } from '../../parts/text.tsx';
import { ask, call, look, useAction } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import type { Breakpoint } from './answers.ts';
import { Head } from './head.tsx';
import { Source } from './source.tsx';
import { Stack } from './stack.tsx';
import { useStop } from './useStop.ts';
import { Variables } from './variables.tsx';
import { Watches } from './watches.tsx';

// A step ends sooner; a program that runs on is no call that somebody waits for.
const STEP_WAIT = 1;

const moves = [
  { key: 'c', tool: 'resume', title: 'Continue', when: 'paused' },
  { key: 'n', tool: 'step_over', title: 'Next', when: 'paused' },
  { key: 's', tool: 'step_into', title: 'Step in', when: 'paused' },
  { key: 'o', tool: 'step_out', title: 'Out', when: 'paused' },
  { key: 'p', tool: 'pause', title: 'Pause', when: 'running' },
] as const;

export function isOwnSession({ owner }: DebugRow): boolean {
  return owner?.startsWith('window:') === true;
}

export function Session({ row }: { readonly row: DebugRow }) {
  const { handle, project, state } = row;
  const stop = useStop(row);
  const { shown, waits, isInspected, error } = stop;
  const moving = useAction();
  const marking = useAction();
  const breakpoints = useBreakpoints(row);
  const cursor = useSignal<number | undefined>(undefined);
  const open = useSignal<ReadonlySet<string>>(new Set());
  const tab = useSignal('variables');
  const watchField = useRef<HTMLInputElement>(null);
  const inspect = () => {
    isInspected.value = true;
  };
  const move = (tool: string) => {
    stop.follow();
    moving.start((options) => call(tool, { session_id: handle, timeout: STEP_WAIT }, { ...options, project }));
  };
  const toggle = (line: number | undefined) => {
    const file = shown?.frame.file;
    if (file === undefined || line === undefined) return false;
    const there = breakpoints.all.find((each) => each.type === 'line' && each.file === file && each.line === line);
    marking.start(async (options) => {
      if (there === undefined) await call('set_breakpoint', { file, line }, { ...options, project });
      else await call('remove_breakpoint', { breakpoint_id: there.id }, { ...options, project });
      breakpoints.reload();
    });
    return true;
  };
  // The line that runs next is the one meant, until somebody chooses another.
  useEffect(() => {
    cursor.value = undefined;
  }, [shown?.stop, shown?.frame.index]);
  const line = cursor.value ?? shown?.frame.line;
  const watch = () => {
    tab.value = 'variables';
    requestAnimationFrame(() => watchField.current?.focus());
  };
  useKeys('Debug', [
    ...moves.map(({ key, tool, title, when }) => ({
      key,
      does: title,
      run: () => {
        if (state !== when || isLost.peek()) return false;
        move(tool);
        return true;
      },
    })),
    { key: 'b', does: 'Breakpoint here', run: ({ repeat }: KeyboardEvent) => (repeat ? true : toggle(line)) },
    { key: 'w', does: 'Watch an expression', run: watch },
    {
      key: '.',
      does: 'To where it stands',
      run: () => {
        if (!waits) return false;
        stop.follow();
        return true;
      },
    },
  ]);
  const output = useOutput(row.id, String(row.output), (since) => readOutput(row.id, since));
  const mayEvaluate = row.heldBy !== undefined || isOwnSession(row);
  const panes = {
    variables: shown !== undefined && (
      <>
        <Variables scopes={shown.frame.scopes} project={project} open={open} onInspect={inspect} />
        <h3 class="debug-title">Watches</h3>
        <Watches
          watches={shown.status.watches ?? []}
          handle={handle}
          project={project}
          stop={shown.stop}
          frame={shown.frame.index}
          mayEvaluate={mayEvaluate && state === 'paused' && !waits}
          field={watchField}
          onChanged={stop.reload}
        />
      </>
    ),
    stack: shown !== undefined && <Stack frames={shown.stack} depth={shown.status.depth} selected={shown.frame.index} onSelect={stop.selectFrame} />,
    output:
      output.lines.length === 0 ? (
        <p class="muted debug-none">It has printed nothing{state === 'ended' ? '' : ' yet'}.</p>
      ) : (
        <OutputPane label="Output of the program" lines={output.lines} isCut={output.isCut} />
      ),
  };
  const agent = isOwnSession(row) ? undefined : shortClient(row.ownerName ?? 'the agent');
  return (
    <section class="debug-session" aria-label={row.name}>
      <Head row={row} status={shown?.status} />
      <div class="debug-bar" role="toolbar" aria-label="Move the program">
        {moves.map(({ key, tool, title, when }) => (
          <DaemonButton key={key} class="button" isOff={state !== when} onClick={() => move(tool)}>
            {title} <kbd>{key}</kbd>
          </DaemonButton>
        ))}
        <DaemonButton class="button" isOff={shown?.frame.file === undefined} onClick={() => toggle(line)}>
          Breakpoint <kbd>b</kbd>
        </DaemonButton>
        <DaemonButton class="button" isOff={shown === undefined} onClick={watch}>
          Watch <kbd>w</kbd>
        </DaemonButton>
        <span class="debug-bar-space" />
        {state !== 'ended' && <Helm kind="session" id={row.id} heldBy={row.heldBy} agent={agent} />}
      </div>
      {[moving, marking].map(({ action }, index) => action.value.state === 'failed' && <ActionNote key={index} action={action.value} />)}
      {error !== undefined && <ErrorNote error={error} />}
      <div class={`debug-panes ${state === 'paused' && !waits ? '' : 'debug-old'}`}>
        <div class="debug-main">
          {waits && (
            <button type="button" class="pill" onClick={stop.follow}>
              moved to {row.file !== undefined && row.file !== shown?.frame.file && <Text text={row.file} />}:{row.line ?? '?'} <kbd>.</kbd>
            </button>
          )}
          {shown === undefined ? (
            <Nothing row={row} />
          ) : (
            <Source
              frame={shown.frame}
              stop={shown.stop}
              isElsewhere={shown.frame.index > 0 || waits || state !== 'paused'}
              breakpoints={breakpoints.all}
              cursor={cursor.value}
              onCursor={(at) => {
                cursor.value = at;
              }}
              onToggle={toggle}
              onInspect={inspect}
            />
          )}
          {!isNarrow.value && <div class="debug-output">{panes.output}</div>}
        </div>
        {isNarrow.value ? (
          <div class="debug-tabs">
            <Tabs
              label="Parts of the session"
              tabs={[
                { name: 'variables', title: 'Variables' },
                { name: 'stack', title: 'Stack' },
                { name: 'output', title: 'Output' },
              ]}
              selected={tab.value}
              onSelect={(name) => {
                tab.value = name;
              }}
            >
              {tab.value === 'output' ? panes.output : tab.value === 'stack' ? panes.stack : panes.variables}
            </Tabs>
          </div>
        ) : (
          <aside class="debug-side" aria-label="Variables, watches and stack">
            <h3 class="debug-title">Variables</h3>
            {panes.variables}
            <h3 class="debug-title">Stack</h3>
            {panes.stack}
          </aside>
        )}
      </div>
    </section>
  );
}

function Nothing({ row: { state, why } }: { readonly row: DebugRow }) {
  if (state === 'paused') return <Skeleton />;
  return (
    <Empty>
      {state === 'running' ? 'It runs. Its source is shown where it stops.' : 'It has ended. '}
      {state === 'ended' && why !== undefined && <Text text={why} />}
    </Empty>
  );
}

// Of the project; they come anew when somebody changes them.
function useBreakpoints({ project, marks, stops, state }: DebugRow): { readonly all: readonly Breakpoint[]; reload(): void } {
  const all = useSignal<readonly Breakpoint[]>([]);
  const lost = isLost.value;
  const reload = () => {
    look<{ readonly breakpoints: readonly Breakpoint[] }>('list_breakpoints', {}, { project }).then(
      ({ value }) => {
        all.value = value.breakpoints;
      },
      // They are marks beside the source: the next change or stop asks again.
      () => {},
    );
  };
  useEffect(() => {
    if (!lost) reload();
  }, [project, marks, stops, state, lost]);
  return { all: all.value, reload };
}

// What the debugger itself says is dim.
async function readOutput(id: string, since: string | undefined) {
  const { entries, next, isCut } = await ask('session.output', { id, since: Number(since ?? 0) });
  const text = entries.map((entry) => (entry.category === 'console' || entry.category === 'trace' ? `\u001B[2m${entry.text}\u001B[22m` : entry.text)).join('');
  return { text, next: String(next), isCut };
}
