// What to do next, in the names of a dialect.
import type { IdeError } from '../ide/errors/errors.ts';
import { allTools } from '../tools/catalogue.ts';
import type { DialectTool } from './dialect.ts';

// A dialect's own advice, by the code of the error.
export interface OwnAdvice {
  // Where ours names arguments that the dialect does not have.
  readonly instead: Readonly<Record<string, string>>;
  // Where ours names tools that the dialect does not have.
  readonly otherwise: Readonly<Record<string, string>>;
}

// Advice that names a tool names it as the dialect does; advice that needs a tool which it does not have is left out.
export function adviceIn(tools: readonly DialectTool[], own: OwnAdvice = { instead: {}, otherwise: {} }): (error: IdeError) => string | undefined {
  const inDialect = wordsIn(tools);
  return ({ code, next, details }) => {
    // Candidates are advice in any dialect.
    const instead = details['candidates'] === undefined ? own.instead[code] : undefined;
    return instead ?? inDialect(next) ?? own.otherwise[code];
  };
}

// The sentences of a note that a client of the dialect can follow.
export function notesIn(tools: readonly DialectTool[]): (note: string) => string | undefined {
  const inDialect = wordsIn(tools);
  return (note) => {
    const sentences = note.split(/(?<=[.!?]) (?=[A-Z])/).flatMap((sentence) => inDialect(sentence) ?? []);
    return sentences.length === 0 ? undefined : sentences.join(' ');
  };
}

// Undefined where a tool is named that the dialect does not have.
function wordsIn(tools: readonly DialectTool[]): (text: string) => string | undefined {
  const names = new Map(tools.map(({ tool, name }) => [tool, name]));
  return (text) => {
    const ours = (text.match(SNAKE) ?? []).filter((word) => OURS.has(word));
    return ours.every((name) => names.has(name)) ? text.replace(SNAKE, (word) => names.get(word) ?? word) : undefined;
  };
}

const SNAKE = /\b[a-z]+(?:_[a-z]+)+\b/g;
const OURS: ReadonlySet<string> = new Set(allTools.map(({ name }) => name));
