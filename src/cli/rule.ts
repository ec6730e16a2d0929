// binnacle rule: the sentences that make an agent use its IDE, and the file in which each agent looks for them.
import { agents } from './agents.ts';
import { knownAgent } from './install.ts';
import { columns, remark, say } from './screen.ts';

// Agents are trained to reach for grep and print statements; said so plainly, they do not.
export const RULE = `IMPORTANT: This project has an IDE for you: the MCP server binnacle. Prefer its tools to text search and shell commands.
- To understand code use find_definition, find_references and call_hierarchy, not grep: they know what a name means.
- To change names, signatures and files use rename_symbol, change_signature, move_symbol and rename_file, not search and replace.
- After an edit look at get_diagnostics, and run the tests with run_tests.
- When debugging use set_breakpoint, start_debug_session or debug_test, and evaluate, not print statements.
- An answer with complete: false is not whole: do not delete or rename because of it.`;

// The rule alone on stdout, so that it can be appended to a file.
export function printRule(id: string | undefined): void {
  const chosen = id === undefined ? undefined : knownAgent(id);
  say(RULE);
  remark(
    chosen === undefined
      ? `\nWhere agents look for it:\n${columns(agents.map(({ title, rules }) => [title, rules]))}`
      : `\n${chosen.title} looks for it in ${chosen.rules}.`,
  );
}
