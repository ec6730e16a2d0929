// Who listens to an editor: several changes in a short time are one event, and the last state is always reported.
import type { Log } from '../../base/log.ts';
import type { Editor, EditorEvent, EditorMention, SelectedText } from '../../ide/doors/editor.ts';

// A person who drags a selection makes sixty in a second; nobody who listens needs more than twenty.
const BETWEEN_EVENTS = 50;

export class EditorEvents {
  readonly #log: Log;
  readonly #editor: Pick<Editor, 'tabs' | 'selected'>;
  readonly #listeners = new Set<(event: EditorEvent) => void>();
  readonly #mentioned = new Set<(mention: EditorMention) => boolean>();
  #timer: NodeJS.Timeout | undefined;
  #lastTabs = '[]';
  #lastSelected: SelectedText | undefined;

  constructor(log: Log, editor: Pick<Editor, 'tabs' | 'selected'>) {
    this.#log = log;
    this.#editor = editor;
  }

  onEvent(listener: (event: EditorEvent) => void): Disposable {
    const own = (event: EditorEvent) => listener(event);
    this.#listeners.add(own);
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) };
  }

  onMention(listener: (mention: EditorMention) => boolean): Disposable {
    const own = (mention: EditorMention) => listener(mention);
    this.#mentioned.add(own);
    return { [Symbol.dispose]: () => void this.#mentioned.delete(own) };
  }

  mention(mention: EditorMention): number {
    return [...this.#mentioned].filter((listener) => this.#guarded(() => listener(mention)) === true).length;
  }

  // What was there before anybody listened is no event.
  begin(): void {
    this.#lastTabs = this.#tabs();
    this.#lastSelected = this.#editor.selected();
  }

  // Something may be different: it is compared when the event is due, so that what was changed and changed back is none.
  soon(): void {
    this.#timer ??= setTimeout(() => this.#send(), BETWEEN_EVENTS).unref();
  }

  // What is due, now: nobody hears anything afterwards.
  close(): void {
    this.#send();
    this.#listeners.clear();
    this.#mentioned.clear();
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [tabsBefore, selectedBefore] = [this.#lastTabs, this.#lastSelected];
    this.begin();
    if (this.#lastTabs !== tabsBefore) this.#tell({ kind: 'tabs' });
    if (!isSame(this.#lastSelected, selectedBefore)) this.#tell({ kind: 'selection', selected: this.#lastSelected });
  }

  // A cursor that moves is an event of its own.
  #tabs(): string {
    return JSON.stringify(this.#editor.tabs().map(({ selection: _, ...tab }) => tab));
  }

  #tell(event: EditorEvent): void {
    for (const listener of [...this.#listeners]) this.#guarded(() => listener(event));
  }

  // One who fails must not keep the others from hearing it.
  #guarded<Value>(listener: () => Value): Value | undefined {
    try {
      return listener();
    } catch (error) {
      this.#log.error(`a listener of the editor failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return undefined;
    }
  }
}

function isSame(one: SelectedText | undefined, other: SelectedText | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const [a, b] = [one.range, other.range];
  return (
    one.uri === other.uri &&
    a.start.line === b.start.line &&
    a.start.character === b.start.character &&
    a.end.line === b.end.line &&
    a.end.character === b.end.character &&
    one.text === other.text
  );
}
