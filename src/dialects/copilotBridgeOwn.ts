// Our own tools that the bridge for Copilot wishes for and has no words for: undo, several calls in one, debugging, remotes.
import { allTools } from '../tools/catalogue.ts';
import { type DialectTool, ownRow } from './dialect.ts';

const NAMES = [
  'undo',
  'redo',
  'list_changes',
  'batch',
  'stop_run',
  'write_terminal_input',
  'close_terminal',
  'git_push',
  'git_pull',
  'git_fetch',
  'set_breakpoint',
  'list_breakpoints',
  'remove_breakpoint',
  'set_exception_breakpoint',
  'start_debug_session',
  'debug_test',
  'list_debug_sessions',
  'get_debug_session_status',
  'stop_debug_session',
  'resume',
  'pause',
  'wait_for_pause',
  'step_over',
  'step_into',
  'step_out',
  'run_to_line',
  'get_stack_trace',
  'get_variables',
  'expand_variable',
  'set_variable',
  'evaluate',
  'add_watch',
  'remove_watch',
  'read_debug_output',
];

export const ownTools: readonly DialectTool[] = NAMES.flatMap((name) => {
  const tool = allTools.find((one) => one.name === name);
  return tool === undefined ? [] : [ownRow(tool)];
});
