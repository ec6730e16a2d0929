// What the answer of each tool of the JetBrains servers must hold, as their own data classes and the contract have it; ours may hold more, but nothing less.
import { z } from 'zod';

const text = z.string();
const whole = z.int();
const yes = z.boolean();
const textOrNull = z.string().nullable();
const wholeOrNull = z.int().nullable();

const usages = z.looseObject({
  usages: z.array(z.looseObject({ file: text, line: whole, column: whole, context: text, type: text })),
  totalCount: whole,
});
const typeElement = z.looseObject({ name: text, file: textOrNull, kind: text });
const callElement: z.ZodType = z.looseObject({
  name: text,
  file: text,
  line: whole,
  get children() {
    return z.array(callElement).optional();
  },
});
const refactoring = z.looseObject({ success: z.literal(true), affectedFiles: z.array(text), changesCount: whole, message: text });

const indexModels: Readonly<Record<string, z.ZodType>> = {
  ide_find_references: usages,
  find_usages: usages,
  ide_find_definition: z.looseObject({ file: text, line: whole, column: whole, preview: text, symbolName: text }),
  ide_type_hierarchy: z.looseObject({ element: typeElement, supertypes: z.array(typeElement), subtypes: z.array(typeElement) }),
  ide_call_hierarchy: z.looseObject({ element: callElement, calls: z.array(callElement) }),
  ide_find_implementations: z.looseObject({ implementations: z.array(z.looseObject({ name: text, kind: text, file: text, line: whole, column: whole })) }),
  ide_inspect_symbol: z.looseObject({ name: text, kind: text, type: text, file: text, line: whole, column: whole }),
  ide_code_completions: z.looseObject({ completions: z.array(z.looseObject({ name: text, kind: text, insertText: text })), totalCount: whole }),
  ide_analyze_code: z.looseObject({
    problems: z.array(z.looseObject({ file: text, line: whole, column: whole, severity: z.enum(['ERROR', 'WARNING', 'WEAK_WARNING', 'INFO']), message: text })),
    totalCount: whole,
  }),
  ide_list_quick_fixes: z.looseObject({
    fixes: z.array(z.looseObject({ fixId: text, name: text, problem: z.looseObject({ file: text, line: whole, message: text }) })),
    totalCount: whole,
  }),
  ide_apply_quick_fix: refactoring,
  ide_project_structure: z.looseObject({ name: text, basePath: text, modules: z.array(z.looseObject({ name: text, sourceRoots: z.array(text) })) }),
  ide_file_structure: z.looseObject({ file: text, structure: z.array(z.looseObject({ name: text, kind: text, line: whole })) }),
  ide_list_dependencies: z.looseObject({ dependencies: z.array(z.looseObject({ module: text, name: text, version: text })) }),
  ide_index_status: z.looseObject({ isDumbMode: yes, isIndexing: yes }),
  ide_refactor_rename: refactoring,
  ide_refactor_extract_method: refactoring,
  ide_refactor_extract_variable: refactoring,
  ide_refactor_inline: refactoring,
  ide_refactor_safe_delete: refactoring,
  ide_refactor_move: refactoring,
};

const frame = z.looseObject({
  index: whole,
  file: textOrNull,
  line: wholeOrNull,
  className: textOrNull,
  methodName: textOrNull,
  isCurrent: yes,
  isLibrary: yes,
});
const value = z.looseObject({ value: text, type: text, hasChildren: yes, id: textOrNull });
const variable = value.extend({ name: text });
const watch = z.looseObject({ id: text, expression: text, value: textOrNull, type: textOrNull, error: textOrNull });
const breakpoint = z.looseObject({
  id: text,
  type: z.enum(['line', 'exception', 'method', 'field']),
  file: textOrNull,
  line: wholeOrNull,
  enabled: yes,
  condition: textOrNull,
  logMessage: textOrNull,
  suspendPolicy: z.enum(['all', 'thread', 'none']).nullable(),
  hitCount: whole,
  temporary: yes,
  exceptionClass: textOrNull,
  caught: yes.nullable(),
  uncaught: yes.nullable(),
});
const source = z.looseObject({
  file: text,
  startLine: whole,
  endLine: whole,
  currentLine: whole,
  lines: z.array(z.looseObject({ number: whole, content: text, isCurrent: yes })),
  breakpointsInView: z.array(whole),
});
const thread = z.looseObject({ id: text, name: text, state: z.enum(['running', 'paused', 'waiting']), isCurrent: yes, group: textOrNull });
const STATES = z.enum(['running', 'paused', 'stopped']);
const status = z.looseObject({
  sessionId: text,
  name: text,
  state: STATES,
  pausedReason: z.enum(['breakpoint', 'step', 'pause', 'exception']).nullable(),
  currentLocation: z.looseObject({ file: text, line: whole, className: textOrNull, methodName: textOrNull, signature: textOrNull }).nullable(),
  breakpointHit: z.looseObject({ id: text }).nullable(),
  stackSummary: z.array(frame),
  totalStackDepth: whole,
  variables: z.array(variable),
  watches: z.array(watch),
  sourceContext: source.nullable(),
  currentThread: thread.nullable(),
  threadCount: whole,
});
const set = z.looseObject({ breakpoint_id: text, status: z.literal('set'), verified: yes, message: text });

const debuggerModels: Readonly<Record<string, z.ZodType>> = {
  list_run_configurations: z.looseObject({
    configurations: z.array(
      z.looseObject({ name: text, type: text, typeId: text, isTemporary: yes, canRun: yes, canDebug: yes, folder: textOrNull, description: textOrNull }),
    ),
  }),
  run_configuration: z.looseObject({ runConfigurationName: text, status: text }),
  list_debug_sessions: z.looseObject({
    sessions: z.array(z.looseObject({ id: text, name: text, state: STATES, isCurrent: yes, runConfigurationName: textOrNull, processId: wholeOrNull })),
  }),
  start_debug_session: status,
  stop_debug_session: status,
  get_debug_session_status: status,
  list_breakpoints: z.looseObject({ breakpoints: z.array(breakpoint) }),
  set_breakpoint: set,
  remove_breakpoint: z.looseObject({ breakpoint_id: text, status: z.literal('removed'), breakpoint }),
  set_exception_breakpoint: set.extend({ breakpoint, message: text.optional() }),
  resume: status,
  pause: status,
  step_over: status,
  step_into: status,
  step_out: status,
  run_to_line: status,
  get_stack_trace: z.looseObject({ sessionId: text, threadId: text, frames: z.array(frame), totalFrames: whole }),
  select_stack_frame: status,
  list_threads: z.looseObject({ sessionId: text, threads: z.array(thread) }),
  get_variables: z.looseObject({ variables: z.array(variable) }),
  expand_variable: z.looseObject({ id: text, children: z.array(variable) }),
  set_variable: variable,
  evaluate: value,
  add_watch: z.looseObject({ watch_id: text, status: z.literal('added'), watches: z.array(watch) }),
  remove_watch: z.looseObject({ watch_id: text, status: z.literal('removed'), watches: z.array(watch) }),
  get_source_context: source,
};

export const SEED_MODELS = { '/index-mcp': indexModels, '/debugger-mcp': debuggerModels } as const;
