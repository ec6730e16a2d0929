// One call in a line: when, who, where, what, how long and how it ended; on a narrow screen in two.
import type { CallRow } from '../../../../src/dashboard/protocol/rows.ts';
import { clockTime, duration, fullTime } from '../../parts/clock.ts';
import { isNarrow } from '../../parts/media.ts';
import { lastPart, shortClient, subjectOf, withShortPath } from '../../parts/names.ts';
import { Status } from '../../parts/status.tsx';
import { marked } from '../../parts/text.tsx';
import { Running } from '../../parts/times.tsx';
import { welcome } from '../../wire/connection.ts';

// No components: while somebody flings through the list, hundreds are drawn in a second.
export function callCells(row: CallRow) {
  return isNarrow.value ? narrowCells(row) : wideCells(row);
}

function wideCells(row: CallRow) {
  const { time, client, project, tool, caption, tokens, effect, grant, error, files } = row;
  return (
    <>
      <span role="gridcell" class="call-status">
        {status(row)}
      </span>
      <span role="gridcell" class="muted call-time" onPointerEnter={(event) => titled(event, fullTime(time))}>
        {welcome.value?.settings.showTimestamps !== false && clockTime(time)}
      </span>
      <span role="gridcell" class="call-client" title={client}>
        {marked(shortClient(client))}
      </span>
      <span role="gridcell" class="muted call-project" title={project}>
        {marked(lastPart(project ?? ''))}
      </span>
      <span role="gridcell" class={`call-tool effect-${effect ?? 'reads'}`}>
        {marked(tool)}
      </span>
      <span role="gridcell" class={row.status === 'error' && error !== undefined ? 'call-caption call-error' : 'call-caption'} title={error ?? caption}>
        {marked((row.status === 'error' ? error : undefined) ?? withShortPath(subjectOf(tool, caption)))}
      </span>
      <span role="gridcell" class="muted call-number call-files">
        {grant !== undefined && <span title={`allowed by grant ${grant}`}>granted </span>}
        {files !== undefined && files > 0 && (files === 1 ? '1 file' : `${files} files`)}
      </span>
      <span role="gridcell" class="muted call-number">
        {tokens !== undefined && `${grouped.format(tokens)} t`}
      </span>
      <span role="gridcell" class="muted call-number">
        {taken(row)}
      </span>
    </>
  );
}

const grouped = new Intl.NumberFormat('en');

// Made when somebody points at it.
function titled(event: { readonly currentTarget: HTMLElement }, title: string): void {
  event.currentTarget.title = title;
}

function narrowCells(row: CallRow) {
  const { client, tool, caption, effect, time } = row;
  return (
    <>
      <span role="gridcell" class="call-first">
        <span class={`effect-${effect ?? 'reads'}`}>{marked(tool)}</span> {marked(withShortPath(subjectOf(tool, caption)))}
      </span>
      <span role="gridcell" class="muted call-second">
        {status(row)} {marked(shortClient(client))} · {clockTime(time)} · {taken(row)}
      </span>
    </>
  );
}

function status({ status: state }: CallRow) {
  return Status({ state: state === 'pending' ? 'running' : state === 'error' ? 'error' : 'ok' });
}

function taken({ status: state, time, milliseconds }: CallRow) {
  if (state === 'pending') return <Running since={time} />;
  return milliseconds === undefined ? '' : duration(milliseconds);
}
