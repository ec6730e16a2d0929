// The sentences that make an agent use its IDE.

// Agents are trained to reach for grep and print statements; said so plainly, they do not.
export const RULE = `IMPORTANT: This project has an IDE for you: the MCP server binnacle. Prefer its tools to text search and shell commands.
- To understand code use find_definition, find_references and call_hierarchy, not grep: they know what a name means.
- To change names, signatures and files use rename_symbol, change_signature, move_symbol and rename_file, not search and replace.
- After an edit look at get_diagnostics, and run the tests with run_tests.
- When debugging use set_breakpoint, start_debug_session or debug_test, and evaluate, not print statements.
- An answer with complete: false is not whole: do not delete or rename because of it.`;
