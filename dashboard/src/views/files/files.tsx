// What is open in the editor that the person and agents share: tabs, the file in front, and the way to another.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { EditorPlace, EditorRow, TextRange } from '../../../../src/dashboard/protocol/editor.ts';
import { go, replace, route } from '../../app/router.ts';
import { Skeleton } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/errorNote.tsx';
import { Icon } from '../../parts/icons.tsx';
import { useKeys } from '../../parts/keys.ts';
import { ask, shownError, useAction } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import { useTopic } from '../../wire/useTopic.ts';
import { CloseDialog } from './closeDialog.tsx';
import { FileTabs } from './fileTabs.tsx';
import { OpenFile } from './openFile.tsx';
import { type ChosenFile, QuickOpen } from './quickOpen.tsx';

export function Files() {
  const editor = useTopic('editor');
  const projects = useTopic('projects').rows.value;
  const isChoosing = useSignal(false);
  const closing = useSignal<EditorRow | undefined>(undefined);
  const { action, start } = useAction();
  const rows = inOrder(editor.rows.value);
  const wanted = placeOfRoute();
  const row = rows.find((each) => isSame(each, wanted));
  const front = wanted === undefined ? (rows.find(({ isActive }) => isActive) ?? rows.at(-1)) : undefined;
  // Without a file in the address it is the one that is in front; that is no step for Back.
  useEffect(() => {
    if (front !== undefined) replace({ id: front.file, query: { project: front.project } });
  }, [front?.id]);
  const choose = () => {
    isChoosing.value = true;
  };
  const show = ({ project, file }: EditorPlace) => go('files', file, { project });
  const move = (by: number) => {
    const at = row === undefined ? -1 : rows.indexOf(row);
    const next = rows.at((at + by) % rows.length);
    if (next === undefined) return false;
    show(next);
    return true;
  };
  // It does not make way for the next one any more.
  const pin = ({ project, file }: EditorPlace) => start((options) => ask('editor.open', { project, file }, options));
  // What is in front afterwards is what was before it, as the daemon says.
  const closeTab = (tab: EditorRow, discards?: string) =>
    start(async (options) => {
      await ask('editor.close', { project: tab.project, file: tab.file, ...(discards !== undefined && { discards }) }, options);
      closing.value = undefined;
      if (isSame(tab, placeOfRoute())) replaceByNext(rows, tab);
    });
  const close = (tab: EditorRow) => {
    if (tab.unsaved === undefined) closeTab(tab);
    else closing.value = tab;
  };
  useKeys('Files', [
    { key: 'o', does: 'Open a file', run: choose },
    { key: 'Ctrl p', does: 'Open a file', whileTyping: true, run: choose },
    { key: ']', does: 'Next tab', run: () => rows.length > 0 && move(1) },
    { key: '[', does: 'Previous tab', run: () => rows.length > 0 && move(-1) },
    {
      key: 'W',
      does: 'Close the tab',
      run: ({ repeat }) => {
        if (row === undefined || repeat) return false;
        close(row);
        return true;
      },
    },
  ]);
  return (
    <div class="files">
      <h1 class="unseen-word">Files</h1>
      <FileTabs rows={rows} shown={row} hasProjects={projects.length > 1} onShow={show} onPin={pin} onClose={close} onOpen={choose} />
      {action.value.state === 'failed' && <ErrorNote error={action.value.error} retry={action.value.retry} />}
      {!editor.isKnown.value ? (
        <Skeleton />
      ) : wanted === undefined ? (
        rows.length === 0 && <NothingOpen hasProject={projects.length > 0} onOpen={choose} />
      ) : (
        <Opening key={`${wanted.project}\n${wanted.file}`} place={wanted} row={row} />
      )}
      {isChoosing.value && (
        <QuickOpen
          projects={projects}
          onChoose={({ line, ...place }: ChosenFile) => go('files', place.file, { project: place.project, ...(line !== undefined && { line: String(line) }) })}
          onClose={() => {
            isChoosing.value = false;
          }}
        />
      )}
      {closing.value !== undefined && (
        <CloseDialog
          row={closing.value}
          action={action.value}
          onDiscard={(tab) => closeTab(tab, tab.unsaved)}
          onClose={() => {
            closing.value = undefined;
          }}
        />
      )}
    </div>
  );
}

// By project, as the projects came, and as the tabs of each stand.
function inOrder(rows: readonly EditorRow[]): readonly EditorRow[] {
  const projects = [...new Set(rows.map(({ project }) => project))];
  return rows.toSorted((one, other) => projects.indexOf(one.project) - projects.indexOf(other.project) || one.place - other.place);
}

function isSame(one: EditorPlace, other: EditorPlace | undefined): boolean {
  return one.file === other?.file && one.project === other.project;
}

function placeOfRoute(): EditorPlace | undefined {
  const { id: file, query } = route.value;
  const project = query['project'];
  return file === undefined || project === undefined ? undefined : { file, project };
}

function replaceByNext(rows: readonly EditorRow[], closed: EditorRow): void {
  const at = rows.indexOf(closed);
  const next = rows[at + 1] ?? rows[at - 1];
  if (next === undefined) go('files');
  else replace({ id: next.file, query: { project: next.project } });
}

// From the address, once.
function lineOfRoute(): TextRange | undefined {
  const line = Number(route.peek().query['line']);
  const last = Number(route.peek().query['end'] ?? line);
  if (!Number.isSafeInteger(line) || line < 1) return undefined;
  return { line, column: 1, endLine: Math.max(line, last || line), endColumn: 1 };
}

type Opened = { readonly state: 'opening' } | { readonly state: 'open'; readonly number: number } | { readonly state: 'failed'; readonly error: unknown };

// A file that the address names is opened, whoever else has it open already; what is closed while it is shown stays so until somebody wants it again.
function Opening({ place, row }: { readonly place: EditorPlace; readonly row: EditorRow | undefined }) {
  const opened = useSignal<Opened>({ state: 'opening' });
  // As the daemon listed it last.
  const listed = useRef<EditorRow | undefined>(undefined);
  const hasUnsent = useRef(() => false);
  const line = route.value.query['line'];
  const open = () => {
    const selection = lineOfRoute();
    ask('editor.open', { ...place, isPreview: true, ...(selection !== undefined && { selection }) }).then(
      () => {
        const before = opened.peek();
        // A place in the address is one to go to, once.
        if (selection !== undefined) replace({ query: { project: place.project } });
        opened.value = { state: 'open', number: before.state === 'open' ? before.number + Number(selection !== undefined) : 0 };
      },
      (error: unknown) => {
        opened.value = { state: 'failed', error };
      },
    );
  };
  useEffect(() => {
    if (!isLost.value && (opened.peek().state !== 'open' || line !== undefined)) open();
  }, [isLost.value, line]);
  if (row !== undefined) listed.current = row;
  const { value } = opened;
  if (value.state === 'failed') return <ErrorNote error={shownError(value.error)} retry={open} />;
  // Another daemon may not have opened the project yet, or an agent has closed the tab: what the daemon does not have stays here until it has.
  const shown = row ?? (hasUnsent.current() ? listed.current : undefined);
  if (shown === undefined && listed.current !== undefined)
    return (
      <div class="files-empty">
        <p>This tab was closed.</p>
        <button type="button" class="button" onClick={open}>
          Open it again
        </button>
      </div>
    );
  return value.state === 'opening' || shown === undefined ? (
    <Skeleton />
  ) : (
    <OpenFile place={place} row={shown} isListed={row !== undefined} shownTo={value.number} hasUnsent={hasUnsent} />
  );
}

function NothingOpen({ hasProject, onOpen }: { readonly hasProject: boolean; onOpen(): void }) {
  return (
    <div class="files-empty">
      <Icon name="files" />
      <p>No file is open.</p>
      <p class="muted">What you open and select here, agents see too. What they open appears here.</p>
      {hasProject && (
        <button type="button" class="button primary" onClick={onOpen}>
          Open a file <kbd>o</kbd>
        </button>
      )}
    </div>
  );
}
