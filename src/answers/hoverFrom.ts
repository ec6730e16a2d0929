// The signature and the documentation in the Markdown that an engine shows over a symbol.
import type { Hover } from '../ide/doors/languages.ts';
import type { Range } from '../ide/text.ts';

export function hoverFrom(parts: readonly string[], range?: Range): Hover | undefined {
  const text = parts.join('\n\n').trim();
  if (text === '') return undefined;
  // Engines put the signature into the first fenced block and the documentation after it.
  const fenced = /^```[^\n]*\n([\s\S]*?)\n?```[ \t]*(?:\n|$)/.exec(text);
  const signature = fenced?.[1] ?? text.split('\n\n')[0] ?? '';
  const documentation = text.slice(fenced?.[0].length ?? signature.length).replace(/^(?:\s*---\s*\n)?\s*/, '');
  return { signature: signature.trim(), documentation: plainMarkdown(documentation).trim(), ...(range && { range }) };
}

// basedpyright indents with entities, breaks lines with two spaces and escapes the marks in names, which a browser needs and a model pays for.
export function plainMarkdown(text: string): string {
  return text
    .replaceAll('&nbsp;', ' ')
    .replace(/[ \t]+$/gm, '')
    .replace(CODE_OR_ESCAPE, (whole: string, mark: string | undefined) => mark ?? whole);
}

// In code a backslash is itself.
const CODE_OR_ESCAPE = /```[\s\S]*?```|`[^`\n]*`|\\([_*])/g;
