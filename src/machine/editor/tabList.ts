// The tabs of one editor in their order, which of them is active, and which is only looked at.
import type { UnsavedText } from '../../ide/doors/editor.ts';
import type { Range } from '../../ide/text.ts';
import type { SelectedIn } from './selections.ts';

export interface OpenTab extends SelectedIn {
  readonly uri: string;
  readonly languageId: string;
  readonly lineCount: number;
  readonly isPreview: boolean;
  readonly selection: Range;
  // The text in the selection.
  readonly selectedText: string;
  readonly unsaved?: UnsavedText | undefined;
  readonly isStale: boolean;
}

export const BEGINNING: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

// Before its text is known.
export function emptyTab(uri: string): OpenTab {
  return { uri, languageId: '', lineCount: 1, isPreview: true, selection: BEGINNING, selectedText: '', firstLine: '', lastLine: '', isStale: false };
}

// A tab whose file is gone, for as long as it may come back.
interface GoneTab {
  readonly tab: OpenTab;
  readonly index: number;
  // Nobody has activated another one since.
  readonly wasActiveAt: number | undefined;
  readonly at: number;
}

// Version control and many programs replace a file by deleting it first.
const COMES_BACK_WITHIN = 10_000;

export class TabList {
  #tabs: readonly OpenTab[] = [];
  // The URIs of tabs that were active, the last one last.
  #activated: readonly string[] = [];
  // How often somebody has made a tab the active one.
  #activations = 0;
  readonly #gone = new Map<string, GoneTab>();

  get tabs(): readonly OpenTab[] {
    return this.#tabs;
  }

  get active(): OpenTab | undefined {
    const uri = this.#activated.at(-1);
    return uri === undefined ? undefined : this.find(uri);
  }

  // By the time that each was active, the last one last.
  get activated(): readonly string[] {
    return this.#activated;
  }

  find(uri: string): OpenTab | undefined {
    return this.#tabs.find((tab) => tab.uri === uri);
  }

  preview(): OpenTab | undefined {
    return this.#tabs.find(({ isPreview }) => isPreview);
  }

  // As they were kept, with the URIs of those that were active.
  restore(tabs: readonly OpenTab[], activated: readonly string[]): void {
    this.#tabs = tabs;
    this.#activated = activated.filter((uri) => this.find(uri) !== undefined);
    this.#activateSome();
  }

  // In the place of the tab that was only looked at, or as the last one.
  add(tab: OpenTab): void {
    const replaced = tab.isPreview ? this.preview() : undefined;
    this.#gone.delete(tab.uri);
    if (replaced === undefined) {
      this.#tabs = [...this.#tabs, tab];
    } else {
      this.#tabs = this.#tabs.map((one) => (one === replaced ? tab : one));
      const wasActive = this.#activated.at(-1) === replaced.uri;
      this.#activated = this.#activated.filter((uri) => uri !== replaced.uri);
      if (wasActive) this.#activated = [...this.#activated, tab.uri];
    }
    this.#activateSome();
  }

  update(uri: string, fields: Partial<OpenTab>): OpenTab | undefined {
    this.#tabs = this.#tabs.map((tab) => (tab.uri === uri ? { ...tab, ...fields } : tab));
    return this.find(uri);
  }

  activate(uri: string): void {
    this.#activations += 1;
    this.#activated = [...this.#activated.filter((one) => one !== uri), uri];
  }

  // The one that was active before it takes its place.
  remove(uri: string): OpenTab | undefined {
    const removed = this.find(uri);
    this.#gone.delete(uri);
    this.#tabs = this.#tabs.filter((tab) => tab !== removed);
    this.#activated = this.#activated.filter((one) => one !== uri);
    this.#activateSome();
    return removed;
  }

  // Its file is not there any more.
  lose(uri: string): void {
    const tab = this.find(uri);
    if (tab === undefined) return;
    const index = this.#tabs.indexOf(tab);
    const wasActive = this.active === tab;
    this.remove(uri);
    this.#gone.set(uri, { tab, index, wasActiveAt: wasActive ? this.#activations : undefined, at: Date.now() });
  }

  gone(): readonly string[] {
    for (const [uri, { at }] of this.#gone) if (Date.now() - at > COMES_BACK_WITHIN) this.#gone.delete(uri);
    return [...this.#gone.keys()];
  }

  // Where it was. Undefined where somebody closed it for good, or it was away for too long.
  bringBack(uri: string): OpenTab | undefined {
    const lost = this.#gone.get(uri);
    if (lost === undefined) return undefined;
    this.#gone.delete(uri);
    // Another file is only looked at by now, or somebody has opened this one again.
    if (this.find(uri) !== undefined) return undefined;
    const tab = lost.tab.isPreview && this.preview() !== undefined ? { ...lost.tab, isPreview: false } : lost.tab;
    this.#tabs = [...this.#tabs.slice(0, lost.index), tab, ...this.#tabs.slice(lost.index)];
    if (lost.wasActiveAt === this.#activations) this.#activated = [...this.#activated, uri];
    this.#activateSome();
    return tab;
  }

  // The same file by another name. A tab that has that name already stays the only one.
  rename(from: string, to: string): void {
    if (this.find(from) === undefined) this.bringBack(from);
    const tab = this.find(from);
    if (tab === undefined) return;
    if (this.find(to) !== undefined && tab.unsaved === undefined) {
      this.remove(from);
      return;
    }
    const other = this.find(to);
    if (other !== undefined) return;
    this.#tabs = this.#tabs.map((one) => (one === tab ? { ...tab, uri: to } : one));
    this.#activated = this.#activated.map((uri) => (uri === from ? to : uri));
  }

  // Something is in view wherever something is open.
  #activateSome(): void {
    const last = this.#tabs.at(-1);
    if (this.#activated.length === 0 && last !== undefined) this.#activated = [last.uri];
  }
}
