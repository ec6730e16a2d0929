// What servers answer about completions, in the words of the port: plain text instead of snippets, signatures out of documentation.
import { z } from 'zod';
import { completionKind } from '../../../../answers/completionKinds.ts';
import { range } from '../../../../answers/engineAnswers.ts';
import { plainMarkdown } from '../../../../answers/hoverFrom.ts';
import { withoutPlaceholders } from '../../../../answers/withoutPlaceholders.ts';
import type { Completion } from '../../../../ide/completions.ts';
import type { Range } from '../../../../ide/text.ts';

const textEdit = z.object({ range, newText: z.string() });
const insertReplaceEdit = z.object({ insert: range, replace: range, newText: z.string() });

// Loose, because a server wants back in completionItem/resolve exactly what it gave.
const item = z.looseObject({
  label: z.string(),
  labelDetails: z.object({ detail: z.string().nullish(), description: z.string().nullish() }).nullish(),
  kind: z.number().nullish(),
  tags: z.array(z.number()).nullish(),
  deprecated: z.boolean().nullish(),
  detail: z.string().nullish(),
  documentation: z.union([z.string(), z.object({ value: z.string() })]).nullish(),
  sortText: z.string().nullish(),
  filterText: z.string().nullish(),
  insertText: z.string().nullish(),
  insertTextFormat: z.number().nullish(),
  textEdit: z.union([textEdit, insertReplaceEdit]).nullish(),
  additionalTextEdits: z.array(textEdit).nullish(),
});
export type ProtocolCompletion = z.output<typeof item>;

const defaults = z.object({ editRange: z.union([range, z.object({ insert: range, replace: range })]).nullish() });
const list = z.object({ isIncomplete: z.boolean(), items: z.array(item), itemDefaults: defaults.nullish() });
const answered = z.union([z.array(item), list, z.null()]);

export interface ProtocolCompletions {
  readonly items: readonly ProtocolCompletion[];
  // The server would say more, or something else, about a longer beginning.
  readonly isIncomplete: boolean;
  readonly range: Range | undefined;
}

export function completionsOf(answer: unknown): ProtocolCompletions {
  const found = answered.parse(answer);
  if (found === null || Array.isArray(found)) return { items: found ?? [], isIncomplete: false, range: undefined };
  const whole = found.itemDefaults?.editRange ?? undefined;
  return { items: found.items, isIncomplete: found.isIncomplete, range: whole === undefined || 'start' in whole ? whole : whole.insert };
}

export function resolvedCompletionOf(answer: unknown): ProtocolCompletion {
  return item.parse(answer);
}

// `fallback` is what it replaces when the server does not say.
export function completionFrom(found: ProtocolCompletion, fallback: Range): Completion {
  // clangd puts a bullet or a space before the label, which says whether it would insert an include.
  const label = found.label.replace(/^[\s•]+/u, '');
  const edit = found.textEdit ?? undefined;
  const text = edit?.newText ?? found.insertText ?? label;
  const { signature, documentation } = explained(found, label);
  const source = found.labelDetails?.description ?? undefined;
  return {
    label,
    kind: completionKind(found.kind ?? 1),
    text: found.insertTextFormat === SNIPPET ? withoutPlaceholders(text) : text,
    range: edit === undefined ? fallback : 'range' in edit ? edit.range : edit.insert,
    ...(found.filterText != null && found.filterText !== '' && { filter: found.filterText }),
    ...(found.sortText != null && found.sortText !== '' && { sort: found.sortText }),
    ...(signature !== '' && { detail: signature }),
    ...(documentation !== '' && { documentation }),
    ...((found.deprecated === true || found.tags?.includes(DEPRECATED)) && { deprecated: true }),
    ...(source !== undefined && source !== '' && { source }),
    ...(found.additionalTextEdits != null && found.additionalTextEdits.length > 0 && { additionalEdits: found.additionalTextEdits }),
  };
}

const SNIPPET = 2;
const DEPRECATED = 1;

function explained(found: ProtocolCompletion, label: string): { signature: string; documentation: string } {
  const given = found.documentation ?? '';
  const text = plainMarkdown(typeof given === 'string' ? given : given.value)
    // Icons that say which browsers know a CSS property, a thousand characters each.
    .replace(/!\[[^\]]*\]\(data:[^)]*\)\s*/g, '')
    .trim();
  const parts = [found.labelDetails?.detail ?? '', SAYS_NOTHING.test(found.detail ?? '') ? '' : (found.detail ?? '')];
  const described = parts[0] === '' ? (parts[1] ?? '') : `${label}${parts[0]}${parts[1] === '' ? '' : `: ${parts[1]}`}`;
  // basedpyright writes the signature into the documentation, in front of a rule.
  const fenced = /^```[^\n]*\n([\s\S]*?)\n?```[ \t]*(?:\n\s*---\s*(?:\n|$)|$)/.exec(text);
  if (fenced === null) return { signature: described.trim(), documentation: text };
  return { signature: (described || (fenced[1] ?? '')).trim(), documentation: text.slice(fenced[0].length).trim() };
}

// basedpyright's detail of everything that it would import; the module stands beside it.
const SAYS_NOTHING = /^Auto-import$/;
