// Whether a rename of ours changed the places that TypeScript 7 and 6 would change, and where not, whether there is a reason.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { BareEngine, Target } from '../../bareEngine.ts';
import { type Places, placesBetween, type Renamed } from './renamedPlaces.ts';
import type { Repository } from './repository.ts';
import type { Typescript6 } from './typescript6.ts';

export interface Opinions {
  readonly typescript7: Places | undefined;
  readonly typescript6: Places | undefined;
}

// How many renames were compared, and how they compare.
export interface Tally {
  same: number;
  // Ours goes on through imports and exports that hand the name on, where the engines stop and keep the old one.
  through: number;
}

const Position = z.object({ line: z.number(), character: z.number() });
const Edit = z.object({ changes: z.record(z.string(), z.array(z.object({ range: z.object({ start: Position }), newText: z.string() }))).optional() });

export async function opinionsOn(target: Target, newName: string, engine: BareEngine, service: Typescript6): Promise<Opinions> {
  await engine.open(target.file);
  return { typescript7: await renamedBy(engine, target, newName), typescript6: service.rename(target, newName) };
}

async function renamedBy(engine: BareEngine, target: Target, newName: string): Promise<Places | undefined> {
  const answer = await engine.request('textDocument/rename', { ...engine.at(target), newName }).catch(() => null);
  if (answer === null) return undefined;
  const root = engine.uri('');
  return new Map(
    Object.entries(Edit.parse(answer).changes ?? {}).flatMap(([uri, edits]) =>
      edits.map(({ range: { start }, newText }): [string, string] => [
        `${decodeURIComponent(uri.slice(root.length)).replace(/^\//, '')}:${start.line + 1}:${start.character + 1}`,
        newText,
      ]),
    ),
  );
}

export async function placesChanged(repository: Repository, renamed: Renamed): Promise<Places> {
  const places = new Map<string, string>();
  for (const file of await repository.changedFiles()) {
    const [before, after] = [await repository.committedText(file), await readFile(join(repository.folder, file), 'utf8')];
    for (const [place, text] of placesBetween(file, before ?? '', after, renamed)) places.set(place, text);
  }
  return places;
}

// Each answer is a difference that has no reason.
export function unexplained(
  ours: Places,
  opinions: Opinions,
  context: { target: Target; renamed: Renamed; service: Typescript6; tally: Tally },
): readonly string[] {
  const { target, renamed, service, tally } = context;
  const said: string[] = [];
  let isThrough = false;
  for (const [engine, theirs] of Object.entries(opinions)) {
    if (theirs === undefined) {
      said.push(`${engine} says that it cannot be renamed`);
      continue;
    }
    const links = [...theirs].filter(([place, text]) => ours.get(place) === renamed.to && isLink(text, renamed));
    const missing = [...theirs].filter(([place, text]) => ours.get(place) !== text && !(ours.get(place) === renamed.to && isLink(text, renamed)));
    const added = [...ours].filter(([place]) => !theirs.has(place));
    const strange = added.filter(([place]) => links.length === 0 || !service.meansSame(target, place));
    isThrough ||= links.length > 0;
    said.push(...missing.map(([place, text]) => `${engine} has ${text} at ${place}, ours ${ours.get(place) ?? 'nothing'}`));
    said.push(...strange.map(([place, text]) => `ours has ${text} at ${place}, ${engine} nothing`));
  }
  if (said.length === 0) tally[isThrough ? 'through' : 'same']++;
  return said;
}

// `import { sum as total }`: the engine keeps the name on the other side of a module's border.
function isLink(text: string, { from, to }: Renamed): boolean {
  return text === `${to} as ${from}` || text === `${from} as ${to}`;
}
