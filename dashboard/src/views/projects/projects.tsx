// Folders: whether they are trusted, who writes there, and how their engines do.

import { useSignal } from '@preact/signals';
import type { ProjectRow, ShownEngine } from '../../../../src/dashboard/protocol/rows.ts';
import { close, go, replace, route } from '../../app/router.ts';
import { CopyButton } from '../../parts/copyButton.tsx';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { isNarrow } from '../../parts/media.ts';
import { Split } from '../../parts/split.tsx';
import { type State, Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { VirtualList } from '../../parts/virtualList.tsx';
import { ask, call, useAction } from '../../wire/asking.ts';
import { useTopic } from '../../wire/useTopic.ts';
import { OpenProject } from './openProject.tsx';
import { TrustDialog } from './trustDialog.tsx';

const cells = (row: ProjectRow) => <Cells row={row} />;

export function Projects() {
  const projects = useTopic('projects');
  const open = route.value.id;
  const selected = useSignal<string | undefined>(open);
  const trusting = useSignal<string | undefined>(undefined);
  const { action, start } = useAction();
  const rows = projects.rows.value;
  const chosen = rows.find(({ id }) => id === (open ?? selected.value));
  const trust = () => {
    if (chosen === undefined || chosen.trusted) return false;
    trusting.value = chosen.id;
    return true;
  };
  useKeys('Projects', [{ key: 'T', does: 'Trust this project…', run: trust }]);
  return (
    <>
      <h1 class="unseen-word">Projects</h1>
      <OpenProject />
      <ActionNote action={action.value} />
      <Split
        name="projects"
        share={45}
        detailLabel="Project"
        onClose={close}
        list={
          !projects.isKnown.value ? (
            <Skeleton />
          ) : rows.length === 0 ? (
            <Empty>No project is open. An agent opens the folder that it runs in.</Empty>
          ) : (
            <VirtualList<ProjectRow>
              label="Projects"
              items={rows}
              selected={open ?? selected.value}
              rowHeight={isNarrow.value ? 52 : 36}
              rowClass={() => 'project-row'}
              onSelect={(id) => {
                selected.value = id;
                if (open !== undefined) replace({ id });
              }}
              onOpen={(id) => go('projects', id)}
              row={cells}
            />
          )
        }
        detail={
          open === undefined || chosen === undefined ? undefined : (
            <OneProject
              key={open}
              row={chosen}
              onTrust={() => (trusting.value = chosen.id)}
              onRestart={(language) => start((options) => call('restart_engine', { language }, { ...options, project: chosen.id }))}
            />
          )
        }
      />
      {trusting.value !== undefined && (
        <TrustDialog
          path={trusting.value}
          onClose={() => {
            trusting.value = undefined;
          }}
          onTrust={(path) => start((options) => ask('project.trust', { path }, options))}
        />
      )}
    </>
  );
}

function Cells({ row: { id, name, trusted, engines, isGone, writer, window, runsDenied } }: { readonly row: ProjectRow }) {
  const missing = engines.filter(({ state }) => engineState(state) === 'warning').length;
  return (
    <>
      <span role="gridcell" class="project-name">
        <Text text={name} />
      </span>
      <span role="gridcell" class="project-path muted">
        <Text text={id} />
      </span>
      <span role="gridcell" class="project-state">
        {isGone === true ? (
          <Status state="error" text="folder is gone" />
        ) : trusted ? (
          <Status state="ok" text="trusted" />
        ) : (
          <Status state="warning" text="untrusted" />
        )}
        {runsDenied === true && <span class="muted"> runs denied</span>}
        {writer !== undefined && <span class="muted"> read only: process {writer} writes</span>}
        {window !== undefined && <span class="muted"> open in VS Code: process {window} serves it</span>}
      </span>
      <span role="gridcell" class="project-engines muted">
        {missing > 0 ? <Status state="warning" text={`${missing} engine${missing === 1 ? '' : 's'}`} /> : `${engines.length} engines`}
      </span>
    </>
  );
}

const STATES: Readonly<Record<string, State>> = {
  ready: 'ok',
  loading: 'running',
  starting: 'running',
  restarting: 'running',
  failed: 'error',
  missing: 'warning',
  untrusted: 'warning',
};
const WORDS: Readonly<Record<string, string>> = { notStarted: 'not started', hibernating: 'resting' };

// What has not run yet has nothing to begin anew, and what may not or cannot run does not begin.
function canRestart(state: string): boolean {
  return state !== 'notStarted' && state !== 'missing' && state !== 'untrusted';
}

function engineState(state: string): State {
  return STATES[state] ?? 'idle';
}

interface OneProjectProps {
  readonly row: ProjectRow;
  onTrust(): void;
  onRestart(language: string): void;
}

function OneProject({ row, onTrust, onRestart }: OneProjectProps) {
  const focused = useSignal(0);
  const engine = row.engines[focused.value];
  useKeys('Project', [
    {
      key: 'R',
      does: 'Restart the engine',
      run: () => {
        if (engine === undefined || !canRestart(engine.state)) return false;
        onRestart(engine.language);
        return true;
      },
    },
    {
      key: 'i',
      does: 'Copy how to install a missing engine',
      run: () => {
        if (engine?.install === undefined) return false;
        void navigator.clipboard.writeText(engine.install);
        return true;
      },
    },
  ]);
  return (
    <div class="project-detail">
      <h2>
        <Text text={row.name} />
      </h2>
      <p class="muted project-place">
        <Text text={row.id} />
        <CopyButton text={row.id} label="Copy the path" />
      </p>
      {row.worktreeOf !== undefined && (
        <p class="muted">
          a worktree of <Text text={row.worktreeOf} />
        </p>
      )}
      {!row.trusted && (
        <div class="project-trust">
          <p>Nobody has trusted this folder: it is read, nothing of it is run, and edits ask you.</p>
          <DaemonButton class="button" onClick={onTrust}>
            Trust… <kbd>T</kbd>
          </DaemonButton>
        </div>
      )}
      <h3>Engines</h3>
      {row.engines.length === 0 ? (
        <p class="muted">Engines start with the first question about their language.</p>
      ) : (
        <ul class="engine-list">
          {row.engines.map((each, index) => (
            <EngineLine
              key={`${each.language} ${each.engine}`}
              engine={each}
              isFocused={index === focused.value}
              onFocus={() => (focused.value = index)}
              onRestart={onRestart}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface EngineLineProps {
  readonly engine: ShownEngine;
  readonly isFocused: boolean;
  onFocus(): void;
  onRestart(language: string): void;
}

function EngineLine({ engine: { language, engine, state, memoryMb, restarts, detail, install, files }, isFocused, onFocus, onRestart }: EngineLineProps) {
  return (
    <li class={`engine ${isFocused ? 'engine-focused' : ''}`} onFocusCapture={onFocus}>
      <div class="engine-head">
        <strong>{engine}</strong>
        <Status state={engineState(state)} text={WORDS[state] ?? state} />
        {memoryMb !== undefined && <span class="muted">{memoryMb} MB</span>}
        {files !== undefined && <span class="muted">{files === 1 ? '1 file' : `${files.toLocaleString('en')} files`}</span>}
        {canRestart(state) && (
          <>
            <span class="muted">
              {restarts} {restarts === 1 ? 'restart' : 'restarts'}
            </span>
            <DaemonButton class="button" onClick={() => onRestart(language)}>
              Restart <kbd>R</kbd>
            </DaemonButton>
          </>
        )}
      </div>
      {detail !== undefined && (
        <p class="muted">
          <Text text={detail} />
        </p>
      )}
      {install !== undefined && (
        <p class="engine-install">
          <code>
            <Text text={install} />
          </code>
          <CopyButton text={install} label="Copy the command" />
        </p>
      )}
    </li>
  );
}
