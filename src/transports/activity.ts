// How busy the doors are: what is open now and when something last happened. A daemon that nobody uses ends itself by this.

import { machineClock } from '../base/waiting/clock.ts';
export interface ActiveRequest {
  becomeStream(): void;
  done(): void;
}

export class Activity {
  #open = 0;
  #requests = 0;
  #watchers = 0;
  #last = machineClock.steady();

  // A connection, session, stream or request that counts until the returned function is called.
  opened(): () => void {
    this.#open++;
    this.touch();
    let counted = true;
    return () => {
      if (!counted) return;
      counted = false;
      this.#open--;
      this.touch();
    };
  }

  // A request that is being answered. Event streams are long and cheap, so they count as open but not among the requests.
  request(): ActiveRequest {
    const closed = this.opened();
    this.#requests++;
    let counted = true;
    const becomeStream = () => {
      if (counted) this.#requests--;
      counted = false;
    };
    return {
      becomeStream,
      done() {
        becomeStream();
        closed();
      },
    };
  }

  // A page that a person looks at, until the returned function is called.
  watched(): () => void {
    this.#watchers++;
    this.touch();
    let counted = true;
    return () => {
      if (!counted) return;
      counted = false;
      this.#watchers--;
      this.touch();
    };
  }

  get watchers(): number {
    return this.#watchers;
  }

  get requests(): number {
    return this.#requests;
  }

  touch(): void {
    this.#last = machineClock.steady();
  }

  get open(): number {
    return this.#open;
  }

  // Milliseconds since the epoch.
  get last(): number {
    return this.#last;
  }
}
