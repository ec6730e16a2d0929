// What a rule of people says of one command. What forbids looks through paths, options and quotes; what allows means the program itself, exactly as it is written.
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { matchesWildcard } from '../../base/patterns/wildcard.ts';
import type { PlainCommand } from '../../base/shell/plainLine.ts';
import { changesShell, isLauncher, isOtherCode, runsItsInput } from './otherCode.ts';
import type { Patterns, Verdict } from './rules.ts';

export interface NamedCommand {
  // The name of the program without its folder, git without what stands before its subcommand.
  readonly text: string;
  // Undefined where the line is more than plain programs with fixed words.
  readonly exact: ExactCommand | undefined;
}

export interface ExactCommand extends PlainCommand {
  // It runs in the folder that the rules were written for, as a path in them is meant.
  readonly isAtRoot: boolean;
  readonly hasInput: boolean;
}

// The longest pattern that means it says most. A star stands for anything, and at the end also for nothing.
export function verdictFor(patterns: Patterns = {}, command: NamedCommand): Verdict | undefined {
  const meant = Object.entries(patterns).filter(([pattern, verdict]) => (verdict === 'allow' ? allows(pattern, command) : matches(pattern, command.text)));
  return meant.toSorted(([a], [b]) => b.length - a.length)[0]?.[1];
}

// Where programs are found that nobody named: in the folder itself.
export function findsProgramsInFolder(
  name: string,
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform === 'win32')
    return ['', ...(environment['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';')].some((end) => existsSync(join(folder, `${name}${end}`)));
  return (environment['PATH'] ?? '').split(delimiter).some((place) => !isAbsolute(place));
}

function allows(pattern: string, { exact }: NamedCommand): boolean {
  // Whoever allows everything need not be asked what that is.
  if (pattern.trim() === '*') return true;
  return exact !== undefined && matches(pattern, oneText(exact.words)) && covers(pattern.trim().split(/\s+/), exact);
}

// A space inside of a word is none between two.
function oneText(words: readonly string[]): string {
  return words.map((word) => word.replaceAll(/\s/g, '\0')).join(' ');
}

function covers(named: readonly string[], { words, isPiped, isAtRoot, hasInput }: ExactCommand): boolean {
  const [first = '', ...others] = named;
  const [program = '', ...args] = words;
  const isBare = !/[\\/]/.test(program);
  if (first !== program && !(isBare && first.includes('*') && matchesWildcard(first, program))) return false;
  if (!isBare && !isAbsolute(program) && !isAtRoot) return false;
  const name = (program.split(/[\\/]/).at(-1) ?? program).replace(/\.(?:exe|cmd|bat)$/i, '');
  const hasStar = named.some((word) => word.includes('*'));
  if ((isPiped || hasInput) && runsItsInput(name)) return false;
  if (hasStar && changesShell(name)) return false;
  if (hasStar && args.some((word) => isOtherCode(name, word) && !others.includes(word))) return false;
  if (!hasStar || !isLauncher(name) || args.length === 0) return true;
  // What it starts must be named too.
  return /^[A-Za-z_][\w.+-]*$/.test(args[0] ?? '') && others[0] === args[0] && covers(others, { words: args, isPiped, isAtRoot, hasInput });
}

function matches(pattern: string, text: string): boolean {
  return matchesWildcard(pattern.trim(), text) || (pattern.endsWith(' *') && text === pattern.slice(0, -2));
}
