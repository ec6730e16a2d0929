// What a settings file of VS Code says: JSON with comments, of which a broken one says nothing that could be relied on.
import { type Node, type ParseError, parse, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isRecord } from '../base/isRecord.ts';

export interface SettingsFile {
  readonly members: Readonly<Record<string, unknown>>;
  // Why it cannot be understood, or not as it looks.
  readonly problem?: string;
}

export function readSettingsFile(text: string): SettingsFile {
  if (text.trim() === '') return { members: {} };
  const errors: ParseError[] = [];
  const read: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) return { members: {}, problem: `${printParseErrorCode(error.error)} at character ${error.offset + 1}` };
  if (!isRecord(read)) return { members: {}, problem: 'it is no JSON object' };
  // What stands under this name is inherited: some readers see it, others do not.
  if (hasName(parseTree(text, [], { allowTrailingComma: true }), '__proto__')) return { members: {}, problem: 'it has a member named __proto__' };
  return { members: read };
}

function hasName(node: Node | undefined, name: string): boolean {
  if (node === undefined) return false;
  if (node.type === 'property' && node.children?.[0]?.value === name) return true;
  return (node.children ?? []).some((child) => hasName(child, name));
}
