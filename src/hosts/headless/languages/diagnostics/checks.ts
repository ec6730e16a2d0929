// What is wrong with files as they are, or as they would be: compilers decide, linters are heard as far as they have answered in time.
import { Bound, untilAborted } from '../../../../base/waiting/abort.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import { type Answer, complete, incomplete, mapAnswer } from '../../../../ide/answer.ts';
import type { Check, CheckReport, DiagnosticsReport, Progress } from '../../../../ide/doors/languages.ts';
import { cancelled, IdeError } from '../../../../ide/errors/errors.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineProject } from '../engine/engineRow.ts';
import { engineWith, whyUnshown } from '../engine/plannedEngine.ts';
import { presentOf } from '../engine/presentEngines.ts';
import type { Route } from '../engine/route.ts';
import type { Diagnosers } from './diagnosers.ts';
import { diagnosticsReport } from './diagnosticsReport.ts';
import { SeenPlan } from './seenPlan.ts';

// Rules that need types take many times as long as the compiler itself, and an agent that edits does not wait for them.
const LINTING = seconds(1);

interface Asked {
  readonly uris: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  readonly route: Route;
  // Who speaks of which file, found once for a check: for linters many folders are looked at.
  readonly diagnosers: ReadonlyMap<string, readonly Engine[]>;
  readonly silences: readonly string[];
  readonly engines: readonly Engine[];
}

type Linted = Pick<CheckReport, 'linted' | 'unlinted'>;

export class Checks {
  readonly #project: EngineProject;
  readonly #diagnosers: Diagnosers;
  readonly #seen = new SeenPlan();
  // They were too slow the last time, so nobody waits for them longer than for the compilers.
  #areLate = false;

  constructor(project: EngineProject, diagnosers: Diagnosers) {
    this.#project = project;
    this.#diagnosers = diagnosers;
  }

  async of({ uris, linted, texts = new Map() }: Check, signal: AbortSignal, progress: Progress): Promise<Answer<CheckReport>> {
    const route = await this.#project.routes.now();
    const compilers = this.#asked({ uris, texts, route }, (engine) => engine.row.lints === undefined);
    const [unshown] = compilers.engines.flatMap((engine) => whyUnshown(engine, texts, route) ?? []);
    if (unshown !== undefined) return complete({ compiled: NOTHING, linted: NOTHING, unshown });
    const compiling = this.#compile(compilers, signal, progress);
    const linting = this.#lint(
      this.#asked({ uris: linted, texts, route }, (engine) => engine.row.lints !== undefined),
      compiling,
      signal,
    );
    const [compiled, found] = await Promise.all([compiling, linting]);
    const unsteady = uris.filter((uri) => route.rowOf(uri)?.infersInOrder === true);
    return mapAnswer(compiled, (value) => ({ compiled: value, ...found, ...(unsteady.length > 0 && { unsteady }) }));
  }

  // Whoever takes back what was just written asks about the very texts that compilers were shown before.
  async #compile(asked: Asked, signal: AbortSignal, progress: Progress): Promise<Answer<DiagnosticsReport>> {
    const isSteady = asked.engines.every((engine) => engine.isSteady);
    const known = isSteady && asked.texts.size === 0 ? await this.#seen.of(asked.uris, this.#project.documents, signal) : undefined;
    if (known !== undefined) return complete(known);
    const answer = await this.#ask(asked, signal, progress);
    if (asked.texts.size > 0 && answer.complete) this.#seen.remember(asked.texts, answer.value);
    return answer;
  }

  changed(changes: readonly DiskChange[]): void {
    this.#seen.changed(changes);
  }

  async #lint(asked: Asked, compiling: Promise<unknown>, signal: AbortSignal): Promise<Linted> {
    const { engines } = asked;
    if (engines.length === 0) return { linted: NOTHING };
    const compiled = new AbortController();
    const isLate = this.#areLate;
    void compiling.finally(() => isLate && compiled.abort()).catch(() => {});
    using bound = new Bound(AbortSignal.any([signal, compiled.signal]), LINTING);
    try {
      const { value } = await untilAborted(
        this.#ask(asked, bound.signal, () => {}),
        bound.signal,
        cancelled,
      );
      this.#areLate = false;
      return { linted: value };
    } catch (error) {
      if (signal.aborted || !(error instanceof IdeError)) throw error;
      const names = engines.map(({ row }) => row.id).join(' and ');
      this.#areLate ||= bound.signal.aborted;
      return { linted: NOTHING, unlinted: bound.signal.aborted ? `${names} did not answer in time; get_diagnostics waits for it.` : error.message };
    }
  }

  async #ask(asked: Asked, signal: AbortSignal, progress: Progress): Promise<Answer<DiagnosticsReport>> {
    const { uris, texts, route, diagnosers, silences } = asked;
    const { present, missing } = await presentOf(asked.engines);
    const shown = new Map(present.map((engine) => [engine, texts.size === 0 ? engine : engineWith(engine, texts, route)]));
    const enginesFor = (uri: string) => (diagnosers.get(uri) ?? []).flatMap((engine) => shown.get(engine) ?? []);
    const answer = await diagnosticsReport({ uris, enginesFor, configEnginesFor: () => [], notes: silences }, signal, progress);
    // Where nobody could look, no errors are no good news.
    const gaps = [...(answer.complete ? [] : [answer.why]), ...missing.map(({ failure }) => failure)];
    return gaps.length === 0 ? answer : incomplete(answer.value, gaps.join(' '));
  }

  #asked(what: Pick<Asked, 'uris' | 'texts' | 'route'>, isAsked: (engine: Engine) => boolean): Asked {
    const { diagnosers, silences } = this.#diagnosers.of(what.uris, what.route);
    return { ...what, diagnosers, silences, engines: [...new Set([...diagnosers.values()].flat())].filter(isAsked) };
  }
}

const NOTHING: DiagnosticsReport = { files: [], unserved: [] };
