// An IDE as another process sees it, over two streams in memory.
import { PassThrough } from 'node:stream';
import { type ForwardedIde, openForwardedIde } from '../../src/hosts/forwarded/forwardedIde.ts';
import type { Beat } from '../../src/hosts/forwarded/heartbeat.ts';
import { type ServedIde, type ServedStreams, serveIde } from '../../src/hosts/forwarded/serveIde.ts';
import type { Ide } from '../../src/ide/ide.ts';

export interface ForwardedPair extends ForwardedIde {
  readonly served: ServedIde;
  // What either side complained of.
  readonly troubles: readonly string[];
  // As if the process that has the IDE were killed.
  kill(): void;
  // As if it were busy with something else for ever.
  hang(): void;
}

// own: the IDE of the side that asks, for what stays there.
export async function forwardedPair(ide: Ide, own: Ide = ide, { beat, ...more }: Partial<ServedStreams> & { beat?: Beat } = {}): Promise<ForwardedPair> {
  const [there, back] = [new PassThrough(), new PassThrough()];
  const troubles: string[] = [];
  const onTrouble = (text: string) => troubles.push(text);
  const served = serveIde(ide, { input: there, output: back, onTrouble, take: () => true, ...more });
  const forwarded = await openForwardedIde({ input: back, output: there, onTrouble, project: own.project, own, ...(beat !== undefined && { beat }) });
  const kill = () => {
    there.destroy();
    back.destroy();
  };
  return { ...forwarded, served, troubles, kill, hang: () => there.pause() };
}
