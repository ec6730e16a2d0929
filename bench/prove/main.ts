// The proofs: 200 symbols of two large repositories, chosen by chance, asked of the bare engine and of the built program; and changes that survive.
import { pythonStart, type Start, typescriptStart } from '../bareEngine.ts';
import { type Corpus, openDjango, openEffect } from '../corpus.ts';
import { provenAffected, tellAffected } from './affected.ts';
import { nodeProgram } from './breakpoints/nodeProgram.ts';
import { goProgram, pythonProgram } from './breakpoints/programs.ts';
import { type BreakpointsProof, provenBreakpoints } from './breakpoints/proof.ts';
import { type ChangesProof, provenChanges } from './changes.ts';
import { type Comparison, compared, type Difference, SEED } from './comparison.ts';
import { proveOrdinary } from './ordinary/main.ts';
import { provenRefactorings } from './refactorings/main.ts';
import { holds, tellLanguage } from './refactorings/proof.ts';

const SYMBOLS = 200;
const LINES = 250;
const CHANGES = 20;

const repositories: readonly { open: () => Promise<Corpus>; how: () => Start }[] = [
  { open: openEffect, how: typescriptStart },
  { open: openDjango, how: pythonStart },
];

// `--seed N` and `--symbols N` choose others, `--json` prints everything as data, `--only answers`, `changes`, `breakpoints`, `refactorings` or `affected` proves one of the five; `--lines N` sets so many breakpoints in each language.
// `--only ordinary` is asked for by its name alone, because it takes hours: see ordinary/main.ts for its flags.
// Of the refactorings `--language NAME` proves one language, and `--renames N`, `--taken-names N`, `--file-moves N`, `--symbol-moves N`, `--signatures N`, `--extractions N` and `--inlinings N` so many of each.
export async function prove(args: readonly string[]): Promise<number> {
  const seed = numberAfter('--seed', args) ?? SEED;
  const only = wordAfter('--only', args);
  if (only === 'ordinary') return proveOrdinary({ seed, words: (flag) => wordsAfter(flag, args), has: (flag) => args.includes(flag) });
  const codes: number[] = [];
  const proofs = { answers: proveAnswers, changes: proveChanges, breakpoints: proveBreakpoints, refactorings: proveRefactorings, affected: proveAffected };
  for (const [name, proof] of Object.entries(proofs)) if (only === undefined || only === name) codes.push(await proof(args, seed));
  if (codes.length === 0) throw new Error(`There is no proof named ${only}: ${[...Object.keys(proofs), 'ordinary'].join(', ')}.`);
  return Math.max(...codes);
}

// `--changes N` makes so many.
async function proveAffected(args: readonly string[], seed: number): Promise<number> {
  const proof = await provenAffected(seed, numberAfter('--changes', args) ?? CHANGES, (done) => process.stderr.write(`\raffected: ${done} changes `));
  process.stderr.write('\n');
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(proof, undefined, 2)}\n` : `${tellAffected(proof)}\n`);
  return proof.holds ? 0 : 1;
}

async function proveRefactorings(args: readonly string[], seed: number): Promise<number> {
  const asked = {
    ...{ renames: '--renames', takenNames: '--taken-names', fileMoves: '--file-moves', symbolMoves: '--symbol-moves' },
    ...{ signatures: '--signatures', extractions: '--extractions', inlinings: '--inlinings' },
  };
  const wanted = Object.fromEntries(
    Object.entries(asked).flatMap(([key, flag]) => [[key, numberAfter(flag, args)]].filter(([, number]) => number !== undefined)),
  );
  const proofs = await provenRefactorings(seed, wordAfter('--language', args), wanted);
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(proofs, undefined, 2)}\n` : `${proofs.map(tellLanguage).join('\n\n')}\n`);
  return proofs.every(holds) ? 0 : 1;
}

async function proveBreakpoints(args: readonly string[], seed: number): Promise<number> {
  const count = numberAfter('--lines', args) ?? LINES;
  const proofs: BreakpointsProof[] = [];
  for (const open of [nodeProgram, pythonProgram, goProgram]) proofs.push(await provenBreakpoints(open, { count, seed }));
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(proofs, undefined, 2)}\n` : `${proofs.map(tellBreakpoints).join('\n')}\n`);
  return proofs.every(({ untrue }) => untrue.length === 0) ? 0 : 1;
}

function tellBreakpoints({ language, set, verified, hit, refused, untrue }: BreakpointsProof): string {
  const head = `${untrue.length === 0 ? 'proven' : 'FAILED'} ${language}: ${set} breakpoints, ${verified} verified, ${hit} stopped; ${refused} lines refused; ${untrue.length} untrue`;
  return [head, ...untrue.map((text) => `  ${text}`)].join('\n');
}

async function proveChanges(args: readonly string[], seed: number): Promise<number> {
  const proofs = await provenChanges(seed);
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(proofs, undefined, 2)}\n` : `${proofs.map(describeProof).join('\n')}\n`);
  return proofs.every(({ holds }) => holds) ? 0 : 1;
}

function describeProof({ what, text, holds }: ChangesProof): string {
  return `${holds ? 'proven' : 'FAILED'} ${what}: ${text}`;
}

async function proveAnswers(args: readonly string[], seed: number): Promise<number> {
  const count = Math.ceil((numberAfter('--symbols', args) ?? SYMBOLS) / repositories.length);
  const comparisons: Comparison[] = [];
  for (const { open, how } of repositories) {
    await using corpus = await open();
    comparisons.push(await compared(corpus, how(), { count, seed }, (done) => process.stderr.write(`\r${corpus.name}: ${done} of ${count} symbols `)));
    process.stderr.write('\n');
  }
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(comparisons, undefined, 2)}\n` : `${comparisons.map(describe).join('\n\n')}\n`);
  return comparisons.flatMap(({ differences }) => differences).every(({ explained }) => explained) ? 0 : 1;
}

function describe({ corpus, symbols, answers, places, differences }: Comparison): string {
  const unexplained = differences.filter(({ explained }) => !explained);
  const head = `${corpus}: ${symbols} symbols, ${answers} answers, ${places} places; ${answers - differences.length} answers are the engine's own, ${differences.length - unexplained.length} differ and say why, ${unexplained.length} differ without a reason`;
  return [head, ...differences.map(tellDifference)].join('\n');
}

function tellDifference({ tool, target, missing, added, said, explained }: Difference): string {
  const places = (sign: string, list: readonly string[]) => list.slice(0, MOST_LISTED).map((place) => `      ${sign} ${place}`);
  const head = `  ${explained ? 'explained' : 'UNEXPLAINED'} ${tool} ${target.name} ${target.file}:${target.line}:${target.column}: ${missing.length} missing, ${added.length} added`;
  return [head, ...said.map((text) => `      "${text}"`), ...places('-', missing), ...places('+', added)].join('\n');
}

const MOST_LISTED = 5;

function numberAfter(flag: string, args: readonly string[]): number | undefined {
  const value = wordAfter(flag, args);
  return value === undefined ? undefined : Number(value);
}

function wordAfter(flag: string, args: readonly string[]): string | undefined {
  return args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined;
}

function wordsAfter(flag: string, args: readonly string[]): readonly string[] {
  return args.flatMap((each, index) => (each === flag ? [args[index + 1] ?? ''] : []));
}
