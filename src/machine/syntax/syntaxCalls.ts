// Which names are called in a text, by its syntax alone.
import { z } from 'zod';
import type { Range, TextSnapshot } from '../../ide/text.ts';
import type { Processes } from '../processes/processes.ts';
import { AS_LISTED, AstNode, rangeOf, runAstGrep } from './astGrep.ts';
import { NAME, type NodeRule } from './declarationRow.ts';
import type { OutlineGrammar } from './declarations/languages.ts';

const name = (kind: string): NodeRule => ({ kind, pattern: NAME });
const last = (kind: string, field: string): NodeRule => ({ kind, has: { field, pattern: NAME } });

// A call node, with the field that says what is called and the forms that this can have: total, cart.total, shop::total.
const C_CALL = { node: 'call_expression', field: 'function', forms: [name('identifier'), last('field_expression', 'field')] };
const CPP_NAMES = [name('identifier'), last('template_function', 'name')];
const CPP_CALL = {
  ...C_CALL,
  forms: [
    ...C_CALL.forms,
    last('template_function', 'name'),
    {
      kind: 'qualified_identifier',
      has: { field: 'name', any: [...CPP_NAMES, { kind: 'qualified_identifier', has: { field: 'name', any: CPP_NAMES } }] },
    },
  ],
};
const JAVASCRIPT_CALL = { node: 'call_expression', field: 'function', forms: [name('identifier'), last('member_expression', 'property')] };
const GO_CALL = { node: 'call_expression', field: 'function', forms: [name('identifier'), last('selector_expression', 'field')] };
const RUST_CALL = {
  node: 'call_expression',
  field: 'function',
  forms: [name('identifier'), last('field_expression', 'field'), last('scoped_identifier', 'name')],
};
const PYTHON_CALL = { node: 'call', field: 'function', forms: [name('identifier'), last('attribute', 'attribute')] };

const CALLS: Readonly<Record<string, { node: string; field: string; forms: readonly NodeRule[] }>> = {
  c: C_CALL,
  cpp: CPP_CALL,
  ts: JAVASCRIPT_CALL,
  tsx: JAVASCRIPT_CALL,
  js: JAVASCRIPT_CALL,
  go: GO_CALL,
  rust: RUST_CALL,
  python: PYTHON_CALL,
};

// In the order of the text. Empty for a language whose calls we have no rule for.
export async function callsInText(processes: Processes, { grammar }: OutlineGrammar, { text }: TextSnapshot, signal: AbortSignal): Promise<readonly Range[]> {
  const call = CALLS[grammar];
  if (call === undefined) return [];
  const rule = { kind: call.node, has: { field: call.field, any: call.forms } };
  const rules = JSON.stringify({ id: 'call', language: grammar, rule });
  const { stdout } = await runAstGrep(processes, ['scan', `--inline-rules=${rules}`, ...AS_LISTED, '--stdin'], signal, text);
  const found = stdout.split('\n').flatMap((row) => (row === '' ? [] : rangeOfName(Match.parse(JSON.parse(row)))));
  return found.sort((a, b) => a.start.line - b.start.line || a.start.character - b.start.character);
}

const Match = AstNode.extend({ lines: z.string(), metaVariables: z.object({ single: z.record(z.string(), AstNode) }).optional() });

function rangeOfName({ range, lines, metaVariables }: z.infer<typeof Match>): Range[] {
  const node = metaVariables?.single['NAME'];
  return node === undefined ? [] : [rangeOf(node, lines.split('\n')[node.range.start.line - range.start.line] ?? '')];
}
