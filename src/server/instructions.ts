// The usage rules that an agent reads when it connects: which tool to use instead of grep, and when.
import type { Dialect } from '../dialects/dialect.ts';
import type { Catalogue } from '../tools/catalogue.ts';

export function usageRules(catalogue: Catalogue): string {
  const rules = RULES.filter(({ tools }) => tools.every((tool) => catalogue.find(tool) !== undefined)).map(({ rule }) => `- ${rule}`);
  return [INTRODUCTION, ...rules].join('\n');
}

// The rules of a dialect, numbered as its own server numbers them; undefined where there are none to say.
export function rulesOfDialect({ rules }: Dialect, listed: readonly string[]): string | undefined {
  const said = rules?.rules.filter(({ tools }) => tools.every((tool) => listed.includes(tool))) ?? [];
  return said.length === 0 ? undefined : [rules?.heading, ...said.map(({ rule }, index) => `${index + 1}. ${rule}`)].join('\n');
}

const INTRODUCTION =
  'Binnacle is an IDE: its answers come from language servers and see files as they are on disk now, so prefer it to text search for questions about code.';

// A rule is said only when every tool that it names exists.
const RULES: readonly { tools: readonly string[]; rule: string }[] = [
  { tools: ['find_references'], rule: 'Who uses this? find_references, before you change or delete anything; not grep.' },
  { tools: ['find_definition', 'inspect_symbol'], rule: 'Where or what is this? find_definition; inspect_symbol for type and docs.' },
  { tools: ['search_symbols'], rule: 'You know only a name: search_symbols.' },
  { tools: ['search_text', 'search_structure'], rule: 'Text, comments or strings: search_text. Code of a certain shape: search_structure.' },
  { tools: ['get_file_outline'], rule: 'A long file: get_file_outline first, then read the lines you need.' },
  { tools: ['get_diagnostics'], rule: 'After each edit: get_diagnostics on the files you changed.' },
  {
    tools: ['find_references'],
    rule: 'Point at a symbol by file+line+name, by a name path such as Cart/total, or by file+snippet with <<name>>; columns are optional.',
  },
  { tools: ['index_status'], rule: '"complete": false means that more may exist: read "why", then ask again or look at index_status.' },
  { tools: ['list_projects'], rule: 'Several projects open: pass project_path; list_projects names them.' },
  { tools: [], rule: 'An error says in "next" what to do.' },
];
