// The secrets of earlier calls: a program prints later what it was given now. In memory only, for as long as this daemon lives.

// Short ones would be found in everything.
const SHORTEST_REMEMBERED = 6;
const MOST_REMEMBERED = 200;

export class RememberedSecrets {
  readonly #secrets = new Set<string>();
  // The same list for as long as there are no others: what searches for them is made once for a list.
  #list: readonly string[] | undefined;

  add(secrets: Iterable<string>): void {
    for (const secret of secrets) {
      if (secret.length < SHORTEST_REMEMBERED || this.#secrets.has(secret)) continue;
      this.#secrets.add(secret);
      this.#list = undefined;
    }
  }

  // The oldest have to be forgotten; before that, whoever keeps a text hides them in it.
  get areTooMany(): boolean {
    return this.#secrets.size > MOST_REMEMBERED;
  }

  forgetOldest(): void {
    for (const secret of this.#secrets) {
      if (!this.areTooMany) return;
      this.#secrets.delete(secret);
      this.#list = undefined;
    }
  }

  get all(): readonly string[] {
    this.#list ??= [...this.#secrets];
    return this.#list;
  }

  // These too.
  with(secrets: readonly string[]): readonly string[] {
    if (this.#secrets.size === 0) return secrets;
    return secrets.every((secret) => this.#secrets.has(secret)) ? this.all : [...new Set([...secrets, ...this.#secrets])];
  }
}
