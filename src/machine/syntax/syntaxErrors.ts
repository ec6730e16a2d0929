// Where texts cannot be read by the grammar of their language, as far as a grammar can say that without the language's own parser.
import { groupBy } from '../../base/groupBy.ts';
import type { TextToRead } from '../../ide/doors/search.ts';
import { engineFailed } from '../../ide/errors/errors.ts';
import type { Position } from '../../ide/text.ts';
import { languageIdOf } from '../files/languageIds.ts';
import type { Processes } from '../processes/processes.ts';
import { AS_LISTED, AstNode, rangeOf, runAstGrep } from './astGrep.ts';
import { grammarOfText } from './syntaxOutlines.ts';

// One run reads so much text: many files of a large rename cost little more than one.
const TEXT_AT_ONCE = 1024 * 1024;

export async function syntaxErrorsIn(
  processes: Processes,
  texts: readonly TextToRead[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly Position[]>> {
  const found = new Map<string, readonly Position[]>();
  for (const [grammar, own] of groupBy(texts, grammarNameOf)) {
    if (grammar === '') continue;
    for (const chunk of chunksOf(own)) {
      // Together first: an error there may come from the joining, or be reported at another file's place, so each is read again by itself.
      const isClean = chunk.length > 1 && (await errorsIn(processes, grammar, chunk.map(({ text }) => `${text}\n`).join(''), signal)).length === 0;
      for (const { uri, text } of isClean ? [] : chunk) {
        const errors = await errorsIn(processes, grammar, text, signal);
        if (errors.length > 0) found.set(uri, errors);
      }
    }
  }
  return found;
}

function grammarNameOf({ uri, text }: TextToRead): string {
  return grammarOfText(languageIdOf(uri), { uri, text })?.grammar ?? '';
}

function chunksOf(texts: readonly TextToRead[]): readonly (readonly TextToRead[])[] {
  const chunks: TextToRead[][] = [];
  let length = TEXT_AT_ONCE;
  for (const one of texts) {
    length += one.text.length;
    if (length <= TEXT_AT_ONCE) chunks.at(-1)?.push(one);
    else {
      chunks.push([one]);
      length = one.text.length;
    }
  }
  return chunks;
}

async function errorsIn(processes: Processes, grammar: string, text: string, signal: AbortSignal): Promise<readonly Position[]> {
  const rule = { id: 'error', language: grammar, rule: { any: [{ kind: 'ERROR' }, ...unfinished(grammar)] } };
  const { stdout, stderr, code } = await runAstGrep(processes, ['scan', `--inline-rules=${JSON.stringify(rule)}`, ...AS_LISTED, '--stdin'], signal, text);
  if (code !== 0 && code !== 1) throw engineFailed('tree-sitter', stderr.trim() || 'it said nothing');
  const lines = text.split('\n');
  return stdout
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => AstNode.parse(JSON.parse(row)))
    .map((node) => rangeOf(node, lines[node.range.start.line] ?? '').start)
    .toSorted((a, b) => a.line - b.line || a.character - b.character);
}

// Tree-sitter closes a bracket by itself where that is all that lacks, and calls it no error.
function unfinished(grammar: string): readonly object[] {
  const rows = UNFINISHED[grammar] ?? [];
  return rows.flatMap(([end, kinds]) => kinds.map((kind) => ({ kind, not: { has: { regex: end } } })));
}

// What nodes of these kinds have in them, as a regular expression.
type Closed = readonly [end: string, kinds: readonly string[]];

const SCRIPT: readonly Closed[] = [
  ['^\\}$', ['statement_block', 'class_body', 'object', 'named_imports', 'export_clause', 'switch_body']],
  ['^\\)$', ['arguments', 'formal_parameters', 'parenthesized_expression']],
  ['^\\]$', ['array']],
];
const TYPED: readonly Closed[] = [...SCRIPT, ['^\\}$', ['enum_body', 'interface_body']], ['^>$', ['type_arguments', 'type_parameters']]];

const UNFINISHED: Readonly<Record<string, readonly Closed[]>> = {
  js: SCRIPT,
  ts: TYPED,
  tsx: TYPED,
  python: [
    ['^\\)$', ['argument_list', 'parameters', 'tuple', 'parenthesized_expression']],
    ['^\\]$', ['list', 'subscript']],
    ['^\\}$', ['dictionary', 'set']],
    // What stands behind a colon.
    ['\\S', ['block']],
  ],
  go: [
    ['^\\}$', ['block', 'literal_value', 'field_declaration_list']],
    ['^\\)$', ['argument_list', 'parameter_list']],
  ],
  rust: [
    ['^\\}$', ['block', 'declaration_list', 'field_declaration_list', 'match_block']],
    ['^\\)$', ['arguments', 'parameters']],
  ],
  java: [
    ['^\\}$', ['block', 'class_body', 'interface_body']],
    ['^\\)$', ['argument_list', 'formal_parameters']],
  ],
  c: [
    ['^\\}$', ['compound_statement', 'field_declaration_list']],
    ['^\\)$', ['argument_list', 'parameter_list']],
  ],
  cpp: [
    ['^\\}$', ['compound_statement', 'field_declaration_list']],
    ['^\\)$', ['argument_list', 'parameter_list']],
  ],
};
