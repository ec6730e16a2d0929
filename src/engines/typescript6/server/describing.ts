// What TypeScript says about a thing, as the Markdown that the protocol wants.

import type ts from 'typescript';
import type { Hover } from 'vscode-languageserver-protocol';
import type { NavigationPlace } from '../code/places.ts';
import type { Projects } from '../projects/projects.ts';

export function hover(projects: Projects, { path, offset }: NavigationPlace): Hover | null {
  const found = projects.of(path).service.getQuickInfoAtPosition(path, offset);
  if (found === undefined) return null;
  const signature = `\`\`\`typescript\n${textOf(found.displayParts)}\n\`\`\``;
  const documentation = documentationOf(found);
  return {
    contents: { kind: 'markdown', value: documentation === '' ? signature : `${signature}\n${documentation}` },
    range: projects.texts.lines(path).rangeOf(found.textSpan),
  };
}

export function documentationOf(found: { readonly documentation?: readonly ts.SymbolDisplayPart[]; readonly tags?: readonly ts.JSDocTagInfo[] }): string {
  return [textOf(found.documentation), ...(found.tags ?? []).map(tagText)].filter((text) => text !== '').join('\n\n');
}

export function textOf(parts: readonly ts.SymbolDisplayPart[] | undefined): string {
  return (parts ?? [])
    .map((part) => (part.kind === 'linkName' || part.kind === 'linkText' ? part.text.trim() : part.kind === 'link' ? '' : part.text))
    .join('');
}

// A tag about a name, such as a parameter, begins with that name.
function tagText({ name, text }: ts.JSDocTagInfo): string {
  const [first, ...rest] = text ?? [];
  if (first === undefined) return `*@${name}*`;
  if (name === 'example') return `*@${name}*\n${fenced(textOf(text))}`;
  if (first.kind !== 'parameterName' && first.kind !== 'typeParameterName') return `*@${name}* — ${textOf(text).trim()}`;
  return `*@${name}* \`${first.text}\` — ${textOf(rest)
    .replace(/^[\s-]+/, '')
    .trim()}`;
}

function fenced(text: string): string {
  return text.includes('```') ? text : `\`\`\`typescript\n${text.trim()}\n\`\`\``;
}
