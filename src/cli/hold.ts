// binnacle hold and binnacle release: a person takes the helm from an agent, and hands it back.
import { z } from 'zod';
import { visibleText } from '../base/text/visibleText.ts';
import { seconds } from '../base/waiting/duration.ts';
import { stateFolder } from '../daemon/folders.ts';
import { liveInstances } from '../daemon/instances/discovery.ts';
import { listeningWindows } from '../daemon/instances/windows.ts';
import { ask } from '../daemon/people/control.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import { openPersonSession } from '../daemon/people/people.ts';
import { holdRefused, nothingHeld, nothingToHold } from '../ide/errors/machineErrors.ts';
import { say, sayJson } from './screen.ts';

export interface ReleaseFlags {
  readonly session?: string;
  readonly terminal?: string;
  readonly note?: string;
  readonly json?: boolean;
}

export interface HoldFlags extends ReleaseFlags {
  readonly list?: boolean;
}

const LONGEST_ANSWER = seconds(10);
const Target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('everyone') }),
  z.object({ kind: z.literal('client'), client: z.string() }),
  z.object({ kind: z.literal('connection'), id: z.string(), client: z.string() }),
  z.object({ kind: z.enum(['session', 'terminal']), id: z.string(), project: z.string() }),
]);
const Listed = z.object({ holds: z.array(z.object({ id: z.string(), since: z.string(), target: Target, note: z.string().optional() })) });
const Connected = z.array(z.object({ id: z.string(), client: z.string() }));
const Refused = z.object({ message: z.string() });
type Held = z.infer<typeof Listed>['holds'][number];

export async function hold(agent: string | undefined, flags: HoldFlags): Promise<void> {
  await onlyForPeople('binnacle hold', stateFolder());
  if (flags.list) return show(await asked('/holds'), flags, 'Nothing is held.');
  const held = await asked('/holds', wishOf(agent, flags));
  if (held.length === 0) throw nothingToHold(namedIn(agent, flags), await connected());
  show(held, flags, '');
}

export async function release(agent: string | undefined, flags: ReleaseFlags): Promise<void> {
  await onlyForPeople('binnacle release', stateFolder());
  const released = await asked('/holds/release', wishOf(agent, flags));
  if (released.length === 0) throw nothingHeld(namedIn(agent, flags), (await asked('/holds')).map(named));
  if (flags.json) sayJson({ released });
  else say(released.map((one) => `Released: ${named(one)}.`).join('\n'));
}

function wishOf(agent: string | undefined, { session, terminal, note }: ReleaseFlags): Record<string, string> {
  const wish = Object.entries({ client: agent, session, terminal }).flatMap(([key, value]): [string, string][] => (value === undefined ? [] : [[key, value]]));
  if (wish.length > 1) throw holdRefused('Name one agent, one --session or one --terminal, not several.');
  return Object.fromEntries([...wish, ...(note === undefined || note === '' ? [] : [['note', note]])]);
}

function namedIn(agent: string | undefined, { session, terminal }: ReleaseFlags): string {
  if (session !== undefined) return `debug session ${session}`;
  if (terminal !== undefined) return `terminal ${terminal}`;
  return agent === undefined ? 'agent at all' : `agent ${agent}`;
}

// Of every daemon and every VS Code window of this user. What one refuses, it says.
async function asked(path: string, wish?: Record<string, string>): Promise<readonly Held[]> {
  const state = stateFolder();
  const answers = [...liveInstances(state), ...listeningWindows(state)].map(async (instance) => {
    using session = await openPersonSession(instance);
    // One of another version may have no place for people.
    if (session === undefined) return [];
    const response = await fetch(`${instance.url}${path}`, {
      method: wish === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      ...(wish !== undefined && { body: JSON.stringify(wish) }),
      signal: AbortSignal.timeout(LONGEST_ANSWER),
    });
    const body: unknown = await response.json();
    if (!response.ok && response.status !== 404) throw holdRefused(Refused.safeParse(body).data?.message ?? `The daemon answered ${response.status}.`);
    return Listed.safeParse(body).data?.holds ?? [];
  });
  return (await Promise.all(answers)).flat();
}

async function connected(): Promise<readonly string[]> {
  const lists = await Promise.all(liveInstances(stateFolder()).map(async (instance) => Connected.safeParse(await ask(instance, 'connections')).data ?? []));
  return lists.flat().map(({ id, client }) => `${visibleText(client)} (${visibleText(id)})`);
}

function show(holds: readonly Held[], { json }: HoldFlags, otherwise: string): void {
  if (json) sayJson({ holds });
  else say(holds.length === 0 ? otherwise : holds.map(lineOf).join('\n'));
}

function lineOf(held: Held): string {
  const { target, since, note } = held;
  const effect = 'project' in target ? 'the next move of an agent waits' : 'edits, runs and controls ask';
  return `Held: ${named(held)} (${held.id}), since ${since.slice(0, 19).replace('T', ' ')}; ${effect}.${note === undefined ? '' : ` Note: ${visibleText(note)}`}`;
}

// Names come from agents.
function named({ target }: Held): string {
  if (target.kind === 'everyone') return 'every agent';
  if (target.kind === 'client') return `every ${visibleText(target.client)}`;
  if (target.kind === 'connection') return `${visibleText(target.client)} at ${target.id}`;
  return `${target.kind === 'session' ? 'debug session' : 'terminal'} ${target.id} of ${visibleText(target.project)}`;
}
