// The values of a program that stands still: what is in its frames, what is inside of that, and what expressions are worth.
import { adapterFailed, cannotSetVariable, evaluationFailed, evaluationRefused } from '../../../ide/debugErrors.ts';
import type { ChildrenPage, DebugValue, Scope } from '../../../ide/debugging.ts';
import { syntaxProblem } from '../../../ide/plainExpression.ts';
import { isRefusal, reasonIn, valueFrom } from './adapterAnswers.ts';
import type { AdapterRow } from './adapterRow.ts';
import type { DapRequests } from './dapRequests.ts';
import { type Capabilities, EvaluateAnswer, ScopesAnswer, SetVariableAnswer, VariablesAnswer } from './dapShapes.ts';

export class SessionValues {
  readonly #row: AdapterRow;
  readonly #requests: DapRequests;
  // Whether the person allows this expression; the reason when not.
  readonly #refused: (expression: string) => string | undefined;
  // What has been given out since the last stop: some adapters answer with nothing to a number that means nothing.
  readonly #known = new Set<number>();

  constructor(row: AdapterRow, requests: DapRequests, refused: (expression: string) => string | undefined) {
    this.#row = row;
    this.#requests = requests;
    this.#refused = refused;
  }

  // The program has gone on.
  forget(): void {
    this.#known.clear();
  }

  async scopes(frame: number, signal: AbortSignal): Promise<readonly Scope[]> {
    const { scopes } = await this.#requests.ask(ScopesAnswer, 'scopes', { frameId: frame }, signal);
    for (const { variablesReference } of scopes) this.#known.add(variablesReference);
    return scopes.map(({ name, variablesReference, expensive }) => ({ name, reference: variablesReference, expensive }));
  }

  async children(reference: number, { start, count, filter }: ChildrenPage, signal: AbortSignal): Promise<readonly DebugValue[]> {
    if (!this.#known.has(reference)) throw adapterFailed(this.#row.id, `it has given out no value ${reference}`);
    const given = { variablesReference: reference, ...(filter === undefined ? {} : { filter, start, count }) };
    const { variables } = await this.#requests.ask(VariablesAnswer, 'variables', given, signal);
    // Adapters that do not page answer with everything.
    const page = filter === undefined || variables.length > count ? variables.slice(start, start + count) : variables;
    return page.map((variable) => this.#told(valueFrom(variable.name, variable.value, variable)));
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
      return this.#told(valueFrom(name, answer.value, { ...answer, variablesReference: answer.variablesReference ?? 0 }));
    } catch (error) {
      throw isRefusal(error) ? cannotSetVariable(name, reasonIn(error)) : error;
    }
  }

  async evaluate(expression: string, frame: number | undefined, signal: AbortSignal): Promise<DebugValue> {
    this.#permit(expression);
    const given = { expression, context: this.#row.evaluateContext, ...(frame !== undefined && { frameId: frame }) };
    try {
      const answer = await this.#requests.ask(EvaluateAnswer, 'evaluate', given, signal);
      return this.#told(valueFrom(expression, answer.result, answer));
    } catch (error) {
      throw isRefusal(error) ? evaluationFailed(expression, reasonIn(error)) : error;
    }
  }

  #permit(expression: string): void {
    const refusal = this.#refused(expression);
    if (refusal !== undefined) throw evaluationRefused(expression, refusal);
  }

  #told(value: DebugValue): DebugValue {
    this.#known.add(value.reference);
    return value;
  }
}
