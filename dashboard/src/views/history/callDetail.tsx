// One call in full: what was asked, what was answered, what was called for it, and what it changed.
import { useState } from 'preact/hooks';
import type { ShownCall, ShownInnerCall } from '../../../../src/dashboard/protocol/shownCalls.ts';
import { FileLink } from '../../app/fileLink.tsx';
import { hashOf } from '../../app/route.ts';
import { views } from '../../app/views.ts';
import { duration, fullTime } from '../../parts/clock.ts';
import { CopyButton } from '../../parts/copyButton.tsx';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/errorNote.tsx';
import { JsonTree } from '../../parts/jsonTree.tsx';
import { useKeys } from '../../parts/keys.ts';
import { shortClient } from '../../parts/names.ts';
import { Status } from '../../parts/status.tsx';
import { type Tab, Tabs } from '../../parts/tabs.tsx';
import { LongText, Text } from '../../parts/text.tsx';
import { Running } from '../../parts/times.tsx';
import { useDetail } from '../../wire/asking.ts';
import { topic } from '../../wire/store.ts';

const tabNames = ['request', 'answer', 'read', 'change'] as const;
type TabName = (typeof tabNames)[number];
// What somebody looks at in one call, they look at in the next.
let lastTab: TabName = 'request';

export function CallDetail({ id }: { readonly id: string }) {
  const row = topic('calls').row(id).value;
  const detail = useDetail('history.read', { id }, `${row?.status} ${row?.milliseconds}`).value;
  if (detail.state === 'failed') return <ErrorNote error={detail.error} retry={detail.retry} />;
  return detail.state === 'loading' ? <Skeleton /> : <WholeCall record={detail.value.record} />;
}

function WholeCall({ record }: { readonly record: ShownCall }) {
  const [tab, setTab] = useState<TabName>(lastTab);
  const [isRaw, setRaw] = useState(false);
  const select = (name: string) => {
    lastTab = tabNames.find((known) => known === name) ?? 'request';
    setTab(lastTab);
  };
  const tabs = tabsOf(record);
  const selected = tabs.some(({ name }) => name === tab) ? tab : 'request';
  useKeys('Call', [
    { key: 'o', does: 'Raw', run: () => setRaw(!isRaw) },
    ...tabs.map(({ name, title }, index) => ({ key: String(index + 1), does: title, run: () => select(name) })),
  ]);
  return (
    <>
      <Head record={record} />
      <Tabs
        label="Parts of the call"
        tabs={tabs}
        selected={selected}
        onSelect={select}
        actions={
          <>
            <button type="button" class="button" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
              Raw <kbd>o</kbd>
            </button>
            <CopyButton label="Copy this part" text={() => textOf(record, selected, isRaw)} />
          </>
        }
      >
        {isRaw ? <LongText text={textOf(record, selected, true)} name={`${record.tool}.json`} /> : <Part record={record} tab={selected} />}
      </Tabs>
    </>
  );
}

function Head({ record }: { readonly record: ShownCall }) {
  const { tool, ownTool, caption, client, project, time, status, durationMs, answerTokens, door, id } = record;
  const facts = [shortClient(client), door, project, fullTime(time), answerTokens === undefined ? undefined : `${answerTokens.toLocaleString('en')} tokens`];
  return (
    <header class="call-head">
      <h2>
        <Text text={tool} /> {ownTool !== undefined && <span class="muted">({ownTool})</span>}
      </h2>
      {caption !== undefined && (
        <p>
          <Text text={caption} />
        </p>
      )}
      <p class="muted call-facts">
        {status === 'pending' ? (
          <span class="status-running">
            <Status state="running" /> <Running since={time} />
          </span>
        ) : (
          <Status state={status === 'error' ? 'error' : 'ok'} text={durationMs === undefined ? status : duration(durationMs)} />
        )}
        {facts.map(
          (fact) =>
            fact !== undefined && (
              <span key={fact}>
                <Text text={fact} />
              </span>
            ),
        )}
        <span>
          <code>{id.slice(0, 8)}</code> <CopyButton label="Copy the id" text={id} />
        </span>
      </p>
    </header>
  );
}

function tabsOf({ inner, moreInner = 0, changeId, affectedFiles }: ShownCall): readonly Tab[] {
  const calls = (inner?.length ?? 0) + moreInner;
  return [
    { name: 'request', title: 'Request' },
    { name: 'answer', title: 'Answer' },
    ...(calls > 0 ? [{ name: 'read', title: 'Read', count: calls }] : []),
    ...(changeId !== undefined || affectedFiles !== undefined ? [{ name: 'change', title: 'Change', count: affectedFiles?.length }] : []),
  ];
}

function Part({ record, tab }: { readonly record: ShownCall; readonly tab: TabName }) {
  if (tab === 'request') return <JsonTree value={record.parameters} name="Request" />;
  if (tab === 'answer') return <AnswerPart record={record} />;
  return tab === 'read' ? <InnerCalls record={record} /> : <Change record={record} />;
}

function AnswerPart({ record }: { readonly record: ShownCall }) {
  const { status, result, error, cutFrom, tool } = record;
  if (status === 'pending') return <Empty>It is still running; its answer will stand here.</Empty>;
  return (
    <>
      {error !== undefined && <ErrorNote error={{ code: '', message: error, next: '' }} />}
      {result !== undefined && result !== '' && <LongText text={result} name={`${tool}.txt`} />}
      {cutFrom !== undefined && <p class="muted">The answer had {cutFrom.toLocaleString('en')} characters; this is its beginning.</p>}
      {result === undefined && error === undefined && <Empty>The answer of this call was not kept.</Empty>}
    </>
  );
}

function InnerCalls({ record }: { readonly record: ShownCall }) {
  return (
    <ol class="inner-calls">
      {(record.inner ?? []).map((call: ShownInnerCall, index) => (
        <li key={`${call.time} ${index}`}>
          <Status state={call.status === 'error' ? 'error' : call.status === 'pending' ? 'running' : 'ok'} />{' '}
          <code>
            <Text text={call.tool} />
          </code>{' '}
          <Text text={call.caption ?? ''} /> <span class="muted">{call.durationMs !== undefined && duration(call.durationMs)}</span>
          {call.error !== undefined && (
            <p class="call-error">
              <Text text={call.error} />
            </p>
          )}
        </li>
      ))}
      {record.moreInner !== undefined && <li class="muted">{record.moreInner.toLocaleString('en')} more</li>}
    </ol>
  );
}

function Change({ record: { changeId, project, affectedFiles = [], moreFiles } }: { readonly record: ShownCall }) {
  const hasView = views.some(({ name }) => name === 'changes');
  return (
    <>
      {changeId !== undefined && (
        <p class="call-change">
          Change <code>{changeId}</code>
          <CopyButton label="Copy the id of the change" text={changeId} />
          {hasView && (
            <a class="link" href={hashOf({ view: 'changes', id: changeId, query: {} })}>
              Show it
            </a>
          )}
        </p>
      )}
      <ul class="file-list">
        {affectedFiles.map((file) => (
          <li key={file}>
            <code>
              <FileLink project={project} file={file} />
            </code>
          </li>
        ))}
        {moreFiles !== undefined && <li class="muted">{moreFiles.toLocaleString('en')} more</li>}
      </ul>
    </>
  );
}

function textOf(record: ShownCall, tab: TabName, isRaw: boolean): string {
  if (isRaw) return JSON.stringify(record, undefined, 2);
  if (tab === 'request') return JSON.stringify(record.parameters, undefined, 2);
  if (tab === 'answer') return record.result ?? record.error ?? '';
  return tab === 'read' ? JSON.stringify(record.inner, undefined, 2) : (record.affectedFiles ?? []).join('\n');
}
