// A value that is made when it is asked for, and once; what it is made of is let go then.

export class Lazy<Value> {
  #state: { readonly make: () => Value } | { readonly value: Value };

  constructor(make: () => Value) {
    this.#state = { make };
  }

  get value(): Value {
    if ('make' in this.#state) this.#state = { value: this.#state.make() };
    return this.#state.value;
  }
}
