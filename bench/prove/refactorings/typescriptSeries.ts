// Renames, moves of files, moves of declarations and other signatures in a TypeScript project, chosen by chance.
import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { symbolOf } from '../../answers.ts';
import type { BareEngine, Target } from '../../bareEngine.ts';
import type { Corpus } from '../../corpus.ts';
import type { Chance } from '../random.ts';
import type { Repository } from './repository.ts';
import { opinionsOn, placesChanged, type Tally, unexplained } from './sameRenames.ts';
import type { Attempt, Series } from './series.ts';
import type { Typescript6 } from './typescript6.ts';
import { type Declared, type DeclaredFunction, KINDS } from './typescriptDeclarations.ts';

export interface Ground {
  readonly corpus: Corpus;
  readonly repository: Repository;
  readonly engine: BareEngine;
  readonly service: Typescript6;
  readonly names: readonly Declared[];
  readonly functions: readonly DeclaredFunction[];
  readonly chance: Chance;
}

// Every kind in turn; every second one is pointed at where it is used.
export function renames(ground: Ground, wanted: number, tally: Tally): Series {
  const { repository, engine, service, names, chance } = ground;
  const kinds = KINDS.filter((kind) => names.some((each) => each.kind === kind));
  let count = 0;
  return {
    what: 'renames',
    wanted,
    async next(): Promise<Attempt> {
      const kind = kinds[count++ % kinds.length];
      const declared = oneOf(
        names.filter((each) => each.kind === kind),
        chance,
      );
      const target = chance(2) === 0 ? declared : await aUseOf(declared, ground);
      const from = target.name.replace(/^#/, '');
      const renamed = { from, to: `${from}Fresh${count}` };
      const opinions = await opinionsOn(target, target.name.replace(from, renamed.to), engine, service);
      return {
        what: `${kind} ${target.name} at ${target.file}:${target.line}:${target.column} becomes ${renamed.to}`,
        tool: 'rename_symbol',
        input: { ...symbolOf(target), new_name: renamed.to, public_name: 'rename' },
        asBefore: (error) => error.replaceAll(renamed.to, from),
        mayTellErrors: true,
        also: async () => unexplained(await placesChanged(repository, renamed), opinions, { target, renamed, service, tally }),
      };
    },
  };
}

// To a name that the file has already, for something of the same kind or of another: refused, or nothing means anything else.
export function takenNames({ names, chance }: Ground, wanted: number): Series {
  return {
    what: 'renames to a name that is there',
    wanted,
    refusalsCount: true,
    async next(): Promise<Attempt> {
      const declared = oneOf(names, chance);
      const others = names.filter(({ file, name }) => file === declared.file && name !== declared.name && !name.startsWith('#'));
      const { name: newName } = oneOf(others, chance);
      return {
        what: `${declared.kind} ${declared.name} at ${declared.file}:${declared.line}:${declared.column} becomes ${newName}`,
        tool: 'rename_symbol',
        input: { ...symbolOf(declared), new_name: newName, public_name: 'rename' },
        mayTellErrors: true,
      };
    },
  };
}

// Within a folder, to another one, to a new one; every fifth time a whole folder.
export function fileMoves({ corpus, chance }: Pick<Ground, 'corpus' | 'chance'>, wanted: number): Series {
  const folders = [...new Set(corpus.files.map((file) => dirname(file)))];
  const nested = folders.filter((folder) => folder.includes('/'));
  let count = 0;
  return {
    what: 'moves of files and folders',
    wanted,
    async next(): Promise<Attempt> {
      count++;
      const isFolder = count % 5 === 0 && nested.length > 0;
      const from = isFolder ? oneOf(nested, chance) : oneOf(corpus.files, chance);
      const into = [dirname(from), oneOf(folders, chance), `${dirname(from)}/fresh${count}`][chance(isFolder ? 1 : 3)] ?? '';
      const ending = isFolder ? '' : posix.extname(from);
      const to = `${into}/${posix.basename(from, ending)}Fresh${count}${ending}`;
      return { what: `${from} becomes ${to}`, tool: 'rename_file', input: { file: from, new_file: to }, asBefore: (error) => error.replaceAll(to, from) };
    },
  };
}

// To a new file beside, to a file that is there, to a new file in a new folder.
export function symbolMoves({ corpus, names, chance }: Ground, wanted: number): Series {
  const movable = names.filter(({ isTopLevel, kind }) => isTopLevel && ['function', 'constant', 'type', 'class'].includes(kind));
  let count = 0;
  return {
    what: 'moves of declarations',
    wanted,
    async next(): Promise<Attempt> {
      count++;
      const declared = oneOf(movable, chance);
      const folder = dirname(declared.file);
      const to = [`${folder}/fresh${count}.ts`, oneOf(corpus.files, chance), `${folder}/fresh/fresh${count}.ts`][count % 3] ?? '';
      return {
        what: `${declared.kind} ${declared.name} of ${declared.file}:${declared.line} goes to ${to}`,
        tool: 'move_symbol',
        input: { ...symbolOf(declared), to_file: to },
      };
    },
  };
}

// One parameter more, another name, another order, one less; which of them a function can bear is the tool's to say.
export function signatures({ functions, chance }: Ground, wanted: number): Series {
  let count = 0;
  return {
    what: 'other signatures',
    wanted,
    async next(): Promise<Attempt> {
      count++;
      const { parameters, ...declared } = oneOf(functions, chance);
      const kept = parameters.map((name) => ({ name }));
      const [first, ...rest] = kept;
      const changes = [
        [...kept, { name: `fresh${count}`, type: 'number', value: '0' }],
        ...(first === undefined ? [] : [[{ name: `${first.name}Fresh${count}`, from: first.name }, ...rest], kept.slice(0, -1)]),
        ...(kept.length < 2 ? [] : [kept.toReversed()]),
      ];
      const changed = oneOf(changes, chance);
      return {
        what: `${declared.name}(${parameters.join(', ')}) at ${declared.file}:${declared.line} becomes (${changed.map(({ name }) => name).join(', ')})`,
        tool: 'change_signature',
        input: { ...symbolOf(declared), parameters: changed },
      };
    },
  };
}

export async function linesOf({ folder, files }: Corpus): Promise<number> {
  let lines = 0;
  for (const file of files) lines += (await readFile(join(folder, file), 'utf8')).split('\n').length - 1;
  return lines;
}

export function oneOf<Item>(items: readonly Item[], chance: Chance): Item {
  const item = items[chance(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}

// Where its own name stands: an alias is a symbol of its own.
async function aUseOf(declared: Target, { corpus, engine, chance }: Ground): Promise<Target> {
  await engine.open(declared.file);
  const uses: Target[] = [declared];
  for (const place of await engine.references(declared)) {
    const [, file = '', line = '', column = ''] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
    if (!corpus.files.includes(file)) continue;
    const text = (await readFile(join(corpus.folder, file), 'utf8')).split('\n')[Number(line) - 1] ?? '';
    if (text.startsWith(declared.name, Number(column) - 1)) uses.push({ file, name: declared.name, line: Number(line), column: Number(column) });
  }
  return oneOf(uses, chance);
}
