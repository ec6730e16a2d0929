// The values of a program that stands still: what is in its frames, what is inside of that, and what expressions are worth.
import type { z } from 'zod';
import { seconds } from '../../../base/waiting/duration.ts';
import type { ChildrenPage, DebugValue, VariableScope } from '../../../ide/doors/debugging.ts';
import {
  adapterFailed,
  cannotSetVariable,
  evaluationFailed,
  evaluationInterrupted,
  evaluationRefused,
  evaluationStuck,
} from '../../../ide/errors/debugErrors.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import { syntaxProblem } from '../../../source/plainExpression.ts';
import { isRefusal, reasonIn, valueFrom, withValue } from '../adapters/adapterAnswers.ts';
import type { AdapterRow } from '../adapters/adapterRow.ts';
import { type DapRequests, USUAL_BOUND } from '../adapters/dapRequests.ts';
import { type Capabilities, EvaluateAnswer, ScopesAnswer, SetVariableAnswer, VariablesAnswer } from '../adapters/dapShapes.ts';
import type { ProgramHelper } from './programHelper.ts';

// For an expression that is interrupted to end, and for one that could not be to have ended meanwhile.
const INTERRUPTING = seconds(5);
const STUCK_BOUND = seconds(2);
// Parts of a hundred rows or more; beyond that the row for the rest is shown, and can be expanded.
const MOST_FOLLOWED = 200;

type AdapterVariable = z.output<typeof VariablesAnswer>['variables'][number];

export class SessionValues {
  readonly #row: AdapterRow;
  readonly #requests: DapRequests;
  readonly #helper: ProgramHelper;
  // Whether the person allows this expression; the reason when not.
  readonly #refused: (expression: string) => string | undefined;
  // What has been given out since the last stop: some adapters answer with nothing to a number that means nothing.
  // With the number of elements, where they are counted.
  readonly #known = new Map<number, number | undefined>();

  constructor(row: AdapterRow, requests: DapRequests, helper: ProgramHelper, refused: (expression: string) => string | undefined) {
    this.#row = row;
    this.#requests = requests;
    this.#helper = helper;
    this.#refused = refused;
  }

  // The program has gone on.
  forget(): void {
    this.#known.clear();
  }

  async scopes(frame: number, signal: AbortSignal): Promise<readonly VariableScope[]> {
    const { scopes } = await this.#requests.ask(ScopesAnswer, 'scopes', { frameId: frame }, signal);
    for (const { variablesReference } of scopes) this.#known.set(variablesReference, undefined);
    return scopes.map(({ name, variablesReference, expensive }) => ({ name, reference: variablesReference, expensive }));
  }

  async children(reference: number, { start, count, filter }: ChildrenPage, signal: AbortSignal): Promise<readonly DebugValue[]> {
    if (!this.#known.has(reference)) throw adapterFailed(this.#row.id, `it has given out no value ${reference}`);
    if (filter === undefined && this.#row.pagesElements === true && (this.#known.get(reference) ?? 0) > 0)
      return this.#membersThenElements(reference, start, count, signal);
    const given = { variablesReference: reference, ...(filter === undefined ? {} : { filter, start, count }) };
    const { variables: first } = await this.#ask(VariablesAnswer, 'variables', given, 'the text of a value', signal);
    const variables = filter === undefined ? await this.#withMore(first, start + count, signal) : first;
    // Adapters that do not page answer with everything.
    const page = filter === undefined || variables.length > count ? variables.slice(start, start + count) : variables;
    return page.map((variable) => this.#remembered(valueFrom(this.#row, variable.name, variable.value, variable)));
  }

  // At least so many, where the adapter hides the rest behind a row of its own.
  async #withMore(variables: readonly AdapterVariable[], wanted: number, signal: AbortSignal): Promise<readonly AdapterVariable[]> {
    let all = variables;
    for (let followed = 0; followed < MOST_FOLLOWED; followed++) {
      const at = all.findIndex((variable) => this.#row.isRest?.(variable));
      if (at === -1 || at >= wanted) return all;
      const given = { variablesReference: all[at]?.variablesReference };
      const rest = await this.#ask(VariablesAnswer, 'variables', given, 'the text of a value', signal);
      // Rows about the whole, such as how long it is, are at the end of each part.
      const behind = all.slice(at + 1);
      all = [...all.slice(0, at), ...rest.variables.filter(({ name }) => !behind.some((one) => one.name === name)), ...behind];
    }
    return all;
  }

  async #membersThenElements(reference: number, start: number, count: number, signal: AbortSignal): Promise<readonly DebugValue[]> {
    const members = await this.children(reference, { start: 0, count: Number.MAX_SAFE_INTEGER, filter: 'named' }, signal);
    const shown = members.slice(start, start + count);
    if (shown.length === count) return shown;
    const page = { start: Math.max(0, start - members.length), count: count - shown.length, filter: 'indexed' } as const;
    return [...shown, ...(await this.children(reference, page, signal))];
  }

  async setChild(reference: number, name: string, value: string, capabilities: Capabilities, signal: AbortSignal): Promise<DebugValue> {
    this.#permit(`${name} = ${value}`);
    // Some adapters pass over what they cannot parse, and answer with the old value.
    const problem = syntaxProblem(value);
    if (problem !== undefined) throw cannotSetVariable(name, `${problem}.`);
    if (capabilities.supportsSetVariable !== true) throw cannotSetVariable(name, `${this.#row.id} cannot set variables; evaluate an assignment instead.`);
    try {
      const given = { variablesReference: reference, name, value: this.#row.literal?.(value) ?? value };
      const answer = await this.#requests.ask(SetVariableAnswer, 'setVariable', given, signal);
      return this.#remembered(valueFrom(this.#row, name, answer.value, { ...answer, variablesReference: answer.variablesReference ?? 0 }));
    } catch (error) {
      throw isRefusal(error) ? cannotSetVariable(name, reasonIn(error)) : error;
    }
  }

  async evaluate(expression: string, frame: number | undefined, signal: AbortSignal): Promise<DebugValue> {
    this.#permit(expression);
    const given = { expression, context: this.#row.evaluateContext, ...(frame !== undefined && { frameId: frame }) };
    try {
      const answer = withValue(this.#row, expression, await this.#ask(EvaluateAnswer, 'evaluate', given, expression, signal));
      return this.#remembered(valueFrom(this.#row, expression, answer.result, answer));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const said = reasonIn(error);
      const why = this.#row.explained?.(said) ?? said;
      const endless = / still runs in the program\b/.exec(why);
      if (endless !== null) {
        this.#requests.endless = why.slice(0, endless.index);
        throw evaluationStuck(this.#requests.endless);
      }
      throw /\bwas interrupted\b/.test(why)
        ? evaluationInterrupted(expression, why.replace(/,? and was interrupted\b/, '').replace(/^It\b/, 'it'))
        : evaluationFailed(expression, why);
    }
  }

  // What does not end is interrupted, where code of ours in the program can do that, so that the session can be used at once.
  async #ask<Shape extends z.ZodType>(shape: Shape, command: string, given: object, what: string, signal: AbortSignal): Promise<z.output<Shape>> {
    const longest = this.#helper.longestEvaluation;
    if (longest === undefined) return this.#requests.ask(shape, command, given, signal, USUAL_BOUND);
    const bound = this.#requests.endless === undefined ? longest : STUCK_BOUND;
    const answered = new AbortController();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      void this.#helper.interrupt(answered.signal);
    }, bound);
    const abandon = () => this.#helper.abandon();
    signal.addEventListener('abort', abandon, { once: true });
    try {
      return await this.#requests.ask(shape, command, given, signal, bound + INTERRUPTING);
    } catch (error) {
      if (!late || !(error instanceof IdeError)) throw error;
      if (error.code === 'adapter_silent') {
        this.#requests.endless ??= what;
        throw evaluationStuck(this.#requests.endless);
      }
      throw isRefusal(error) ? evaluationInterrupted(what, `it did not end within ${longest / 1_000} s`) : error;
    } finally {
      clearTimeout(timer);
      answered.abort();
      signal.removeEventListener('abort', abandon);
    }
  }

  #permit(expression: string): void {
    const refusal = this.#refused(expression);
    if (refusal !== undefined) throw evaluationRefused(expression, refusal);
  }

  #remembered(value: DebugValue): DebugValue {
    this.#known.set(value.reference, value.indexed);
    return value;
  }
}
