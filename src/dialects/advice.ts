// What to do next, in the names of a dialect.
import { allTools } from '../tools/catalogue.ts';
import type { DialectTool } from './dialect.ts';

// Advice that names a tool names it as the dialect does; advice that needs a tool which it does not have is left out.
export function adviceIn(tools: readonly DialectTool[]): (advice: string) => string | undefined {
  const names = new Map(tools.map(({ tool, name }) => [tool, name]));
  return (advice) => {
    const ours = (advice.match(SNAKE) ?? []).filter((word) => OURS.has(word));
    return ours.every((name) => names.has(name)) ? advice.replace(SNAKE, (word) => names.get(word) ?? word) : undefined;
  };
}

const SNAKE = /\b[a-z]+(?:_[a-z]+)+\b/g;
const OURS: ReadonlySet<string> = new Set(allTools.map(({ name }) => name));
