// The tools that see a program run.
import type { Tool } from '../tool.ts';
import { addWatch } from './add_watch.ts';
import { attachDebugger } from './attach_debugger.ts';
import { debugTest } from './debug_test.ts';
import { evaluate } from './evaluate.ts';
import { expandVariable } from './expand_variable.ts';
import { getDebugSessionStatus } from './get_debug_session_status.ts';
import { getSourceContext } from './get_source_context.ts';
import { getStackTrace } from './get_stack_trace.ts';
import { getVariables } from './get_variables.ts';
import { listBreakpoints } from './list_breakpoints.ts';
import { listDebugSessions } from './list_debug_sessions.ts';
import { listThreads } from './list_threads.ts';
import { pause } from './pause.ts';
import { readDebugOutput } from './read_debug_output.ts';
import { removeBreakpoint } from './remove_breakpoint.ts';
import { removeWatch } from './remove_watch.ts';
import { resume } from './resume.ts';
import { runToLine } from './run_to_line.ts';
import { selectStackFrame } from './select_stack_frame.ts';
import { setBreakpoint } from './set_breakpoint.ts';
import { setExceptionBreakpoint } from './set_exception_breakpoint.ts';
import { setVariable } from './set_variable.ts';
import { startDebugSession } from './start_debug_session.ts';
import { stepInto } from './step_into.ts';
import { stepOut } from './step_out.ts';
import { stepOver } from './step_over.ts';
import { stopDebugSession } from './stop_debug_session.ts';
import { waitForPause } from './wait_for_pause.ts';
import { writeDebugInput } from './write_debug_input.ts';

export const debugging: readonly Tool[] = [
  startDebugSession,
  debugTest,
  attachDebugger,
  stopDebugSession,
  listDebugSessions,
  getDebugSessionStatus,
  setBreakpoint,
  setExceptionBreakpoint,
  removeBreakpoint,
  listBreakpoints,
  resume,
  stepOver,
  stepInto,
  stepOut,
  runToLine,
  pause,
  waitForPause,
  getStackTrace,
  selectStackFrame,
  listThreads,
  getVariables,
  expandVariable,
  setVariable,
  evaluate,
  addWatch,
  removeWatch,
  getSourceContext,
  readDebugOutput,
  writeDebugInput,
];
