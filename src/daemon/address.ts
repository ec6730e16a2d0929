// Where one daemon listens and which token opens it there: at the address that people configured, or at another while somebody else has that one.
import type { Log } from '../base/log.ts';
import { seconds } from '../base/waiting/duration.ts';
import type { HomeAddress, Token } from '../transports/listeners.ts';
import type { Doors } from '../transports/startDoors.ts';
import { homePort, keepHomePort } from './homePort.ts';
import { type Instance, liveInstances } from './instances/discovery.ts';
import { keptToken, newSecret } from './people/token.ts';

export interface AddressOptions {
  readonly state: string;
  readonly log: Log;
  // Undefined: the one that URLs are configured with, or another while that one is taken.
  readonly port: number | undefined;
  readonly withToken: boolean;
  // The port of URLs, where a person set it; else it is chosen once and kept.
  readonly homePort?: number | undefined;
  // Whether it may have the address and the token that people configured: not one that an agent starts for itself.
  readonly isPeoples?: boolean;
}

export type PublishedAddress = Pick<Instance, 'url' | 'port' | 'token' | 'otherPorts' | 'homeTaken'>;

// Soon after the other has ended, and still next to nothing.
const BETWEEN_LOOKS = seconds(1);

export class DaemonAddress {
  readonly #options: AddressOptions;
  // What opens the address that people configured, where this daemon has it.
  #keptToken: string | undefined;
  #home: number | undefined;
  #homeTaken: number | undefined;

  constructor(options: AddressOptions) {
    this.#options = options;
  }

  // The kept token opens only ports that people configure. Whoever listens at the home port in our place is sent it by clients, so a port that we take instead has another.
  wanted(): { port: number | undefined; token: Token; home?: HomeAddress } {
    const { port, withToken, isPeoples = true, state } = this.#options;
    const ownToken = withToken ? newSecret() : undefined;
    if (!isPeoples || port === 0) return { port: port ?? 0, token: ownToken };
    if (withToken) this.#keptToken = keptToken(state);
    this.#home = port === undefined ? homePort(state, this.#options.homePort) : undefined;
    if (this.#home === undefined) return { port, token: this.#keptToken };
    // Looked up when it is needed: a person may make another before the port is free.
    const kept = () => this.#keptToken;
    const home = {
      port: this.#home,
      get token() {
        return kept();
      },
    };
    return { port: undefined, token: ownToken, home };
  }

  // The first of all daemons decides where URLs lead from then on. While another has that port it is tried again: they lead here as soon as that one has ended.
  // onRegained: from a program that is not ours.
  settle(doors: Doors, onChange: () => void, onRegained: (port: number) => void): Disposable | undefined {
    const { state, log, port, isPeoples = true } = this.#options;
    if (!isPeoples || port !== undefined || doors.isHome()) return undefined;
    const home = this.#home;
    if (home === undefined) {
      keepHomePort(state, doors.port);
      return undefined;
    }
    const isOurs = liveInstances(state).some((other) => other.pid !== process.pid && other.port === home);
    if (!isOurs) this.#homeTaken = home;
    log.warn(`port ${home}, to which URLs of clients lead, is taken by ${isOurs ? 'another Binnacle' : 'a program that is not Binnacle'}`);
    const looking = setInterval(async () => {
      if (!(await doors.takeHome())) return;
      clearInterval(looking);
      if (this.#homeTaken !== undefined) onRegained(home);
      this.#homeTaken = undefined;
      log.info(`listens at port ${home} too, to which URLs of clients lead`);
      onChange();
    }, BETWEEN_LOOKS);
    looking.unref();
    return { [Symbol.dispose]: () => clearInterval(looking) };
  }

  // Who came with the old token is out; new ones come in with the one that is kept now.
  replaceToken(doors: Doors): void {
    const old = this.#keptToken;
    if (old === undefined) return;
    this.#keptToken = keptToken(this.#options.state);
    doors.replaceToken(old, this.#keptToken);
    this.#options.log.info('a person has made another token: whoever came with the old one is out');
  }

  published({ url, port, token, ports }: Doors): PublishedAddress {
    const others = ports().filter((other) => other !== port);
    return {
      url,
      port,
      ...(token !== undefined && { token }),
      ...(others.length > 0 && { otherPorts: others }),
      ...(this.#homeTaken !== undefined && { homeTaken: this.#homeTaken }),
    };
  }
}
