// How the right to write in a project passes from a daemon of another build to this one: at once from an idle daemon, else when its clients leave.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import { build } from '../../base/version.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { ask } from '../people/control.ts';
import { type Instance, liveInstances } from './discovery.ts';
import type { WriterLock } from './writerLock.ts';

// What an older daemon says when it is asked to hand over.
const HandOver = z.union([z.object({ handsOver: z.literal(true) }), z.object({ handsOver: z.literal(false), connections: z.number() })]);

const Status = z.object({ connections: z.number() });

// An idle daemon closes its engines and ends within this; one that takes longer hangs, and nobody waits for it.
const LONGEST_HAND_OVER = seconds(8);
const BETWEEN_LOOKS = 20;

// Asks the daemon that holds the lock to let it go. Resolves once it is ours, or with what this daemon has to wait for.
export async function succeed(state: string, root: string, lock: WriterLock): Promise<string | undefined> {
  const owner = lock.heldByAnother();
  if (owner === undefined) return undefined;
  const holder = liveInstances(state).find(({ pid }) => pid === owner.ownerPid);
  // A daemon of this build serves the same doors: there is nothing to succeed to. What is no daemon, such as a window of VS Code, keeps its right.
  if (holder === undefined || holder.build === build) return undefined;
  const answer = await askedFor(holder, root);
  if (!answer.handsOver) return answer.waitsFor;
  const deadline = Date.now() + LONGEST_HAND_OVER;
  while (lock.heldByAnother() !== undefined) {
    if (Date.now() > deadline) return `Binnacle ${holder.version} (process ${holder.pid}), which is ending`;
    await sleep(BETWEEN_LOOKS);
  }
  return undefined;
}

type Asked = { readonly handsOver: true } | { readonly handsOver: false; readonly waitsFor: string };

async function askedFor(holder: Instance, root: string): Promise<Asked> {
  const said = await ask(holder, 'handOver', root);
  const answer = HandOver.safeParse(said);
  if (answer.success) return answer.data.handsOver ? { handsOver: true } : waitFor(holder, answer.data.connections);
  // A build that does not know the word refuses it, and knows these two.
  const status = Status.safeParse(said === undefined ? undefined : await ask(holder, 'status'));
  if (!status.success) return { handsOver: false, waitsFor: `Binnacle ${holder.version} (process ${holder.pid}), which does not answer` };
  if (status.data.connections > 0 || !holder.background) return waitFor(holder, status.data.connections);
  await ask(holder, 'stop');
  return { handsOver: true };
}

function waitFor({ version, pid, background }: Instance, connections: number): Asked {
  const who = `an older Binnacle (${version}, process ${pid})`;
  const until = connections > 0 ? ` with ${counted(connections, 'connection')}, which hands over when its clients leave` : '';
  return { handsOver: false, waitsFor: `${who}${background || connections > 0 ? until : ' that a person runs in a terminal'}` };
}
