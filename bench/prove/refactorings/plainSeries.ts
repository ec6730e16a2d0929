// Renames, moves, other signatures, extractions and inlinings in a project of Python, Go or C++, chosen by chance.
import { readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { symbolOf } from '../../answers.ts';
import type { Target } from '../../bareEngine.ts';
import type { Corpus } from '../../corpus.ts';
import { type Chance, chanceFrom } from '../random.ts';
import type { PlainFunction, PlainLanguage } from './plainTargets.ts';
import type { Attempt, Series } from './series.ts';
import { oneOf } from './typescriptSeries.ts';

export interface PlainContext {
  readonly corpus: Corpus;
  readonly language: PlainLanguage;
  readonly seed: number;
}

export function renames(targets: readonly Target[], wanted: number): Series {
  let count = 0;
  return {
    what: 'renames',
    wanted,
    async next(): Promise<Attempt | undefined> {
      const target = targets[count++];
      const newName = `${target?.name}Fresh${count}`;
      return (
        target && {
          what: `${target.name} at ${target.file}:${target.line}:${target.column} becomes ${newName}`,
          tool: 'rename_symbol',
          input: { ...symbolOf(target), new_name: newName, public_name: 'rename' },
          words: [target.name, newName],
          // A function that is passed as a value must fit by its parameters' names too.
          mayTellErrors: true,
          asBefore: (error) => error.replaceAll(newName, target.name),
        }
      );
    },
  };
}

export function fileMoves({ corpus, language, seed }: PlainContext, wanted: number): Series {
  const chance = chanceFrom(seed + 1);
  const packages = language === 'python' ? smallPackages(corpus.files) : [];
  let count = 0;
  return {
    what: 'new names and folders of files',
    wanted,
    async next(): Promise<Attempt> {
      const isPackage = ++count % PACKAGE_EVERY === 0 && packages.length > 0;
      const from = oneOf(isPackage ? packages : corpus.files, chance);
      const ending = isPackage ? '' : posix.extname(from);
      const added = `_fresh${count}`;
      const folder = isPackage || count % 2 === 0 ? dirname(oneOf(corpus.files, chance)) : dirname(from);
      const to = `${folder}/${posix.basename(from, ending)}${added}${ending}`;
      return {
        what: `${from} becomes ${to}`,
        tool: 'rename_file',
        input: { file: from, new_file: to },
        words: [from, to].map((file) => posix.basename(file, ending)),
        asBefore: (error) => error.replaceAll(to, from).replaceAll(added, ''),
      };
    },
  };
}

const PACKAGE_EVERY = 5;
const MOST_MODULES = 8;

// With more than one module besides what stands for the package, so that they import each other.
function smallPackages(files: readonly string[]): readonly string[] {
  const count = (folder: string) => files.filter((file) => file.startsWith(`${folder}/`)).length;
  return [...new Set(files.map((file) => dirname(file)))].filter((folder) => folder !== '.' && count(folder) > 1 && count(folder) <= MOST_MODULES);
}

// To a new file beside, and to one that is there; in Go one of the same package.
export function symbolMoves({ corpus, language, seed }: PlainContext, targets: readonly Target[], wanted: number): Series {
  const chance = chanceFrom(seed + 5);
  let count = 0;
  return {
    what: 'moves of declarations',
    wanted,
    async next(): Promise<Attempt | undefined> {
      const target = targets[count++];
      if (target === undefined) return undefined;
      const folder = dirname(target.file);
      const ending = posix.extname(target.file);
      const others = corpus.files.filter((file) => file !== target.file && (language !== 'go' || isBeside(file, target.file)));
      const to = count % 2 === 0 && others.length > 0 ? oneOf(others, chance) : `${folder}/fresh${count}${ending}`;
      return {
        what: `${target.name} of ${target.file}:${target.line} goes to ${to}`,
        tool: 'move_symbol',
        input: { ...symbolOf(target), to_file: to },
        words: [target.name],
        asBefore: (error) => error.replace(to, target.file),
      };
    },
  };
}

// A test of the package may be of a package of its own.
function isBeside(file: string, other: string): boolean {
  return dirname(file) === dirname(other) && !file.endsWith('_test.go') && !other.endsWith('_test.go');
}

const ADDED: Readonly<Record<PlainLanguage, { readonly type?: string; readonly value: string }>> = {
  python: { value: '0' },
  go: { type: 'int', value: '0' },
  cpp: { type: 'int', value: '0' },
};

// One parameter more, another name, another order, one less; which of them a function can bear is the tool's to say.
export function signatures({ language, seed }: PlainContext, functions: readonly PlainFunction[], wanted: number): Series {
  const chance = chanceFrom(seed + 6);
  let count = 0;
  return {
    what: 'other signatures',
    wanted,
    async next(): Promise<Attempt | undefined> {
      const declared = functions[count++];
      if (declared === undefined) return undefined;
      const kept = declared.parameters.map((name) => ({ name }));
      const [first, ...rest] = kept;
      const plain = kept.every(({ name }) => /^\w+$/.test(name));
      const changes = [
        ...(plain ? [[...kept, { name: `fresh${count}`, ...ADDED[language] }]] : [[{ name: `fresh${count}`, ...ADDED[language] }, ...kept]]),
        ...(first === undefined || !plain ? [] : [[{ name: `${first.name}Fresh${count}`, from: first.name }, ...rest], kept.slice(0, -1)]),
        ...(kept.length < 2 || !plain ? [] : [kept.toReversed()]),
      ];
      const changed = oneOf(changes, chance);
      return {
        what: `${declared.name}(${declared.parameters.join(', ')}) at ${declared.file}:${declared.line} becomes (${changed.map(({ name }) => name).join(', ')})`,
        tool: 'change_signature',
        input: { ...symbolOf(declared), parameters: changed },
        words: [declared.name],
      };
    },
  };
}

const RETURNED: Readonly<Record<PlainLanguage, RegExp>> = {
  python: /^\s+return (.+)$/,
  go: /^\t+return ([^,]+)$/,
  cpp: /^\s+return (.+);$/,
};
const STATEMENT: Readonly<Record<PlainLanguage, RegExp>> = {
  python: /^ {4,}((?:[\w.]+ [-+]?= |[\w.]+\()(?!.*\b(?:yield|await)\b).+)$/,
  go: /^\t+((?:[\w.]+ [-+:]?= |[\w.]+\().+)$/,
  cpp: /^ {2,}((?:[\w.>-]+ [-+]?= |[\w.>-]+\().+;)$/,
};
const VARIABLE: Readonly<Record<PlainLanguage, RegExp>> = {
  python: /^ {4,}()(\w+) = .+$/,
  go: /^(\t+)(\w+) := .+$/,
  cpp: /^(\s*(?:static )?const(?:expr)? \w+ )(\w+) = .+;$/,
};

// A value that is returned gets a name; one or two statements become a function.
export function extractions({ corpus, language, seed }: PlainContext, wanted: number): Series {
  const chance = chanceFrom(seed + 7);
  let count = 0;
  return {
    what: 'extractions',
    wanted,
    async next(): Promise<Attempt | undefined> {
      const isFunction = ++count % 2 === 0;
      const { file, line, lines, begin, end } = await lineWith((isFunction ? STATEMENT : RETURNED)[language], corpus, chance);
      const indent = lines[line]?.slice(0, begin);
      const next = lines[line + 1] ?? '';
      const isLonger = isFunction && next.slice(0, begin) === indent && STATEMENT[language].test(next) && isBalanced(next) && chance(2) === 0;
      return {
        what: `${isFunction ? 'statements' : 'an expression'} at ${file}:${line + 1}:${begin + 1}`,
        tool: isFunction ? 'extract_function' : 'extract_variable',
        input: {
          ...{ file, start_line: line + 1, start_column: begin + 1, name: `fresh${count}` },
          ...(isLonger ? { end_line: line + 2, end_column: next.length + 1 } : { end_line: line + 1, end_column: end + 1 }),
        },
      };
    },
  };
}

export function inlinings({ corpus, language, seed }: PlainContext, wanted: number): Series {
  const chance = chanceFrom(seed + 8);
  return {
    what: 'inlined variables',
    wanted,
    async next(): Promise<Attempt | undefined> {
      const { file, line, lines, begin } = await lineWith(VARIABLE[language], corpus, chance);
      const name = /^\w+/.exec(lines[line]?.slice(begin) ?? '')?.[0] ?? '';
      return {
        what: `${name} at ${file}:${line + 1}:${begin + 1}`,
        tool: 'inline_symbol',
        input: symbolOf({ file, name, line: line + 1, column: begin + 1 }),
      };
    },
  };
}

interface Chosen {
  readonly file: string;
  // From 0.
  readonly line: number;
  readonly lines: readonly string[];
  readonly begin: number;
  readonly end: number;
}

async function lineWith(pattern: RegExp, corpus: Corpus, chance: Chance): Promise<Chosen> {
  const placed = new RegExp(pattern, 'd');
  for (;;) {
    const file = oneOf(corpus.files, chance);
    const lines = (await readFile(join(corpus.folder, file), 'utf8')).split(/\r?\n/);
    const fitting = lines.flatMap((text, line) => {
      const place = isBalanced(text) ? placed.exec(text)?.indices : undefined;
      const [begin, end] = place?.[2] ?? place?.[1] ?? [];
      return begin === undefined || end === undefined ? [] : [{ file, line, lines, begin, end }];
    });
    if (fitting.length > 0) return oneOf(fitting, chance);
  }
}

// No bracket or string of it goes on in another line.
function isBalanced(text: string): boolean {
  const plain = text.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, 'x');
  const counted = (characters: string) => [...plain].filter((character) => characters.includes(character)).length;
  return !/['"`#\\]|\/[/*]/.test(plain) && counted('([{') === counted(')]}') && !/[({[,]$/.test(text.trimEnd());
}
