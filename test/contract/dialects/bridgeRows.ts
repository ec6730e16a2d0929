// Which tools of the Copilot bridge are tried in which file of tests: each is in one of them.
import { copilotBridge } from '../../../src/dialects/copilotBridge.ts';

// What is asked of the tools that run something, in one file of tests; everything else is in the other.
const RUNNING =
  'list_tests run_tests get_test_results get_coverage run_configuration create_run_configuration edit_run_configuration read_run_output stop_run run_in_terminal list_terminals ' +
  'read_terminal_output write_terminal_input close_terminal http_request read_ide_log get_notifications git_push git_pull git_fetch set_breakpoint list_breakpoints ' +
  'remove_breakpoint set_exception_breakpoint start_debug_session debug_test list_debug_sessions get_debug_session_status stop_debug_session resume pause wait_for_pause ' +
  'step_over step_into step_out run_to_line get_stack_trace get_variables expand_variable set_variable evaluate add_watch remove_watch read_debug_output';
export const RUNNING_TOOLS: readonly string[] = RUNNING.split(' ');
export const OTHER_TOOLS: readonly string[] = copilotBridge.tools.map(({ name }) => name).filter((name) => !RUNNING_TOOLS.includes(name));

const SOURCES = 'It names folders, whose paths the disk limits.';
// Of the others, what has nothing that could be long, and why.
export const SHORT = {
  http: { download_sources: SOURCES },
  stdio: {
    download_sources: SOURCES,
    list_run_configurations: 'Its text names them, which is all that a line needs; what they run is in the rows that HTTP has beside it.',
  },
} as const;
