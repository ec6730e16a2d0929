// Terminals of agents and one's own: looked at, typed into, held, opened and closed.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ProjectRow, TerminalRow } from '../../../../src/dashboard/protocol/rows.ts';
import { replace, route } from '../../app/router.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { ActionNote, ErrorNote } from '../../parts/errorNote.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Helm } from '../../parts/live/helm.tsx';
import { SideTabs } from '../../parts/live/sideTabs.tsx';
import { Menu } from '../../parts/menu.tsx';
import { lastPart, shortClient } from '../../parts/names.ts';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { call, shownError, useAction } from '../../wire/asking.ts';
import { useTopic } from '../../wire/useTopic.ts';
import type { Screen } from './screen.ts';

const COLUMNS = 100;
const ROWS = 30;

export function Terminals() {
  const terminals = useTopic('terminals');
  const projects = useTopic('projects').rows.value.filter(mayRun);
  const { action, start } = useAction();
  const rows = terminals.rows.value;
  const wanted = route.value.id;
  // Opened here; its row comes a moment after the answer, or before it.
  const opened = useSignal<{ readonly project: string; readonly handle: string } | undefined>(undefined);
  const fresh = rows.find(({ project, handle }) => project === opened.value?.project && handle === opened.value.handle);
  const shown = fresh ?? rows.find(({ id }) => id === wanted) ?? rows.findLast(({ state }) => state === 'running') ?? rows.at(-1);
  useEffect(() => {
    if (fresh === undefined) return;
    opened.value = undefined;
    replace({ id: fresh.id });
  }, [fresh?.id]);
  const open = (project: string) =>
    start(async (options) => {
      const { value } = await call<{ readonly terminalId: string }>('run_in_terminal', { columns: COLUMNS, rows: ROWS }, { ...options, project });
      opened.value = { project, handle: value.terminalId };
    });
  const [only] = projects;
  useKeys('Terminals', [
    {
      key: 'N',
      does: 'New terminal',
      run: ({ repeat }) => {
        if (repeat || only === undefined) return false;
        open(shown !== undefined && projects.some(({ id }) => id === shown.project) ? shown.project : only.id);
        return true;
      },
    },
  ]);
  const foot = <NewTerminal projects={projects} onOpen={open} />;
  return (
    <>
      <h1 class="unseen-word">Terminals</h1>
      <ActionNote action={action.value} />
      {!terminals.isKnown.value ? (
        <Skeleton />
      ) : shown === undefined ? (
        <Empty>Terminals that agents open appear here. {projects.length > 0 && foot}</Empty>
      ) : (
        <SideTabs
          label="Terminals"
          tabs={rows.map((row) => ({ id: row.id, label: <TabLabel row={row} /> }))}
          selected={shown.id}
          foot={foot}
          onSelect={(id) => replace({ id })}
        >
          <OneTerminal key={shown.id} row={shown} />
        </SideTabs>
      )}
    </>
  );
}

function mayRun({ trusted, runsDenied, isGone }: ProjectRow): boolean {
  return trusted && runsDenied !== true && isGone !== true;
}

function NewTerminal({ projects, onOpen }: { readonly projects: readonly ProjectRow[]; onOpen(project: string): void }) {
  const [first] = projects;
  if (first === undefined) return <span class="muted">Trust a project to open a terminal in it.</span>;
  if (projects.length === 1)
    return (
      <DaemonButton class="button" onClick={() => onOpen(first.id)}>
        New <kbd>N</kbd>
      </DaemonButton>
    );
  return <Menu label="New terminal in…" button={<Icon name="more" />} items={projects.map(({ id, name }) => ({ label: name, run: () => onOpen(id) }))} />;
}

function TabLabel({ row }: { readonly row: TerminalRow }) {
  return (
    <>
      <span>
        <Status state={row.state === 'running' ? 'active' : row.exitCode === 0 ? 'ok' : 'error'} /> <Text text={row.title} />
      </span>
      <span class="muted">
        <Text text={whose(row)} /> · <Text text={lastPart(row.project)} />
      </span>
    </>
  );
}

// Of a window, which is a person.
function isOwn({ owner }: TerminalRow): boolean {
  return owner?.startsWith('window:') === true;
}

function whose(row: TerminalRow): string {
  return isOwn(row) ? 'you' : shortClient(row.ownerName ?? 'an agent');
}

function OneTerminal({ row }: { readonly row: TerminalRow }) {
  const isClosing = useSignal(false);
  const isTyping = useSignal(false);
  const screen = useRef<Screen | undefined>(undefined);
  const isRunning = row.state === 'running';
  const type = () => {
    if (!isRunning || screen.current === undefined) return false;
    screen.current.type();
    return true;
  };
  const ask = () => {
    if (!isRunning) return false;
    isClosing.value = true;
    return true;
  };
  useKeys('Terminal', [
    { key: 'i', does: 'Type; Ctrl ] leaves', run: type },
    { key: 'W', does: 'Close…', run: ask },
  ]);
  return (
    <section class="terminal-view" aria-label={row.title}>
      <header class="terminal-head">
        <span class="terminal-title">
          <strong>
            <Text text={row.title} />
          </strong>{' '}
          <span class="muted">
            <Text text={whose(row)} /> · {row.columns} × {row.rows}
            {row.exitCode !== undefined && ` · ended with ${row.exitCode}`}
          </span>
        </span>
        {isRunning && (
          <>
            {!isOwn(row) && <Helm kind="terminal" id={row.id} heldBy={row.heldBy} agent={whose(row)} />}
            <DaemonButton class="button" aria-pressed={isTyping.value} onClick={() => (isTyping.value ? screen.current?.leave() : type())}>
              {isTyping.value ? 'Leave' : 'Type'} <kbd>{isTyping.value ? 'Ctrl ]' : 'i'}</kbd>
            </DaemonButton>
            <DaemonButton class="button" onClick={ask}>
              Close <kbd>W</kbd>
            </DaemonButton>
          </>
        )}
      </header>
      <ScreenPlace row={row} isTyping={isTyping.value} screen={screen} onTyping={(is) => (isTyping.value = is)} />
      {isClosing.value && <CloseDialog row={row} onClose={() => (isClosing.value = false)} />}
    </section>
  );
}

interface ScreenPlaceProps {
  readonly row: TerminalRow;
  readonly isTyping: boolean;
  readonly screen: { current: Screen | undefined };
  onTyping(isTyping: boolean): void;
}

function ScreenPlace({ row, isTyping, screen, onTyping }: ScreenPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const failed = useSignal<unknown>(undefined);
  const size = useRef({ columns: row.columns, rows: row.rows });
  size.current = { columns: row.columns, rows: row.rows };
  useEffect(() => {
    let isOver = false;
    import('./screen.ts').then(
      (loaded) => {
        if (isOver || place.current === null) return;
        screen.current = new loaded.Screen(place.current, {
          id: row.id,
          ...size.current,
          isOwn: isOwn(row),
          onTyping,
        });
      },
      (thrown: unknown) => {
        failed.value = thrown;
      },
    );
    return () => {
      isOver = true;
      screen.current?.[Symbol.dispose]();
      screen.current = undefined;
    };
  }, [row.id]);
  useEffect(() => screen.current?.resize(row.columns, row.rows), [row.columns, row.rows]);
  if (failed.value !== undefined) return <ErrorNote error={shownError(failed.value)} />;
  return <div ref={place} class={`terminal-place ${isTyping ? 'is-typing' : ''}`} />;
}

function CloseDialog({ row, onClose }: { readonly row: TerminalRow; onClose(): void }) {
  const { action, start } = useAction();
  const close = () =>
    start(async (options) => {
      await call('close_terminal', { terminal_id: row.handle }, { ...options, project: row.project });
      onClose();
    });
  return (
    <Dialog title="Close this terminal?" onClose={onClose}>
      <p>
        <strong>
          <Text text={row.title} />
        </strong>{' '}
        of <Text text={whose(row)} /> ends with everything that runs in it.
      </p>
      <ActionNote action={action.value} />
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Keep it
        </button>
        <DaemonButton class="button dangerous" onClick={close}>
          Close it
        </DaemonButton>
      </div>
    </Dialog>
  );
}
