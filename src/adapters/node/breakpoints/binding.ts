// The breakpoints of one thread: which V8 breakpoint stands for which breakpoint of the user, through source maps where there are some.
import { basename, extname } from 'node:path';
import { boundBreakpoint, nothing, type ScriptLocation } from '../cdp/cdp.ts';
import type { CdpConnection } from '../cdp/cdpConnection.ts';
import { urlPattern } from '../sources/paths.ts';
import type { Script } from '../sources/script.ts';
import type { SourceMap, SourcePosition } from '../sources/sourceMap.ts';
import type { NodeBreakpoint } from './breakpoint.ts';
import { stopExpression } from './conditions.ts';

export interface BindingOwner {
  readonly id: number;
  readonly connection: CdpConnection;
  scriptOf(id: string): Script | undefined;
  scripts(): Iterable<Script>;
  breakpoints(): Iterable<NodeBreakpoint>;
  // Conditions are evaluated by us at each stop, because V8's own may have side effects.
  readonly conditionsAtStops: boolean;
  changed(breakpoint: NodeBreakpoint): void;
}

// What a V8 breakpoint is there for. An entry is placed at the first statement of a file that will be compiled on its way into V8,
// so that its breakpoints can be bound, through the map that comes with it, before its code runs.
// The program's own first statement is one where the user wants to stop.
type Purpose =
  | { readonly kind: 'user'; readonly breakpoint: NodeBreakpoint }
  | { readonly kind: 'entry'; readonly real: string }
  | { readonly kind: 'program'; readonly real: string };

const PLAIN = new Set(['.js', '.cjs', '.mjs', '']);

export class BreakpointBinder {
  readonly #owner: BindingOwner;
  readonly #purposes = new Map<string, Purpose>();
  // Breakpoints set as if the file were run as it is.
  readonly #direct = new Map<NodeBreakpoint, string>();
  readonly #entries = new Map<string, string>();
  // Where V8 has put each of its breakpoints.
  readonly #locations = new Map<string, ScriptLocation[]>();
  // Scripts whose maps have been followed, by URL and map: the same text loaded again is bound by V8 itself.
  readonly #followed = new Map<string, Promise<void>>();
  // What was followed, by the script's path or URL; it may come before its script.
  readonly #maps = new Map<string, SourceMap>();
  // Files of which some script with a map is made.
  readonly #mapped = new Set<string>();

  constructor(owner: BindingOwner) {
    this.#owner = owner;
  }

  purposeOf(v8Id: string): Purpose | undefined {
    return this.#purposes.get(v8Id);
  }

  // The breakpoints of the user at exactly this place of a script.
  userBreakpointsAt(at: ScriptLocation): NodeBreakpoint[] {
    return [...this.#locations].flatMap(([id, locations]) => {
      const purpose = this.#purposes.get(id);
      return purpose?.kind === 'user' && locations.some((location) => isSame(location, at)) ? [purpose.breakpoint] : [];
    });
  }

  async placeProgramEntry(real: string): Promise<void> {
    await this.#setEntry({ kind: 'program', real }, `(?:)(?:)${urlPattern(real)}`);
  }

  async programEntered(): Promise<void> {
    for (const [id, { kind }] of [...this.#purposes]) if (kind === 'program') await this.#take(id);
  }

  // The file is there, so its entry has done its work.
  async entered(real: string): Promise<void> {
    await this.#takeEntry(real);
  }

  async place(breakpoint: NodeBreakpoint): Promise<void> {
    if (breakpoint.complaint !== undefined) return;
    const work: Promise<void>[] = [];
    for (const [file, map] of this.#mapsWith(breakpoint)) {
      this.#mapped.add(breakpoint.real);
      work.push(this.#placeMapped(breakpoint, file, map));
    }
    if (!this.#mapped.has(breakpoint.real)) work.push(this.#placeDirect(breakpoint), this.#placeEntry(breakpoint.real));
    await Promise.all(work);
  }

  async remove(breakpoint: NodeBreakpoint): Promise<void> {
    const ids = [...this.#purposes].flatMap(([id, purpose]) => (purpose.kind === 'user' && purpose.breakpoint === breakpoint ? [id] : []));
    this.#direct.delete(breakpoint);
    if (breakpoint.unbind(this.#owner.id)) this.#owner.changed(breakpoint);
    await Promise.all(ids.map((id) => this.#take(id)));
    if (![...this.#owner.breakpoints()].some(({ real }) => real === breakpoint.real)) await this.#takeEntry(breakpoint.real);
  }

  // A script with a map has come, or is about to come: its sources' breakpoints move to where their code went. `file` is its path or URL.
  follow(file: string, mapUrl: string, map: () => SourceMap | undefined): Promise<void> {
    const key = `${file}\n${mapUrl}`;
    const known = this.#followed.get(key);
    if (known !== undefined) return known;
    const found = map();
    if (found !== undefined) this.#maps.set(file, found);
    const work = this.#follow(file, found);
    this.#followed.set(key, work);
    return work;
  }

  // V8 reports where a breakpoint went when its script came.
  resolved(v8Id: string, location: ScriptLocation): void {
    const purpose = this.#purposes.get(v8Id);
    if (purpose?.kind !== 'user') return;
    const { breakpoint } = purpose;
    this.#locations.set(v8Id, [...(this.#locations.get(v8Id) ?? []), location]);
    const script = this.#owner.scriptOf(location.scriptId);
    if (script === undefined) return;
    // Wrongly bound by line numbers of the source; the map's binding follows at once.
    if (this.#direct.get(breakpoint) === v8Id && script.mapUrl !== undefined && script.map?.sources.includes(breakpoint.real)) return;
    const { line, column, source } = script.placeOf(location);
    const elsewhere = source !== undefined && source !== breakpoint.real;
    if (breakpoint.bind(this.#owner.id, { line, column, ...(elsewhere && { source }) })) this.#owner.changed(breakpoint);
  }

  // The thread has ended.
  end(): void {
    for (const breakpoint of this.#owner.breakpoints()) if (breakpoint.unbind(this.#owner.id)) this.#owner.changed(breakpoint);
  }

  // The scripts that are made of the breakpoint's file.
  #mapsWith({ real }: NodeBreakpoint): Map<string, SourceMap> {
    const found = new Map([...this.#maps].filter(([, map]) => map.sources.includes(real)));
    for (const script of this.#owner.scripts()) {
      const file = script.path ?? script.url;
      if (found.has(file) || !script.mentions([basename(real)])) continue;
      if (script.map?.sources.includes(real)) found.set(file, script.map);
    }
    return found;
  }

  async #follow(file: string, map: SourceMap | undefined): Promise<void> {
    if (map === undefined) return;
    const sources = new Set(map.sources);
    const work: Promise<void>[] = [];
    for (const breakpoint of this.#owner.breakpoints()) {
      if (breakpoint.complaint !== undefined || !sources.has(breakpoint.real)) continue;
      this.#mapped.add(breakpoint.real);
      const direct = this.#direct.get(breakpoint);
      this.#direct.delete(breakpoint);
      if (direct !== undefined) work.push(this.#take(direct));
      work.push(this.#placeMapped(breakpoint, file, map));
    }
    for (const source of sources) if (this.#entries.has(source)) work.push(this.#takeEntry(source));
    await Promise.all(work);
  }

  async #placeMapped(breakpoint: NodeBreakpoint, file: string, map: SourceMap): Promise<void> {
    await Promise.all(map.generatedOf(breakpoint.real, breakpoint.asked).map((at) => this.#set(breakpoint, urlPattern(file), at)));
  }

  async #placeDirect(breakpoint: NodeBreakpoint): Promise<void> {
    const id = await this.#set(breakpoint, urlPattern(breakpoint.real), breakpoint.asked);
    if (id !== undefined) this.#direct.set(breakpoint, id);
  }

  async #placeEntry(real: string): Promise<void> {
    if (PLAIN.has(extname(real)) || this.#entries.has(real)) return;
    this.#entries.set(real, '');
    // A spelling of its own, because V8 names a breakpoint after its place.
    this.#entries.set(real, await this.#setEntry({ kind: 'entry', real }, `(?:)${urlPattern(real)}`));
  }

  async #setEntry(purpose: Purpose, urlRegex: string): Promise<string> {
    const { breakpointId } = await this.#owner.connection.post('Debugger.setBreakpointByUrl', { urlRegex, lineNumber: 0, columnNumber: 0 }, boundBreakpoint);
    this.#purposes.set(breakpointId, purpose);
    return breakpointId;
  }

  async #takeEntry(real: string): Promise<void> {
    const id = this.#entries.get(real);
    this.#entries.delete(real);
    if (id) await this.#take(id);
  }

  async #set(breakpoint: NodeBreakpoint, urlRegex: string, at: SourcePosition): Promise<string | undefined> {
    const condition = this.#owner.conditionsAtStops ? undefined : stopExpression(breakpoint.id, breakpoint.conditions);
    try {
      const { breakpointId, locations } = await this.#owner.connection.post(
        'Debugger.setBreakpointByUrl',
        // A spelling of its own for each: V8 names a breakpoint after its place, and two may have slid to the same one.
        { urlRegex: `(?!\\x00${breakpoint.id})${urlRegex}`, lineNumber: at.line, columnNumber: at.column, ...(condition !== undefined && { condition }) },
        boundBreakpoint,
      );
      this.#purposes.set(breakpointId, { kind: 'user', breakpoint });
      for (const location of locations) this.resolved(breakpointId, location);
      return breakpointId;
    } catch (error) {
      breakpoint.refuse(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  async #take(v8Id: string): Promise<void> {
    this.#purposes.delete(v8Id);
    this.#locations.delete(v8Id);
    await this.#owner.connection.post('Debugger.removeBreakpoint', { breakpointId: v8Id }, nothing);
  }
}

function isSame(one: ScriptLocation, other: ScriptLocation): boolean {
  return one.scriptId === other.scriptId && one.lineNumber === other.lineNumber && one.columnNumber === other.columnNumber;
}
