// Hovers that do not begin with the signature: clangd's, which end with it, and rust-analyzer's, which begin with the module.
import type { Hover } from '../ide/doors/languages.ts';

type HoverText = Pick<Hover, 'signature' | 'documentation' | 'kind'>;

// Undefined when it has the usual shape.
export function unusualHover(text: string): HoverText | undefined {
  return clangdHover(text) ?? rustHover(text);
}

const FENCE = /```[^\n]*\n([\s\S]*?)\n?```/g;

// ### instance-method `area`, then what it returns and takes, the comment, and the declaration.
function clangdHover(text: string): HoverText | undefined {
  const [heading, word] = /^### ([a-z-]+) `.*`[^\n]*\n?/.exec(text) ?? [];
  if (heading === undefined || word === undefined) return undefined;
  const [declaration, code] = [...text.matchAll(FENCE)].at(-1) ?? [];
  const between = text.slice(heading.length).replace(declaration ?? '', '');
  const documentation = between
    .replace(/^---$/gm, '')
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '' && !IN_SIGNATURE.test(paragraph))
    .join('\n\n');
  const signature = (code ?? '').replace(/^\/\/ In [^\n]*\n/, '').trim();
  return { signature, documentation, ...kindNamed(word) };
}

const IN_SIGNATURE = /^(?:→ |Parameters:|- `|Type: |Size: |Offset: |Value = |Passed |provided by |Template Parameters:)/;

const KINDS: ReadonlyMap<string, string> = new Map([
  ['instance-method', 'method'],
  ['static-method', 'method'],
  ['conversion-function', 'method'],
  ['destructor', 'method'],
  ['static-property', 'field'],
  ['enumerator', 'enum member'],
  ['type-alias', 'type alias'],
  ['param', 'parameter'],
  ['template-type-parm', 'type parameter'],
  ['namespace-alias', 'namespace'],
]);

function kindNamed(word: string): { kind?: string } {
  if (word === 'unknown') return {};
  return { kind: KINDS.get(word) ?? word };
}

// The module in a block of its own, the declaration in the next, and behind rulers remarks about the type and the comment.
function rustHover(text: string): HoverText | undefined {
  const [head, code] = /^```rust\n[\w:<>]+\n```\s*```rust\n([\s\S]*?)\n?```/.exec(text) ?? [];
  if (head === undefined || code === undefined) return undefined;
  const documentation = text
    .slice(head.length)
    .split(/\n---\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !REMARK.test(part))
    .join('\n\n');
  return { signature: code.trim(), documentation };
}

const REMARK = /^(?:Implements notable traits: |Is (?:not )?dyn-compatible|(?:needs|no) Drop|size = |align = )/;
