// Which errors a plan brings and fixes: compilers are asked before it is written and after, linters beside, all within the time that an agent waits.
import { Bound } from '../../../base/waiting/abort.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import { type ChangePlan, textOf } from '../../../ide/doors/changes.ts';
import type { Uncopied } from '../../../ide/doors/copies.ts';
import type { Check } from '../../../ide/doors/languages.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf, isInProject } from '../place.ts';
import { type ComparedScope, type Delta, deltaOf, type ErrorRow, type Errors, rowsOf, scopeOf, type WhatChanges, withoutOldErrors } from './errorDelta.ts';

interface Found {
  readonly compiled: Errors;
  readonly linted: Errors;
  // Why engines could not be shown what is planned.
  readonly unshown?: string;
}

// An agent that edits should not wait for an engine that has to load a large project first.
const LONGEST_CHECK = seconds(20);
// From the moment at which the project has been looked at.
const LONGEST_COPY = seconds(25);
const SHORTEST_COPY = seconds(3);
const NOTHING: Errors = { rows: [] };
export const COMING = 'errors of files that come or move show only once they are there.';

export class Verification {
  readonly #context: ProjectContext;
  readonly #plan: ChangePlan;
  readonly #what: WhatChanges;
  readonly #scope: ComparedScope;
  readonly #before: Found;
  // Clients wait a minute for an answer, and what is written is checked after that.
  readonly #copiedUntil = performance.now() + LONGEST_COPY;

  private constructor(context: ProjectContext, plan: ChangePlan, what: WhatChanges, scope: ComparedScope, before: Found) {
    this.#context = context;
    this.#plan = plan;
    this.#what = what;
    this.#scope = scope;
    this.#before = before;
  }

  // Looks at the files as they are, so nothing may have been written.
  static async begin(context: ProjectContext, plan: ChangePlan, what: WhatChanges): Promise<Verification> {
    const scope = await scopeOf(context, plan, what);
    return new Verification(context, plan, what, scope, await foundNow(context, scope.before, scope.before.touched));
  }

  static async withoutLinters(context: ProjectContext, plan: ChangePlan, what: WhatChanges): Promise<Verification> {
    const scope = await scopeOf(context, plan, what);
    return new Verification(context, plan, what, scope, await foundNow(context, scope.before, []));
  }

  // Compile errors that the plan would bring and fix. Linters are left out: what they find is no reason to refuse.
  async planned(): Promise<Delta> {
    const { delta, unshown } = await this.#shown();
    const appeared = this.#withoutComing(delta);
    if (appeared.length > 0 || (unshown === undefined && delta.appeared.length === 0)) return { ...delta, appeared };
    const copied = await this.#inCopy();
    const why = unshown ?? COMING;
    if ('uncopied' in copied) return { ...delta, appeared, unverified: joined([delta.unverified ?? why, copied.uncopied]) };
    // Engines of a copy are new ones; where they find nothing, those that know the project have the last word.
    return { ...copied, unverified: joined([why, copied.unverified]) };
  }

  // As far as engines can be shown it at once: for whoever tries several plans.
  async appearedInMemory(): Promise<readonly ErrorRow[]> {
    return this.#withoutComing((await this.#shown()).delta);
  }

  // Whether a file comes, goes or moves, about which engines know for certain only when it has.
  get isSettledByPlan(): boolean {
    return this.#plan.files.every(({ before, after, movedFrom }) => before !== undefined && after !== undefined && movedFrom === undefined);
  }

  async previewed(): Promise<Delta> {
    const after = await this.#foundPlanned(this.#lintable());
    const copied = after.unshown === undefined ? { uncopied: undefined } : await this.#inCopy();
    if (!('uncopied' in copied)) return copied;
    const shown = await this.#compiledDelta(after.compiled, (uris) => foundIn(this.#context, { uris, linted: [] }));
    const delta = copied.uncopied === undefined ? shown : { ...shown, unverified: joined([shown.unverified, copied.uncopied]) };
    const leaves = this.#plan.files.some(({ movedFrom, after: text }) => movedFrom !== undefined || text === undefined);
    return withFindings(leaves ? { ...delta, unverified: joined([delta.unverified, LEAVING]) } : delta, this.#findings(after.linted));
  }

  // What the compiler that the project has installed would find new, where it is older than the engine and sees less.
  async installed(): Promise<{ readonly appeared: readonly ErrorRow[]; readonly unchecked?: string }> {
    const { ide, signal } = this.#context;
    const { before, after } = this.#scope;
    const touched = [...new Set([...before.touched, ...after.touched])];
    const neighbours = [...new Set([...before.neighbours, ...after.neighbours])];
    const checked = await ide.languages.checkAsInstalled?.({ touched, neighbours, texts: await this.#leftTexts() }, signal);
    if (checked?.compiler === undefined) return { appeared: [] };
    if (checked.unchecked !== undefined)
      return { appeared: [], unchecked: `Not checked with ${checked.compiler}, which the project asks for: ${checked.unchecked}.` };
    const delta = deltaOf({ rows: rowsOf(ide.project, checked.before) }, { rows: rowsOf(ide.project, checked.after) }, this.#scope, this.#what.renames);
    return { appeared: delta.appeared.map((row) => ({ ...row, message: `${row.message} (${checked.compiler}, which the project is compiled with)` })) };
  }

  // Without those that go.
  async #leftTexts(): Promise<ReadonlyMap<string, string | undefined>> {
    const texts = new Map<string, string | undefined>(await textsOf(this.#context, this.#plan, 'after'));
    const { files } = this.#plan;
    const coming = new Set(files.flatMap(({ uri, after }) => (after === undefined ? [] : [uri])));
    for (const { uri, movedFrom, after } of files)
      for (const gone of [movedFrom, after === undefined ? uri : undefined]) if (gone !== undefined && !coming.has(gone)) texts.set(gone, undefined);
    return texts;
  }

  // What compilers and linters say once it is written.
  async written(): Promise<{ readonly compiled: Delta; readonly linted: Delta }> {
    const after = await foundNow(this.#context, this.#comparable(), this.#lintable());
    const texts = await textsOf(this.#context, this.#plan, 'before');
    const compiled = await this.#compiledDelta(after.compiled, (uris) => foundIn(this.#context, { uris, linted: [], texts }));
    return { compiled, linted: this.#findings(after.linted) };
  }

  // With what nobody looks at, now or later.
  withUnlooked(delta: Delta): Delta {
    return this.#scope.unlooked === undefined ? delta : { ...delta, unverified: joined([delta.unverified, this.#scope.unlooked]) };
  }

  // Where compilers have seen the very texts that were written, only linters have something to add.
  async linted(): Promise<Delta> {
    return this.#findings((await foundIn(this.#context, { uris: [], linted: this.#lintable() })).linted);
  }

  // Of what was written in place of the plan.
  async writtenInstead(files: ChangePlan['files']): Promise<Delta> {
    const scope = await scopeOf(this.#context, { files }, this.#what);
    const known = new Set([...scope.before.touched, ...scope.before.neighbours].map((uri) => fileOf(this.#context.ide.project, uri)));
    const ofKnown = (errors: Errors): Errors => ({ ...errors, rows: errors.rows.filter(({ file }) => known.has(file)) });
    const before = { compiled: ofKnown(this.#before.compiled), linted: ofKnown(this.#before.linted) };
    const { compiled, linted } = await new Verification(this.#context, { files }, this.#what, scope, before).written();
    return withFindings(compiled, linted);
  }

  // What engines of their own say about a copy of the project in which the plan is carried out, compared with what they say about one in which it is not.
  async #inCopy(): Promise<Delta | { readonly uncopied: string | undefined }> {
    const { ide, signal, progress } = this.#context;
    const { touched, neighbours } = this.#comparable();
    // Scratch files lie elsewhere, and nothing of the project imports them.
    const isInside = this.#plan.files.every(({ uri }) => isInProject(ide.project, uri));
    if (ide.copies === undefined || !isInside || touched.length + neighbours.length === 0) return { uncopied: undefined };
    // Where there was no time for the project itself there is none for a copy.
    if (this.#before.compiled.only !== undefined) return { uncopied: 'the engine is too slow to be asked in a copy too.' };
    const ask = async (plan: Pick<ChangePlan, 'files'>, uris: readonly string[]): Promise<Errors | Uncopied> => {
      const answer = await ide.copies?.check(plan, uris, Math.max(SHORTEST_COPY, this.#copiedUntil - performance.now()), signal, progress);
      if (answer === undefined || 'uncopied' in answer) return { uncopied: answer?.uncopied ?? '' };
      return { rows: rowsOf(ide.project, answer.value), ...(!answer.complete && { unverified: answer.why }) };
    };
    const after = await ask(this.#plan, [...touched, ...neighbours]);
    if ('uncopied' in after) return after;
    const first = deltaOf(this.#before.compiled, after, this.#scope, this.#what.renames);
    const suspects = new Set([...first.appeared, ...first.gone].map(({ file }) => file));
    if (suspects.size === 0) return first;
    const newName = (file: string) => this.#scope.renamed.get(file) ?? file;
    const others = neighbours.filter((uri) => suspects.has(fileOf(ide.project, uri)));
    const before = await ask({ files: [] }, [...this.#scope.before.touched, ...others]);
    if ('uncopied' in before) return before;
    const looked = new Set([...touched, ...this.#scope.before.touched, ...others].map((uri) => newName(fileOf(ide.project, uri))));
    const rows = after.rows.filter(({ file }) => looked.has(file));
    return deltaOf(before, { ...after, rows }, this.#scope, this.#what.renames);
  }

  async #shown(): Promise<{ readonly delta: Delta; readonly unshown: string | undefined }> {
    const { compiled, unshown } = await this.#foundPlanned([]);
    return { delta: await this.#compiledDelta(compiled, (uris) => foundIn(this.#context, { uris, linted: [] })), unshown };
  }

  // Which project a file belongs to, and with it what it may use, engines know only once it is there.
  #withoutComing({ appeared }: Delta): ErrorRow[] {
    const coming = this.#plan.files.filter(({ before, movedFrom }) => before === undefined || movedFrom !== undefined);
    const names = new Set(coming.map(({ uri }) => fileOf(this.#context.ide.project, uri)));
    return appeared.filter(({ file }) => !names.has(file));
  }

  async #foundPlanned(linted: readonly string[]): Promise<Found> {
    const { touched, neighbours } = this.#comparable();
    const texts = await textsOf(this.#context, this.#plan, 'after');
    return foundIn(this.#context, { uris: [...touched, ...neighbours], linted, texts });
  }

  #compiledDelta(after: Errors, lookAgain: (uris: readonly string[]) => Promise<Found>): Promise<Delta> {
    const compared = { before: this.#before.compiled, after, scope: this.#scope, renamed: this.#what.renames };
    return withoutOldErrors(this.#context, this.#plan, compared, async (uris) => (await lookAgain(uris)).compiled);
  }

  #findings(after: Errors): Delta {
    return deltaOf(this.#before.linted, after, this.#scope, this.#what.renames);
  }

  // Of what there was no time for before nothing can be said afterwards either.
  #comparable(): ComparedScope['after'] {
    const { only, isUnknown } = this.#before.compiled;
    if (isUnknown) return { touched: [], neighbours: [] };
    return only === undefined ? this.#scope.after : { ...this.#scope.after, neighbours: [] };
  }

  // What linters did not report before says nothing afterwards.
  #lintable(): readonly string[] {
    return this.#before.linted.isUnknown ? [] : this.#scope.after.touched;
  }
}

export function withFindings(compiled: Delta, linted: Delta): Delta {
  const unverified = joined([compiled.unverified, linted.unverified]);
  return {
    appeared: [...compiled.appeared, ...linted.appeared],
    gone: [...compiled.gone, ...linted.gone],
    ...(unverified !== undefined && { unverified }),
  };
}

const LEAVING = 'The engine takes the files that would go for empty ones, so an import of one without names may count as right.';

// The touched files first: what is known of them is reported also where there is no time for the others.
async function foundNow(context: ProjectContext, { touched, neighbours }: ComparedScope['before'], linted: readonly string[]): Promise<Found> {
  using bound = new Bound(context.signal, LONGEST_CHECK);
  const own = await found(context, bound, { uris: touched, linted });
  if (own.compiled.isUnknown || neighbours.length === 0) return own;
  const others = (await found(context, bound, { uris: neighbours, linted: [] })).compiled;
  const unverified = joined([
    own.compiled.unverified,
    others.isUnknown ? `${neighbours.length} other files were not checked: ${others.unverified}` : others.unverified,
  ]);
  const compiled = {
    rows: [...own.compiled.rows, ...others.rows],
    unsteady: [...(own.compiled.unsteady ?? []), ...(others.unsteady ?? [])],
    ...(unverified !== undefined && { unverified }),
    ...(others.isUnknown && { only: new Set(touched.map((uri) => fileOf(context.ide.project, uri))) }),
  };
  return { ...own, compiled };
}

async function foundIn(context: ProjectContext, wanted: Check): Promise<Found> {
  using bound = new Bound(context.signal, LONGEST_CHECK);
  return await found(context, bound, wanted);
}

// Errors that cannot be had in time are not worth the edit.
async function found({ ide, signal, progress }: ProjectContext, bound: Bound, wanted: Check): Promise<Found> {
  if (wanted.uris.length === 0 && wanted.linted.length === 0) return { compiled: NOTHING, linted: NOTHING };
  try {
    const answer = await ide.languages.check(wanted, bound.signal, progress);
    const { compiled, linted, unlinted, unshown, unsteady = [] } = answer.value;
    if (unshown !== undefined) return { compiled: { rows: [], isUnknown: true, unverified: unshown }, linted: { rows: [], isUnknown: true }, unshown };
    return {
      compiled: { rows: rowsOf(ide.project, compiled), unsteady, ...(!answer.complete && { unverified: answer.why }) },
      linted: unlinted === undefined ? { rows: rowsOf(ide.project, linted) } : { rows: [], isUnknown: true, unverified: unlinted },
    };
  } catch (error) {
    if (signal.aborted || !(error instanceof IdeError)) throw error;
    const why = bound.passed ? `the engine needed more than ${LONGEST_CHECK / seconds(1)} s.` : error.message;
    return { compiled: { rows: [], isUnknown: true, unverified: why }, linted: { rows: [], isUnknown: true } };
  }
}

// The texts of a plan as engines are shown them: files that go are empty, so that nothing is found in them any more.
async function textsOf(context: ProjectContext, { files }: ChangePlan, side: 'before' | 'after'): Promise<ReadonlyMap<string, string>> {
  const going = side === 'before' ? [] : files.flatMap(({ uri, movedFrom, after }) => movedFrom ?? (after === undefined ? uri : []));
  const texts = new Map(going.map((uri) => [uri, '']));
  for (const file of files) {
    const text = file[side];
    if (text === undefined || !('text' in text)) continue;
    const shown = text.link ? await textThrough(context, file.movedFrom ?? file.uri) : textOf(text);
    if (shown !== undefined) texts.set(file.uri, shown);
  }
  return texts;
}

// A link that moves leads to the same file; of one that only comes nobody can say what is at its end.
async function textThrough({ ide, signal }: ProjectContext, link: string): Promise<string | undefined> {
  try {
    return (await ide.documents.read(link, signal)).text;
  } catch (error) {
    if (!(error instanceof IdeError) || error.code === 'cancelled') throw error;
    return undefined;
  }
}

function joined(sentences: readonly (string | undefined)[]): string | undefined {
  return [...new Set(sentences.filter((text) => text !== undefined))].join(' ') || undefined;
}
