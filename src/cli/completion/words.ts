// Every word that may follow every other on our command line, read from the commands themselves, so that a completion never names what is not there.
import type { Command } from 'commander';

// What a value is, for a shell that completes it.
export type Values = readonly string[] | 'folders' | 'anything';

export interface OptionWords {
  readonly flags: readonly string[];
  readonly about: string;
  // Undefined where it takes no value.
  readonly values: Values | undefined;
}

export interface CommandWords {
  // Empty for the program itself.
  readonly path: readonly string[];
  readonly about: string;
  readonly commands: readonly CommandWords[];
  readonly options: readonly OptionWords[];
  // In order; the last one may repeat.
  readonly operands: readonly Values[];
}

// known: the values of operands and options by the name between their brackets.
export function wordsOf(command: Command, known: Readonly<Record<string, readonly string[]>>, path: readonly string[] = []): CommandWords {
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ long, short, description, argChoices, required, optional, flags }) => ({
      flags: [long, short].filter((flag) => flag !== undefined && flag !== null),
      about: description,
      values: required || optional ? valuesOf(/[<[]([^\]>]+)[\]>]/.exec(flags)?.[1] ?? '', argChoices, known) : undefined,
    }));
  return {
    path,
    about: command.description(),
    commands: command.commands.map((each) => wordsOf(each, known, [...path, each.name()])),
    options: [...options, { flags: ['--help'], about: 'show help', values: undefined }],
    operands: command.registeredArguments.map((argument) => valuesOf(argument.name(), argument.argChoices, known)),
  };
}

// The program and all commands, each after those above it.
export function flattened(words: CommandWords): readonly CommandWords[] {
  return [words, ...words.commands.flatMap(flattened)];
}

function valuesOf(name: string, choices: readonly string[] | undefined, known: Readonly<Record<string, readonly string[]>>): Values {
  const bare = name.replace(/\.\.\.$/, '');
  if (choices !== undefined) return choices;
  if (bare === 'folder') return 'folders';
  return known[bare] ?? 'anything';
}
