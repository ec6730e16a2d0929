// What a reference in a shell script does with its symbol.
import { lineBefore } from '../surroundingTokens.ts';
import type { Usage } from './usage.ts';

export function usageInShell(text: string, start: number, end: number): Usage {
  const line = lineBefore(text, start);
  const after = text.slice(end, end + 40);
  if (/^\s*#/.test(line)) return 'comment';
  if (/\bfunction\s+$/.test(line) || /^\s*\(\s*\)/.test(after)) return 'declaration';
  if (/\b(?:local|declare|export|readonly|typeset)\s+(?:-\w+\s+)*$/.test(line)) return 'declaration';
  if (/^\+?=/.test(after) || /\b(?:read|unset)\s+(?:-\w+\s+)*$/.test(line)) return 'write';
  // A command stands first on its line, or behind what begins another one.
  if (/(?:^|[;&|(`{!]|\b(?:then|else|do|if|while|until|elif|time))\s*$/.test(line)) return 'call';
  return 'read';
}
