// What a person has allowed for a while: one tool, in some files of one project, to one connection or to every agent there.
//
// A grant turns ask into allow, nothing else. It lives in memory only, and dies with its time, its connection or this process.
import { type Clock, machineClock } from '../../base/waiting/clock.ts';
import { minutes } from '../../base/waiting/duration.ts';
import { grantRefused } from '../../ide/errors/reviewErrors.ts';
import { howToTrust } from '../../ide/execution.ts';
import type { Project } from '../../ide/ide.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { Connections } from '../clients/connections.ts';
import type { Reviews, Waiting } from '../reviews/reviews.ts';
import { covers, EVERYWHERE, problemOfGlob } from './grantScope.ts';
import { showsPlan } from './permission.ts';

// The sentence: Allow TOOL in GLOB by CONNECTION (or every agent) in PROJECT for TIME.
export interface GrantWish extends GrantScope {
  // In minutes, or until midnight.
  readonly time: number | 'today';
}

export interface GrantScope {
  readonly tool: string;
  // Relative to the project; ** is all of it, and the only one for what shows no files.
  readonly glob: string;
  // Its folder.
  readonly project: string;
  // Absent: every agent.
  readonly connection?: string;
}

export interface Grant extends GrantScope {
  // As people call it: "by grant 3".
  readonly id: number;
  // Name and version of the one whom it is given to.
  readonly client?: string;
  // ISO 8601.
  readonly since: string;
  readonly until: string;
  // How many calls it has let through.
  readonly passed: number;
}

export type GrantEvent =
  | { readonly kind: 'granted' | 'used'; readonly grant: Grant }
  // Why, in a few words.
  | { readonly kind: 'ended'; readonly grant: Grant; readonly why: string };

// What wants to pass, where nothing but the person's own policy asks.
export interface GrantableCall {
  readonly tool: string;
  readonly project: string;
  // Absent where its connection ends with the call.
  readonly connection: string | undefined;
  // Absolute; undefined where it shows none.
  readonly paths: readonly string[] | undefined;
}

export interface GrantParts {
  readonly connections: Connections;
  readonly reviews: Reviews;
  readonly catalogue: Catalogue;
  readonly projects: () => readonly Project[];
  readonly clock?: Clock;
}

interface Entry {
  grant: Grant;
  // By the steady time.
  readonly end: number;
  readonly timer: Disposable;
}

// As long as a day of work; whoever means always writes it into the policy.
const LONGEST = 24 * 60;
// Each call that asks is tried on all of them.
const MOST = 50;

export class Grants {
  readonly #parts: GrantParts;
  readonly #clock: Clock;
  readonly #entries = new Map<number, Entry>();
  readonly #listeners = new Set<(event: GrantEvent) => void>();
  #last = 0;

  constructor(parts: GrantParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? machineClock;
    parts.connections.onEvent((event) => {
      if (event.kind !== 'closed') return;
      for (const { grant } of [...this.#entries.values()]) if (grant.connection === event.id) this.#end(grant.id, 'its connection has ended');
    });
  }

  // Throws grant_refused, with the reason.
  grant(wish: GrantWish): Grant {
    const connection = this.#connectionOf(wish);
    const problem = this.#problemOf(wish);
    if (problem !== undefined) throw grantRefused(problem);
    const now = this.#clock.now();
    const until = untilOf(wish.time, now);
    this.#last += 1;
    const id = this.#last;
    const grant: Grant = {
      id,
      tool: wish.tool,
      glob: wish.glob,
      project: wish.project,
      ...(connection !== undefined && { connection: connection.id, client: connection.client }),
      since: new Date(now).toISOString(),
      until: new Date(until).toISOString(),
      passed: 0,
    };
    this.#entries.set(id, { grant, end: this.#clock.steady() + until - now, timer: this.#clock.after(until - now, () => this.#end(id, 'its time is over')) });
    this.#report({ kind: 'granted', grant });
    return grant;
  }

  // False when it has ended already.
  revoke(id: number): boolean {
    return this.#end(id, 'revoked');
  }

  // Oldest first.
  list(): readonly Grant[] {
    return this.#live();
  }

  onChange(listener: (event: GrantEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  // The one that lets a call through; undefined where the person must be asked.
  passing(call: GrantableCall): Grant | undefined {
    return this.#live().find((grant) => isMeant(grant, call));
  }

  // A call went through by it.
  used(id: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.grant = { ...entry.grant, passed: entry.grant.passed + 1 };
    this.#report({ kind: 'used', grant: entry.grant });
  }

  // The ids of the reviews that wait and would not have been asked.
  matching(scope: GrantScope): readonly string[] {
    return this.#parts.reviews
      .waiting()
      .filter((waiting) => isMeant(scope, grantableIn(waiting)))
      .map(({ review }) => review.id);
  }

  // Accepts those, and returns how many they were. Nothing, where the grant has ended.
  acceptMatching(id: number): number {
    const grant = this.#live().find((each) => each.id === id);
    if (grant === undefined) return 0;
    const ids = this.matching(grant);
    for (const review of ids) this.#parts.reviews.acceptByGrant(review, id);
    return ids.length;
  }

  #problemOf({ tool: name, glob, project: path, time }: GrantWish): string | undefined {
    const tool = this.#parts.catalogue.find(name);
    if (tool === undefined) return `there is no tool ${name}`;
    if (tool.callsOthers === true || tool.forwardedTo !== undefined) return `${name} only calls other tools, which are permitted by themselves`;
    const project = this.#parts.projects().find((open) => open.path === path);
    if (project === undefined) return `no open project has the path ${path}`;
    if (!project.trusted) return `nobody has trusted ${path}; a person can: ${howToTrust(project)}`;
    if (!showsPlan(tool) && glob !== EVERYWHERE) return `${name} does not say which files it changes, so it is granted in ** or not at all`;
    if (time !== 'today' && !(Number.isInteger(time) && time >= 1 && time <= LONGEST)) return `its time is 1 to ${LONGEST} minutes, or today`;
    if (this.#live().length >= MOST) return `there are ${MOST} already; revoke one first`;
    return problemOfGlob(glob);
  }

  #connectionOf({ connection: id }: GrantWish): { readonly id: string; readonly client: string } | undefined {
    if (id === undefined) return undefined;
    const found = this.#parts.connections.list().find((connection) => connection.id === id);
    if (found === undefined) throw grantRefused(`no agent is connected as ${id}`);
    // Its next call would be another connection, and its name is only what it says.
    if (!found.stays) throw grantRefused(`${found.client} connects anew for each call; grant it to every agent of the project, or not at all`);
    return found;
  }

  // On a machine that slept, what waits for its time fires late.
  #live(): readonly Grant[] {
    const now = this.#clock.steady();
    return [...this.#entries.values()].filter(({ end }) => now < end).map(({ grant }) => grant);
  }

  #end(id: number, why: string): boolean {
    const entry = this.#entries.get(id);
    if (entry === undefined) return false;
    this.#entries.delete(id);
    entry.timer[Symbol.dispose]();
    this.#report({ kind: 'ended', grant: entry.grant, why });
    return true;
  }

  #report(event: GrantEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

function isMeant({ tool, glob, project, connection }: GrantScope, call: GrantableCall | undefined): boolean {
  if (call === undefined || call.tool !== tool || call.project !== project) return false;
  if (connection !== undefined && call.connection !== connection) return false;
  return call.paths === undefined ? glob === EVERYWHERE : covers(glob, project, call.paths);
}

// Undefined where more than the person's own policy asks.
function grantableIn({ question: { proposal, project, connection } }: Waiting): GrantableCall | undefined {
  const { grantable, tool } = proposal;
  return grantable === undefined || project === undefined ? undefined : { tool, project: project.path, connection, paths: grantable.paths };
}

// Midnight where the person is.
function untilOf(time: GrantWish['time'], now: number): number {
  return time === 'today' ? new Date(now).setHours(24, 0, 0, 0) : now + minutes(time);
}
