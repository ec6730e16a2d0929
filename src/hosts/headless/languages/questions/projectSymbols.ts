// Symbols of the whole project by name: asked of every engine that has files there, and of the syntax where no engine answers.

import { ranked } from '../../../../answers/symbolRanking.ts';
import { type Answer, complete, incomplete } from '../../../../ide/answer.ts';
import type { SymbolOptions, WorkspaceSymbol } from '../../../../ide/doors/languages.ts';
import { workspaceSymbolsOf } from '../engine/answers.ts';
import type { Engine, EngineOutcome } from '../engine/engine.ts';
import type { EngineProject, EngineRow } from '../engine/engineRow.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';
import type { QuestionScope } from '../engine/middleware.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { prepared } from '../engine/prepared.ts';
import { type Missing, notesOf, presentOf } from '../engine/presentEngines.ts';
import type { Route } from '../engine/route.ts';
import type { RowsWithFiles } from '../routing/rowsWithFiles.ts';
import { type BySyntax, isEngineFailure, type SyntaxFindings } from './bySyntax.ts';

export interface ProjectSymbolsParts {
  readonly project: EngineProject;
  readonly rowsWithFiles: RowsWithFiles;
  readonly syntax: BySyntax;
  engineOf(row: EngineRow): Engine;
}

interface EngineSymbols extends EngineOutcome<PartialAnswer<readonly WorkspaceSymbol[]>> {
  readonly engine: Engine;
}

export class ProjectSymbols {
  readonly #parts: ProjectSymbolsParts;

  constructor(parts: ProjectSymbolsParts) {
    this.#parts = parts;
  }

  async find(query: string, options: SymbolOptions, signal: AbortSignal): Promise<Answer<readonly WorkspaceSymbol[]>> {
    const { project, rowsWithFiles, engineOf } = this.#parts;
    const route = await project.routes.now();
    const engines = (await rowsWithFiles.list(signal))
      .filter(({ findsSymbols }) => findsSymbols)
      .filter((row) => options.language === undefined || speaks(row, options.language))
      .map((row) => engineOf(row))
      // An engine that rests or is missing has nothing to say about a name that stands in none of its files.
      .filter((engine) => engine.running || (options.within?.some((uri) => route.rowOf(uri) === engine.row) ?? true));
    const silent = options.language === undefined ? engines.filter((engine) => engine.isMissedByNobody) : [];
    const { present, missing } = await presentOf(engines.filter((engine) => !silent.includes(engine)));
    const outcomes: EngineSymbols[] = [];
    const failures: Missing[] = [...missing];
    for (const answer of await Promise.all(present.map((engine) => this.#ask(engine, query, options.within, signal)))) {
      if ('failure' in answer) failures.push(answer);
      else outcomes.push(answer);
    }
    const bySyntax = await this.#bySyntax(query, { failures, silent: silent.map(({ row }) => row) }, options, route, signal);
    // A file that one engine has only read for its imports is reported by the one that serves it.
    const own = outcomes.flatMap(({ engine, value: { value: found } }) => {
      const others = route.siblingsOf(engine.row);
      return others.length === 0 ? found : found.filter(({ location }) => !others.some((row) => row === route.rowOf(location.uri)));
    });
    const value = ranked(query, [...own, ...bySyntax.value]);
    const gaps = [...outcomes.map((outcome) => outcome.value), bySyntax].flatMap((part) => part.gap ?? []);
    const names = [...outcomes.map(({ engine }) => engine.name), ...(bySyntax.engine === undefined ? [] : [bySyntax.engine])];
    const certificate = {
      ...(names.length > 0 && { engine: names.join(', ') }),
      ...notesOf(outcomes, [...bySyntax.notes, ...outcomes.flatMap(({ engine }) => route.reasonFor(engine.row) ?? [])]),
    };
    return gaps.length === 0 ? complete(value, certificate) : incomplete(value, gaps.join(' '), certificate);
  }

  // What one engine fails to report does not cost the answers of the others.
  async #ask(engine: Engine, query: string, within: readonly string[] | undefined, signal: AbortSignal): Promise<EngineSymbols | Missing> {
    try {
      return { engine, ...(await engine.run(signal, (session) => this.#symbolsOf(session, query, within, signal))) };
    } catch (error) {
      if (!isEngineFailure(error)) throw error;
      return { engine, failure: error.message };
    }
  }

  // In the files of engines that are not there, and in those for which there is none.
  async #bySyntax(
    query: string,
    { failures, silent }: { readonly failures: readonly Missing[]; readonly silent: readonly EngineRow[] },
    { language, within }: SymbolOptions,
    route: Route,
    signal: AbortSignal,
  ): Promise<SyntaxFindings> {
    const { rowsWithFiles, syntax } = this.#parts;
    const rows = [...failures.map(({ engine }) => engine.row), ...silent];
    const isLeft = (row: EngineRow | undefined) => row === undefined || rows.includes(row);
    const left = within?.filter((uri) => isLeft(route.rowOf(uri))) ?? (await rowsWithFiles.filesWithout(rows, signal));
    const asked = language === undefined ? left : left.filter((uri) => this.#languageOf(uri, route) === language);
    return syntax.symbolsIn(query, asked, failures, signal);
  }

  #languageOf(uri: string, route: Route): string | undefined {
    const row = route.rowOf(uri);
    return row === undefined ? this.#parts.syntax.languageOf(uri) : languageIn(row, uri);
  }

  async #symbolsOf(
    session: EngineSession,
    query: string,
    within: readonly string[] | undefined,
    signal: AbortSignal,
  ): Promise<PartialAnswer<readonly WorkspaceSymbol[]>> {
    const scope: QuestionScope = within === undefined ? { kind: 'symbols', query } : { kind: 'declarations', uris: within };
    const { value: found, gap } = await prepared(session, scope, signal, async () =>
      workspaceSymbolsOf(await session.request('workspace/symbol', { query }, signal)),
    );
    const most = session.row.mostSymbols;
    const cut = most !== undefined && found.length >= most ? `${session.name} returns at most ${most} symbols; use a longer query.` : undefined;
    const own = found.filter(({ location }) => location.uri.startsWith(`${this.#parts.project.rootUri}/`));
    const value = (await session.middleware.symbols?.(async () => own, signal)) ?? own;
    return { value, gap: [gap, cut].filter((text) => text !== undefined).join(' ') || undefined };
  }
}

function speaks(row: EngineRow, language: string): boolean {
  return row.id === language || row.languages.some(({ id }) => id === language);
}
