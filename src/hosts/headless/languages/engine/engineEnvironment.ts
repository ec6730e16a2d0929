// The environment of an engine, which many share: what the first of them needs to find compilers and packages, and nothing else of theirs.
import { currentEnvironment } from '../../../../base/processes/environment.ts';
import { type Environment, toolchainVariables } from '../../../../base/processes/minimalEnvironment.ts';

export class EngineEnvironment {
  #variables: Environment = {};
  // Those who have been notified already.
  readonly #notified = new Set<string>();

  // For a start: whoever asks first decides.
  taken(): Environment {
    this.#variables = toolchainVariables(currentEnvironment());
    this.#notified.clear();
    return { ...process.env, ...this.#variables };
  }

  // Which variables of whoever asks are others than the engine's; reported once to each.
  difference(): string | undefined {
    const theirs: Environment = toolchainVariables(currentEnvironment());
    const names = Object.keys({ ...this.#variables, ...theirs }).filter((name) => this.#variables[name] !== theirs[name]);
    const key = JSON.stringify(Object.entries(theirs).toSorted());
    if (names.length === 0 || this.#notified.has(key)) return undefined;
    this.#notified.add(key);
    return `was started for somebody whose ${names.toSorted().slice(0, 3).join(', ')}${names.length > 3 ? ' and more' : ''} differ from yours`;
  }
}
