// Everything written, by whom, with its proof: keep it, or take it back.

import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { ChangeRow } from '../../../../src/dashboard/protocol/rows.ts';
import { close, go, replace, route } from '../../app/router.ts';
import { clockTime } from '../../parts/clock.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { isNarrow } from '../../parts/media.ts';
import { lastPart, shortClient, withShortPath } from '../../parts/names.ts';
import { Split } from '../../parts/split.tsx';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { VirtualList } from '../../parts/virtualList.tsx';
import { ask, call, useAction } from '../../wire/asking.ts';
import { welcome } from '../../wire/connection.ts';
import { useTopic } from '../../wire/useTopic.ts';
import { ChangeDetail } from './changeDetail.tsx';
import { EvidenceGlyph } from './evidence.tsx';
import { ReturnHere } from './returnHere.tsx';
import { WakeStrip } from './wake.tsx';

const cells = (row: ChangeRow) => <Cells row={row} showsProject={false} />;
const cellsWithProject = (row: ChangeRow) => <Cells row={row} showsProject />;

export function Changes() {
  const changes = useTopic('changes');
  const { id: open, query } = route.value;
  const selected = useSignal<string | undefined>(open);
  const { action, start } = useAction();
  const all = changes.rows.value;
  const projects = useMemo(() => [...new Set(all.map(({ project }) => project))].sort(), [all]);
  const project = query['project'] ?? (projects.length === 1 ? projects[0] : undefined);
  const ofProject = useMemo(() => (project === undefined ? all : all.filter((row) => row.project === project)), [all, project]);
  const unseen = ofProject.filter(({ isUnseen }) => isUnseen).length;
  const rows = useMemo(
    () => ofProject.filter(({ isUnseen }) => query['only'] !== 'unseen' || isUnseen).sort((one, other) => Date.parse(other.time) - Date.parse(one.time)),
    [ofProject, query['only']],
  );
  const chosen = rows.find(({ id }) => id === (open ?? selected.value));
  const opened = open === undefined ? undefined : changes.row(open).value;
  const moment = query['before'] === undefined ? undefined : changes.row(query['before']).value;
  const version = `${ofProject.length} ${ofProject.at(-1)?.id ?? ''}`;

  const setQuery = (key: string, value: string | undefined) => {
    const { [key]: _, ...others } = query;
    replace({ query: value === undefined ? others : { ...others, [key]: value } });
  };
  const select = (id: string) => {
    selected.value = id;
    if (open !== undefined) replace({ id });
  };
  const act = (does: (row: ChangeRow) => void) => (event?: KeyboardEvent) => {
    if (chosen === undefined || event?.repeat === true) return false;
    does(chosen);
    return true;
  };
  const undo = act((row) => start((options) => call('undo', { change_id: row.id }, { ...options, project: row.project })));
  const redo = act((row) => start((options) => call('redo', row.undoneBy === undefined ? {} : { change_id: row.id }, { ...options, project: row.project })));
  const keep = act((row) => start((options) => ask('change.seen', { project: row.project, ids: [row.id], isSeen: row.isUnseen }, options)));
  const keepAll = () => project !== undefined && start((options) => ask('change.seen', { project }, options));
  useKeys('Changes', [
    { key: 'z', does: 'Undo', run: undo },
    { key: 'Z', does: 'Redo', run: redo },
    { key: 'x', does: 'Keep: mark as seen', run: keep },
  ]);
  return (
    <>
      <h1 class="unseen-word">Changes</h1>
      <div class="changes-bar">
        {projects.length > 1 && (
          <select
            aria-label="Project"
            value={project ?? ''}
            onChange={(event) => setQuery('project', event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
          >
            <option value="">all projects</option>
            {projects.map((path) => (
              <option key={path} value={path}>
                {lastPart(path)}
              </option>
            ))}
          </select>
        )}
        <label class="changes-only">
          <input type="checkbox" checked={query['only'] === 'unseen'} onChange={() => setQuery('only', query['only'] === 'unseen' ? undefined : 'unseen')} />
          unseen {unseen}
        </label>
        {project !== undefined && unseen > 0 && (
          <DaemonButton class="link" onClick={keepAll}>
            Keep all
          </DaemonButton>
        )}
        <span class="changes-actions">
          <DaemonButton class="button" isOff={chosen === undefined} onClick={() => undo()}>
            Undo <kbd>z</kbd>
          </DaemonButton>
          <DaemonButton class="button" isOff={chosen === undefined} onClick={() => redo()}>
            Redo <kbd>Z</kbd>
          </DaemonButton>
          <DaemonButton class="button" isOff={chosen === undefined} onClick={() => keep()}>
            {chosen?.isUnseen === false ? 'Not seen' : 'Keep'} <kbd>x</kbd>
          </DaemonButton>
        </span>
      </div>
      <ActionNote action={action.value} />
      <Split
        name="changes"
        share={42}
        detailLabel="Change"
        onClose={() => {
          replace({ query: withoutMoment(query) });
          close();
        }}
        list={
          !changes.isKnown.value ? (
            <Skeleton />
          ) : rows.length === 0 ? (
            <Empty>{all.length === 0 ? 'What agents and commands write appears here, and can be taken back.' : 'Nothing is unseen.'}</Empty>
          ) : (
            <VirtualList<ChangeRow>
              label="Changes"
              items={rows}
              selected={open ?? selected.value}
              rowHeight={isNarrow.value ? 48 : 28}
              growsAtTop
              follows={welcome.value?.settings.autoScroll !== false}
              resetKey={`${project ?? ''} ${query['only'] ?? ''}`}
              rowClass={({ undoneBy, isRolledBack }) => `change-row ${undoneBy === undefined && isRolledBack !== true ? '' : 'change-undone'}`}
              onSelect={select}
              onOpen={(id) => go('changes', id, withoutMoment(query))}
              row={project === undefined ? cellsWithProject : cells}
            />
          )
        }
        detail={
          moment !== undefined ? (
            <ReturnHere key={moment.id} project={moment.project} before={moment.id} time={moment.time} title={`before ${moment.title}`} version={version} />
          ) : opened === undefined ? undefined : (
            <ChangeDetail key={opened.id} row={opened} version={version} />
          )
        }
      />
      {project !== undefined && <WakeStrip rows={ofProject} before={query['before']} onMoment={(before) => setQuery('before', before)} />}
    </>
  );
}

function withoutMoment({ before: _, ...query }: Readonly<Record<string, string>>): Record<string, string> {
  return query;
}

function Cells({ row, showsProject }: { readonly row: ChangeRow; readonly showsProject: boolean }) {
  const { undoneBy, isUnseen, time, title, author, project, files, added, removed, observed, evidence } = row;
  return (
    <>
      <span role="gridcell">
        <Status
          state={undoneBy !== undefined ? 'undone' : isUnseen ? 'unseen' : 'idle'}
          title={undoneBy !== undefined ? 'undone' : isUnseen ? 'not seen yet' : 'seen'}
        />
      </span>
      <span role="gridcell" class="change-time muted">
        {clockTime(time)}
      </span>
      <span role="gridcell" class="change-title" title={title}>
        <Text text={withShortPath(title)} />
        {observed !== undefined && (
          <span class="muted"> {observed === 'all' ? 'observed' : observed === 'partly' ? 'observed, partly' : 'observed, cannot be undone'}</span>
        )}
      </span>
      <span role="gridcell" class="change-who muted">
        <Text text={shortClient(author)} />
        {showsProject && <Text text={` · ${lastPart(project)}`} />}
      </span>
      <span role="gridcell" class="change-evidence">
        <EvidenceGlyph evidence={evidence} />
      </span>
      <span role="gridcell" class="change-size muted">
        {files} {files === 1 ? 'file' : 'files'} <span class="diff-plus">+{added}</span> <span class="diff-minus">−{removed}</span>
      </span>
    </>
  );
}
