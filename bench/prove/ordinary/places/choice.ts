// Which place is taken: by chance that depends on the seed, the corpus, the kind and a number only, so that any of them can be repeated alone.
import { createHash } from 'node:crypto';
import { dirname, posix } from 'node:path';
import { type Chance, chanceFrom } from '../../random.ts';
import type { OrdinaryLanguage } from '../corpora/project.ts';
import type { Candidate, OrdinaryKind, Place, SignatureChange } from './place.ts';

export interface Choice {
  readonly seed: number;
  readonly corpus: string;
  readonly kind: OrdinaryKind;
  readonly index: number;
}

interface Ground {
  readonly language: OrdinaryLanguage;
  readonly candidates: readonly Candidate[];
  readonly sources: readonly string[];
}

export function placeFor({ seed, corpus, kind, index }: Choice, { language, candidates, sources }: Ground): Place | undefined {
  const digest = createHash('sha256').update(`${seed} ${corpus} ${kind} ${index}`).digest();
  const chance = chanceFrom(digest.readUInt32LE(0));
  const own = candidates.filter((each) => each.kind === kind);
  const forms = [...new Set(own.map(({ form }) => form))].toSorted();
  if (forms.length === 0) return undefined;
  const candidate = oneOf(
    own.filter(({ form }) => form === forms[index % forms.length]),
    chance,
  );
  return PLACES[kind]({ candidate, chance, index, language, sources });
}

interface Chosen {
  readonly candidate: Candidate;
  readonly chance: Chance;
  readonly index: number;
  readonly language: OrdinaryLanguage;
  readonly sources: readonly string[];
}

const PLACES: Readonly<Record<OrdinaryKind, (chosen: Chosen) => Place>> = {
  rename: ({ candidate, index, language }) => {
    const from = (candidate.name ?? '').replace(/^#/, '');
    const name = freshName(from, index, language);
    return {
      ...placed(candidate),
      tool: 'rename_symbol',
      input: { ...symbolAt(candidate), new_name: name },
      name,
      from,
      what: `${described(candidate)} becomes ${name}`,
    };
  },
  extract_function: (chosen) => extraction(chosen, 'extract_function'),
  extract_variable: (chosen) => extraction(chosen, 'extract_variable'),
  inline: ({ candidate }) => ({
    ...placed(candidate),
    tool: 'inline_symbol',
    input: symbolAt(candidate),
    name: candidate.name ?? '',
    what: described(candidate),
  }),
  move: ({ candidate, chance, index, sources }) => {
    const folder = dirname(candidate.file);
    const ending = posix.extname(candidate.file);
    const others = sources.filter((file) => file !== candidate.file && posix.extname(file) === ending);
    const beside = `${folder === '.' ? '' : `${folder}/`}fresh_${index}${ending}`;
    const to = chance(2) === 0 && others.length > 0 ? oneOf(others, chance) : beside;
    return {
      ...placed(candidate),
      tool: 'move_symbol',
      input: { ...symbolAt(candidate), to_file: to },
      name: candidate.name ?? '',
      to,
      what: `${described(candidate)} goes to ${to}`,
    };
  },
  signature: (chosen) => signature(chosen),
};

function extraction({ candidate, chance, index, language }: Chosen, tool: 'extract_function' | 'extract_variable'): Place {
  const end = oneOf(candidate.ends ?? [], chance);
  const name = language === 'python' ? `fresh_${index}` : `fresh${index}`;
  const { file, line, column } = candidate;
  const range = { start_line: line, start_column: column, end_line: end.line, end_column: end.column };
  return {
    ...placed(candidate),
    tool,
    input: { file, ...range, name },
    name,
    endLine: end.line,
    endColumn: end.column,
    what: `${candidate.form} ${file}:${line}:${column}-${end.line}:${end.column}`,
  };
}

// One parameter more, another name, another order, one less that nobody uses.
function signature({ candidate, chance, index, language }: Chosen): Place {
  const { parameters = [], unused = [], defaults = 0, form } = candidate;
  const method = form === 'method';
  // With a name that says so, no project complains that nothing uses it yet.
  const name = freshName(language === 'python' ? 'extra' : '_extra', index, language);
  const last = unused.filter((each) => parameters.includes(each));
  const required = parameters.length - defaults;
  const changes: SignatureChange[] = [
    { what: 'add', at: required, name, value: '0', method },
    ...parameters.slice(0, 1).map((each, at): SignatureChange => ({ what: 'rename', at, name: freshName(each, index, language), method })),
    ...last.slice(0, 1).map((each): SignatureChange => ({ what: 'remove', at: parameters.indexOf(each), method })),
    ...(required > 1 ? [{ what: 'reorder', order: swapped(parameters.length), method } as const] : []),
  ];
  const change = oneOf(changes, chance);
  const list = newList(parameters, change, language);
  return {
    ...placed(candidate),
    tool: 'change_signature',
    input: { ...symbolAt(candidate), parameters: list },
    name: 'name' in change ? change.name : (candidate.name ?? ''),
    change,
    ...(change.what === 'rename' && { from: parameters[change.at] ?? '' }),
    what: `${described(candidate)}(${parameters.join(', ')}) becomes (${list.map((each) => each.name).join(', ')})`,
  };
}

// The first two change places: both must be given by every caller.
function swapped(count: number): readonly number[] {
  return [1, 0, ...Array.from({ length: count - 2 }, (_, index) => index + 2)];
}

interface Parameter {
  readonly name: string;
  readonly from?: string;
  readonly type?: string;
  readonly value?: string;
}

function newList(parameters: readonly string[], change: SignatureChange, language: OrdinaryLanguage): readonly Parameter[] {
  const kept: readonly Parameter[] = parameters.map((name) => ({ name }));
  if (change.what === 'add')
    return kept.toSpliced(change.at, 0, { name: change.name, value: change.value, ...(language === 'typescript' && { type: 'number' }) });
  if (change.what === 'remove') return kept.toSpliced(change.at, 1);
  if (change.what === 'reorder') return change.order.flatMap((index) => kept[index] ?? []);
  return kept.toSpliced(change.at, 1, { name: change.name, ...{ from: parameters[change.at] ?? '' } });
}

function freshName(from: string, index: number, language: OrdinaryLanguage): string {
  return language === 'python' && !/[A-Z]/.test(from.slice(0, 1)) ? `${from}_fresh${index}` : `${from}Fresh${index}`;
}

function placed({ kind, form, file, line, column }: Candidate) {
  return { kind, form, file, line, column };
}

function symbolAt({ file, line, column }: Candidate): { symbol: { file: string; line: number; column: number } } {
  return { symbol: { file, line, column } };
}

function described({ form, name, file, line, column }: Candidate): string {
  return `${form} ${name} at ${file}:${line}:${column}`;
}

function oneOf<Item>(items: readonly Item[], chance: Chance): Item {
  const item = items[chance(items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}
