// The breakpoints of a project and those beside the text of a window as one: what an agent sets a person sees, and the other way round.
import { Turns } from '../../../base/waiting/turns.ts';
import { type Breakpoint, type FunctionBreakpoint, isTracepoint, type LineBreakpoint } from '../../../ide/breakpoints.ts';
import type { Margin, MarginBreakpoint, PlacedBreakpoint } from '../../../ide/sharedDebuggers.ts';
import type { ProjectBreakpoints } from '../projectBreakpoints.ts';

type Shown = Breakpoint & (LineBreakpoint | FunctionBreakpoint);

interface Link {
  readonly placed: string;
  // As both had it when they were last compared.
  readonly form: string;
}

export interface SharedMarginOptions {
  readonly margin: Margin;
  readonly store: ProjectBreakpoints;
  // A person has changed those of this file, or those on functions.
  changed(place: string): Promise<void>;
  // While a program runs VS Code shows a breakpoint on the line to which its debugger has moved it.
  isMovedTo(breakpoint: Breakpoint, line: number): boolean;
}

const NEVER = new AbortController().signal;

export class SharedMargin implements Disposable {
  readonly #options: SharedMarginOptions;
  readonly #links = new Map<string, Link>();
  readonly #turns = new Turns();
  readonly #listening: Disposable;

  constructor(options: SharedMarginOptions) {
    this.#options = options;
    this.#listening = options.margin.onChange(() => void this.compare());
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  // Returns when both have the same; what a person has changed since the last look is theirs, whatever we have.
  async compare(): Promise<void> {
    const changed = await this.#turns.take(async () => {
      await this.#options.store.refresh(NEVER);
      return this.#compare();
    });
    for (const place of changed) await this.#options.changed(place);
  }

  async #compare(): Promise<ReadonlySet<string>> {
    const { margin, store } = this.#options;
    const placed = new Map(margin.list().map((one) => [one.id, one]));
    const records = new Map(shownIn(store).map((one) => [one.id, one]));
    const changed = new Set<string>();
    for (const [id, link] of [...this.#links]) {
      const [shown, record] = [placed.get(link.placed), records.get(id)];
      placed.delete(link.placed);
      records.delete(id);
      if (shown !== undefined && record !== undefined) {
        await this.#compareLinked(record, shown, link, changed);
        continue;
      }
      this.#links.delete(id);
      margin.remove(shown === undefined ? [] : [shown.id]);
      if (record === undefined) continue;
      changed.add(placeOf(record));
      await store.forget(id);
    }
    for (const shown of placed.values()) {
      const same = [...records.values()].find((record) => placeKey(record) === placeKey(shown.breakpoint));
      if (same !== undefined) records.delete(same.id);
      if (same !== undefined && formOf(same) === formOf(shown.breakpoint)) {
        this.#links.set(same.id, { placed: shown.id, form: formOf(same) });
        continue;
      }
      changed.add(placeOf(shown.breakpoint));
      await this.#adopt(shown, same);
    }
    for (const record of records.values()) this.#place(record);
    return changed;
  }

  async #compareLinked(record: Shown, shown: PlacedBreakpoint, link: Link, changed: Set<string>): Promise<void> {
    const { breakpoint } = shown;
    const isMoved = breakpoint.kind === 'line' && record.kind === 'line' && breakpoint.line !== record.line && this.#options.isMovedTo(record, breakpoint.line);
    const form = formOf(isMoved ? { ...breakpoint, line: record.line } : breakpoint);
    if (form !== link.form) {
      changed.add(placeOf(breakpoint));
      await this.#adopt(shown, record);
    } else if (formOf(record) !== form) {
      this.#options.margin.remove([shown.id]);
      this.#place(record);
    }
  }

  // What the margin cannot say of it stays as it was.
  async #adopt({ id: placed, breakpoint }: PlacedBreakpoint, before: Shown | undefined): Promise<void> {
    const kept = before === undefined ? { temporary: false } : unsaid(before, breakpoint);
    const id = await this.#options.store.adopt({ ...breakpoint, ...kept }, before?.id, NEVER);
    this.#links.set(id, { placed, form: formOf(breakpoint) });
  }

  #place(record: Shown): void {
    const { id } = this.#options.margin.add(inMargin(record));
    this.#links.set(record.id, { placed: id, form: formOf(record) });
  }
}

function shownIn(store: ProjectBreakpoints): readonly Shown[] {
  return store.records().filter((one) => one.kind === 'line' || one.kind === 'function');
}

// One that logs and stops is shown as one that stops: the margin knows no third kind.
function inMargin(record: Shown | MarginBreakpoint): MarginBreakpoint {
  const { enabled, condition, hitCondition } = record;
  const logs = !('id' in record) || isTracepoint(record);
  const conditions = { enabled, condition, hitCondition, logMessage: logs ? record.logMessage : undefined };
  return record.kind === 'line' ? { kind: 'line', uri: record.uri, line: record.line, ...conditions } : { kind: 'function', name: record.name, ...conditions };
}

function formOf(record: Shown | MarginBreakpoint): string {
  return JSON.stringify(inMargin(record));
}

function placeKey(one: MarginBreakpoint): string {
  return one.kind === 'line' ? `${one.uri}#${one.line}` : one.name;
}

function placeOf(one: MarginBreakpoint): string {
  return one.kind === 'line' ? one.uri : 'functions';
}

// Of one that logs and stops the message is not in the margin: a person who gives it another condition does not mean that it is to go.
function unsaid(before: Shown, { logMessage }: MarginBreakpoint): Pick<Shown, 'temporary' | 'suspend' | 'logMessage' | 'passed'> {
  const { temporary, suspend, passed } = before;
  const isKept = logMessage === undefined && !isTracepoint(before);
  return { temporary, passed, ...(isKept && { suspend, logMessage: before.logMessage }) };
}
