// Objects that were sent away and must come back as themselves: plans and completions. The oldest are forgotten first.

// A plan holds the texts of its files, and few are ever waiting; of completions there are thousands in one answer.
const MOST = 20_000;
const MOST_PLANS = 50;
// What a plan says, by name: of one that was made by a class, some are getters.
const MEMBERS_OF_PLANS = ['files', 'undoes', 'undoesPart', 'undoesAll', 'isCutShort'] as const;

export class KeptObjects {
  readonly #objects = new Map<number, object>();
  readonly #plans: number[] = [];
  readonly #numbers = new WeakMap<object, number>();
  #next = 1;

  // A plan, or the completions of an answer.
  keep(result: unknown): void {
    if (typeof result !== 'object' || result === null) return;
    const value: unknown = Reflect.get(result, 'value');
    if (!Array.isArray(value)) this.#plans.push(this.#add(result));
    else for (const each of value) if (typeof each === 'object' && each !== null) this.#add(each);
    for (const number of this.#plans.splice(0, Math.max(0, this.#plans.length - MOST_PLANS))) this.#objects.delete(number);
    for (const number of this.#objects.keys()) {
      if (this.#objects.size <= MOST) break;
      this.#objects.delete(number);
    }
  }

  find(number: number): object | undefined {
    return this.#objects.get(number);
  }

  // What stands for it; undefined where it is not kept.
  outgoing(object: object, members: (value: object) => unknown): unknown {
    const number = this.#numbers.get(object);
    if (number === undefined) return undefined;
    const isPlan = 'files' in object;
    return {
      $: 'kept',
      id: number,
      value: members(isPlan ? Object.fromEntries(MEMBERS_OF_PLANS.map((each) => [each, Reflect.get(object, each)])) : { ...object }),
    };
  }

  #add(object: object): number {
    const number = this.#numbers.get(object) ?? this.#next++;
    this.#numbers.set(object, number);
    this.#objects.set(number, object);
    return number;
  }
}
