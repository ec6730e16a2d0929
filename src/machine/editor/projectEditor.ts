// The editor of one project, without a window: tabs that follow their files on disk, and texts that nobody has saved yet, kept between starts.
import { relative, sep } from 'node:path';
import { isFileUri, pathOf } from '../../base/files/fileUri.ts';
import { isInside } from '../../base/files/realFolder.ts';
import type { Log } from '../../base/log.ts';
import { hashOfText } from '../../base/text/textHash.ts';
import { Turns } from '../../base/waiting/turns.ts';
import type { Changes } from '../../ide/doors/changes.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import type { Editor, EditorEvent, EditorMention, EditorTab, OpenedHow, SelectedText, UnsavedText } from '../../ide/doors/editor.ts';
import { notOpen, tooManyTabs, unsavedNotKept, unsavedText, unsavedTooLarge } from '../../ide/errors/editorErrors.ts';
import { cancelled, IdeError, outsideProject } from '../../ide/errors/errors.ts';
import type { Project } from '../../ide/ide.ts';
import { type Range, TextSnapshot } from '../../ide/text.ts';
import { EditorEvents } from './editorEvents.ts';
import { KeptEditor } from './keptEditor.ts';
import { withBreaksOf } from './lineBreaks.ts';
import { movedTo } from './movedFiles.ts';
import { clipped, followed } from './selections.ts';
import { BEGINNING, emptyTab, type OpenTab, TabList } from './tabList.ts';

export interface ProjectEditorOptions {
  readonly project: Project;
  readonly documents: Documents;
  readonly changes: Changes;
  // Where it keeps what it holds; nowhere when absent.
  readonly folder?: string;
  readonly log: Log;
}

// As many as a person finds their way in; agents open files and forget them.
const MOST_TABS = 100;
// In UTF-16 units. The daemon has 120 MB for everything.
const LARGEST_UNSAVED = 5_000_000;
const MOST_UNSAVED = 20_000_000;
// Of longer texts only the lines at the selection are remembered.
const LONGEST_REMEMBERED = 200_000;
// What writes one file mostly writes it in several steps.
const BEFORE_FOLLOWING = 50;
// A file that is any of these cannot be shown any more.
const NOT_SHOWN: ReadonlySet<string> = new Set(['file_not_found', 'is_a_folder', 'binary_file', 'file_too_large', 'outside_project']);

export async function openProjectEditor(options: ProjectEditorOptions): Promise<ProjectEditor> {
  const editor = new ProjectEditor(options);
  await editor.restore();
  return editor;
}

export class ProjectEditor implements Editor {
  readonly #project: Project;
  readonly #documents: Documents;
  readonly #changes: Changes;
  readonly #log: Log;
  readonly #kept: KeptEditor | undefined;
  readonly #events: EditorEvents;
  readonly #list = new TabList();
  // What reads a file and then changes a tab, one after the other: a text that was read earlier never takes the place of a later one.
  readonly #turns = new Turns();
  readonly #listening: readonly Disposable[];
  readonly #closed = new AbortController();
  // Heard of and not yet looked at.
  readonly #heard = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #latest: SelectedText | undefined;

  constructor({ project, documents, changes, folder, log }: ProjectEditorOptions) {
    this.#project = project;
    this.#documents = documents;
    this.#changes = changes;
    this.#log = log;
    this.#kept = folder === undefined ? undefined : new KeptEditor(folder, log, () => project.readOnly === undefined);
    this.#events = new EditorEvents(log, this);
    this.#listening = [
      documents.onChanges((heard) => this.#hear(heard.map(({ uri }) => uri))),
      // A file that was moved is gone before the history says where to.
      changes.onChange(({ kind }) => kind === 'made' && this.#hear(this.#list.gone())),
    ];
  }

  // What an earlier process kept. An unsaved text has a tab, whatever became of the list of tabs.
  async restore(): Promise<void> {
    if (this.#kept === undefined) return;
    const { state, unsaved } = await this.#kept.load();
    const listed = new Set(state.tabs.map(({ uri }) => uri));
    const orphans = [...unsaved.keys()].filter((uri) => !listed.has(uri)).map(emptyTab);
    const tabs = [...state.tabs.map((tab): OpenTab => ({ ...tab, isStale: false })), ...orphans].map((tab) => {
      const own = unsaved.get(tab.uri);
      return own === undefined ? tab : this.#inText({ ...tab, unsaved: own, isPreview: false }, viewOf(tab, own));
    });
    this.#list.restore(tabs, state.activated);
    this.#latest = state.latest;
    this.#events.begin();
    this.#hear(tabs.map(({ uri }) => uri));
  }

  tabs(): readonly EditorTab[] {
    return this.#list.tabs.map((tab) => this.#shown(tab));
  }

  // Every tab, because not every file is in a folder that is listened to.
  settle(signal: AbortSignal): Promise<void> {
    return this.#inTurn(signal, () => this.#follow([...this.#list.tabs.map(({ uri }) => uri), ...this.#list.gone()], signal));
  }

  open(given: string, { selection, inBackground = false, isPreview = false }: OpenedHow, signal: AbortSignal): Promise<EditorTab> {
    return this.#inTurn(signal, async () => {
      if (!isFileUri(given)) throw outsideProject(given, this.#project.path);
      const uri = await this.#documents.locate(pathOf(given));
      const known = this.#list.find(uri);
      // Of a file that was made a moment ago nobody would hear that it was deleted.
      if (known === undefined) await this.#documents.settle(signal);
      const view = await this.#view(uri, known, signal);
      if (known === undefined && this.#list.tabs.length >= MOST_TABS && !(isPreview && this.#list.preview() !== undefined)) throw tooManyTabs(MOST_TABS);
      const tab = known ?? { ...emptyTab(uri), isPreview };
      const followedTo = known === undefined ? BEGINNING : followed(known.selection, known, view);
      const opened = this.#inText({ ...tab, selection: selection ?? followedTo, isPreview: isPreview && tab.isPreview }, view);
      if (known === undefined) this.#list.add(opened);
      else this.#list.update(uri, opened);
      if (!inBackground) this.#list.activate(uri);
      return this.#changed(uri, selection !== undefined);
    });
  }

  async close(uri: string, unsaved: 'keep' | 'discard'): Promise<boolean> {
    const tab = this.#list.find(uri);
    if (tab === undefined) return false;
    if (tab.unsaved !== undefined && unsaved === 'keep') throw unsavedText(this.#nameOf(uri));
    if (tab.unsaved !== undefined) this.#forgetUnsaved(uri);
    this.#list.remove(uri);
    this.#events.soon();
    this.#saveLater();
    return true;
  }

  select(uri: string, range: Range, signal: AbortSignal): Promise<EditorTab> {
    return this.#inTurn(signal, async () => {
      const view = await this.#view(uri, this.#mustBeOpen(uri), signal);
      const tab = this.#mustBeOpen(uri);
      this.#list.update(uri, this.#inText({ ...tab, selection: range }, view));
      this.#list.activate(uri);
      return this.#changed(uri, true);
    });
  }

  selected(uri?: string): SelectedText | undefined {
    const tab = uri === undefined ? this.#list.active : this.#list.find(uri);
    return tab && { uri: tab.uri, range: tab.selection, text: tab.selectedText };
  }

  latestSelection(): SelectedText | undefined {
    return this.#latest;
  }

  unsaved(uri: string): UnsavedText | undefined {
    return this.#list.find(uri)?.unsaved;
  }

  write(uri: string, { text: given, base }: UnsavedText, signal: AbortSignal): Promise<EditorTab> {
    return this.#inTurn(signal, async () => {
      this.#mustBeOpen(uri);
      this.#mustFit(uri, given);
      const disk = await this.#textOnDisk(uri, signal);
      const tab = this.#mustBeOpen(uri);
      const text = withBreaksOf(disk?.text ?? tab.unsaved?.text ?? '', given);
      if (disk?.text === text) {
        if (tab.unsaved !== undefined) this.#forgetUnsaved(uri);
        this.#list.update(uri, this.#inFollowed({ ...tab, unsaved: undefined, isStale: false }, disk));
        return this.#changed(uri, false);
      }
      const unsaved = { text, base };
      const isStale = base !== (disk && hashOfText(disk.text));
      this.#list.update(uri, this.#inFollowed({ ...tab, unsaved, isStale, isPreview: false }, viewOf(tab, unsaved)));
      await this.#kept?.saveUnsaved(uri, unsaved).catch((error: unknown) => {
        throw unsavedNotKept(this.#nameOf(uri), reasonOf(error));
      });
      return this.#changed(uri, false);
    });
  }

  discard(uri: string): void {
    if (this.#list.find(uri)?.unsaved === undefined) return;
    this.#forgetUnsaved(uri);
    this.#list.update(uri, { unsaved: undefined, isStale: false });
    this.#events.soon();
    this.#hear([uri]);
  }

  saved(uri: string, text: string): void {
    const unsaved = this.#list.find(uri)?.unsaved;
    if (unsaved === undefined) return;
    if (unsaved.text === text) {
      this.discard(uri);
      return;
    }
    const since = { text: unsaved.text, base: hashOfText(text) };
    this.#list.update(uri, { unsaved: since, isStale: false });
    this.#kept?.saveUnsaved(uri, since).catch((error: unknown) => this.#notKept(error));
    this.#events.soon();
  }

  mention(mention: EditorMention): number {
    return this.#events.mention(mention);
  }

  onMention(listener: (mention: EditorMention) => boolean): Disposable {
    return this.#events.onMention(listener);
  }

  onEvent(listener: (event: EditorEvent) => void): Disposable {
    return this.#events.onEvent(listener);
  }

  // Returns when everything is written.
  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    for (const listening of this.#listening) listening[Symbol.dispose]();
    this.#closed.abort();
    await this.#turns.over();
    this.#events.close();
    await this.#kept?.over();
  }

  #shown(tab: OpenTab): EditorTab {
    const { uri, languageId, lineCount, isPreview, isStale, selection } = tab;
    return { uri, languageId, lineCount, isActive: this.#list.active === tab, isPreview, isUnsaved: tab.unsaved !== undefined, isStale, selection };
  }

  #mustBeOpen(uri: string): OpenTab {
    const tab = this.#list.find(uri);
    if (tab !== undefined) return tab;
    throw notOpen(
      this.#nameOf(uri),
      this.#list.tabs.map((open) => this.#nameOf(open.uri)),
    );
  }

  #mustFit(uri: string, text: string): void {
    const file = this.#nameOf(uri);
    if (text.length > LARGEST_UNSAVED) throw unsavedTooLarge(file, text.length, LARGEST_UNSAVED, 'one');
    const others = this.#list.tabs.filter((tab) => tab.uri !== uri);
    const all = others.reduce((sum, { unsaved }) => sum + (unsaved?.text.length ?? 0), text.length);
    if (all > MOST_UNSAVED) throw unsavedTooLarge(file, all, MOST_UNSAVED, 'all');
  }

  #inTurn<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    return this.#turns.take(async () => {
      if (signal.aborted) throw cancelled();
      return work();
    });
  }

  // The text in view: what is not saved, or what the disk holds.
  async #view(uri: string, tab: OpenTab | undefined, signal: AbortSignal): Promise<TextSnapshot> {
    return tab?.unsaved === undefined ? this.#documents.read(uri, signal) : viewOf(tab, tab.unsaved);
  }

  async #textOnDisk(uri: string, signal: AbortSignal): Promise<TextSnapshot | undefined> {
    try {
      return await this.#documents.read(uri, signal);
    } catch (error) {
      if (error instanceof IdeError && NOT_SHOWN.has(error.code)) return undefined;
      throw error;
    }
  }

  #inText(tab: OpenTab, view: TextSnapshot): OpenTab {
    const selection = clipped(tab.selection, view);
    return {
      ...tab,
      languageId: view.languageId,
      lineCount: view.lineCount,
      selection,
      selectedText: view.textIn(selection),
      snapshot: view.text.length > LONGEST_REMEMBERED ? undefined : view,
      firstLine: view.line(selection.start.line) ?? '',
      lastLine: view.line(selection.end.line) ?? '',
    };
  }

  #inFollowed(tab: OpenTab, view: TextSnapshot): OpenTab {
    return this.#inText({ ...tab, selection: followed(tab.selection, tab, view) }, view);
  }

  // Answered once it is kept, so that a daemon that is killed then loses nothing of it.
  async #changed(uri: string, isSelected: boolean): Promise<EditorTab> {
    const tab = this.#mustBeOpen(uri);
    if (isSelected && tab.selectedText !== '') this.#latest = { uri, range: tab.selection, text: tab.selectedText };
    this.#events.soon();
    await this.#save().catch((error: unknown) => this.#notKept(error));
    return this.#shown(tab);
  }

  #hear(uris: readonly string[]): void {
    const gone = this.#list.gone();
    for (const uri of uris) if (gone.includes(uri) || this.#list.find(uri) !== undefined) this.#heard.add(uri);
    if (this.#heard.size === 0 || this.#closed.signal.aborted) return;
    this.#timer ??= setTimeout(() => this.#followHeard(), BEFORE_FOLLOWING).unref();
  }

  #followHeard(): void {
    this.#timer = undefined;
    const uris = [...this.#heard];
    this.#heard.clear();
    const { signal } = this.#closed;
    this.#inTurn(signal, () => this.#follow(uris, signal)).catch((error: unknown) => {
      if (!signal.aborted) this.#log.warn(`tabs could not follow their files: ${reasonOf(error)}`);
    });
  }

  async #follow(uris: readonly string[], signal: AbortSignal): Promise<void> {
    const before = this.#list.tabs;
    for (const uri of uris) {
      if (signal.aborted) throw cancelled();
      await this.#followFile(uri, signal);
    }
    const now = this.#list.tabs;
    if (now.length === before.length && now.every((tab, index) => tab === before[index])) return;
    this.#events.soon();
    this.#saveLater();
  }

  async #followFile(uri: string, signal: AbortSignal): Promise<void> {
    const disk = await this.#textOnDisk(uri, signal).catch((error: unknown) => {
      // It may be readable again later, and what was seen of it stays true until then.
      if (error instanceof IdeError && error.code === 'file_unreadable') return error;
      throw error;
    });
    if (disk instanceof IdeError) return;
    if (disk === undefined) {
      const target = await movedTo(this.#changes, uri, signal);
      if (target !== undefined && (await this.#textOnDisk(target, signal)) !== undefined) {
        await this.#rename(uri, target);
        return this.#followFile(target, signal);
      }
    }
    const tab = this.#list.find(uri) ?? (disk === undefined ? undefined : this.#list.bringBack(uri));
    if (tab === undefined) return;
    if (tab.unsaved !== undefined) this.#followUnsaved(tab, tab.unsaved, disk);
    else if (disk === undefined) this.#list.lose(uri);
    else if (disk.text !== tab.snapshot?.text || disk.languageId !== tab.languageId) this.#update(tab, this.#inFollowed(tab, disk));
  }

  #followUnsaved(tab: OpenTab, unsaved: UnsavedText, disk: TextSnapshot | undefined): void {
    if (disk?.text === unsaved.text) {
      this.#forgetUnsaved(tab.uri);
      this.#update(tab, this.#inFollowed({ ...tab, unsaved: undefined, isStale: false }, disk));
      return;
    }
    const isStale = unsaved.base !== (disk && hashOfText(disk.text));
    if (isStale !== tab.isStale) this.#list.update(tab.uri, { isStale });
  }

  // What was selected last follows its file for as long as it is still selected there.
  #update(before: OpenTab, after: OpenTab): void {
    const isLatest = this.#latest?.uri === before.uri && this.#latest.text === before.selectedText && before.selectedText !== '';
    this.#list.update(before.uri, after);
    if (isLatest && after.selectedText !== '') this.#latest = { uri: after.uri, range: after.selection, text: after.selectedText };
  }

  async #rename(from: string, to: string): Promise<void> {
    const { unsaved } = this.#list.find(from) ?? {};
    this.#list.rename(from, to);
    if (this.#latest?.uri === from) this.#latest = { ...this.#latest, uri: to };
    if (unsaved === undefined || this.#list.find(to)?.unsaved !== unsaved) return;
    // First the new one: whoever is killed in between has it twice.
    await this.#kept?.saveUnsaved(to, unsaved);
    this.#forgetUnsaved(from);
  }

  #forgetUnsaved(uri: string): void {
    this.#kept?.removeUnsaved(uri).catch((error: unknown) => this.#notKept(error));
  }

  #saveLater(): void {
    this.#save().catch((error: unknown) => this.#notKept(error));
  }

  async #save(): Promise<void> {
    await this.#kept?.saveTabs({ tabs: this.#list.tabs, activated: this.#list.activated, latest: this.#latest });
  }

  #notKept(error: unknown): void {
    this.#log.warn(`what the editor holds could not be kept: ${reasonOf(error)}`);
  }

  #nameOf(uri: string): string {
    const { path } = this.#project;
    const own = pathOf(uri);
    return isInside(path, own) ? relative(path, own).replaceAll(sep, '/') : own;
  }
}

function viewOf({ uri, languageId }: OpenTab, { text }: UnsavedText): TextSnapshot {
  return new TextSnapshot({ uri, text, version: 0, languageId, unsaved: true });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
