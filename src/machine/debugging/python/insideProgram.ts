// Code of ours inside each Python program that is debugged: it is put there through debugpy, before the program runs, and works on debugpy's own tables.
import type { InsideProgram } from '../sessions/programHelper.ts';
import { MARK, PART } from '../sessions/traces.ts';
import { functionBreakpoints } from './functionBreakpoints.ts';
import { interrupting, LONGEST_EVALUATION } from './interrupting.ts';
import { loadedCode } from './loadedCode.ts';
import { shownValues } from './shownValues.ts';

const BEGINNING = `
import ctypes, dis, gc, inspect, json, os, signal, sys, types

import pydevd_file_utils
from _pydev_bundle._pydev_saved_modules import thread, threading
from _pydevd_bundle import pydevd_api, pydevd_comm, pydevd_safe_repr, pydevd_suspended_frames
from _pydevd_bundle._debug_adapter import pydevd_schema
from _pydevd_bundle.pydevd_breakpoints import LineBreakpoint
from _pydevd_bundle.pydevd_constants import get_global_debugger
from _pydevd_bundle.pydevd_net_command import NetCommand

MARK, PART = '${MARK}', '${PART}'
lock = threading.RLock()


def tell(message):
    get_global_debugger().writer.add_command(NetCommand(0, 0, message, is_json=True))


def tell_breakpoint(breakpoint):
    tell(pydevd_schema.BreakpointEvent(pydevd_schema.BreakpointEventBody('changed', breakpoint)))


def print_message(text):
    py_db = get_global_debugger()
    py_db.writer.add_command(py_db.cmd_factory.make_io_message(text + os.linesep, '1'))
`;

// A process that was forked has another debugger than the one that it came from, and the same code.
const END = `
def install():
    py_db = get_global_debugger()
    with lock:
        waiting.clear()
        del functions[:]
        places.clear()
        loaded.update(canonical(code.co_filename) for code, _ in loaded_functions())
    # A condition that cannot be evaluated stops, so that somebody hears of it.
    py_db.skip_suspend_on_breakpoint_exception = ()
    py_db.skip_print_breakpoint_exception = (BaseException,)
    py_db.handle_breakpoint_condition = on_condition
    py_db.handle_breakpoint_expression = on_expression
    py_db.on_breakpoints_changed = on_breakpoints_changed


def on_breakpoints_changed(removed=False):
    with lock:
        put()
    py_db = get_global_debugger()
    type(py_db).on_breakpoints_changed(py_db, removed)


plain_add_breakpoint = pydevd_api.PyDevdAPI.add_breakpoint
if hasattr(pydevd_api.PyDevdAPI, 'ADD_BREAKPOINT_LAZY_VALIDATION'):
    pydevd_api.PyDevdAPI.add_breakpoint = add_breakpoint
pydevd_comm.InternalThreadCommand.do_it = interruptible(pydevd_comm.InternalThreadCommand.do_it)
sys.addaudithook(on_audit)
`;

const SOURCE = [BEGINNING, loadedCode, functionBreakpoints, interrupting, shownValues, END].join('\n');
const NAME = '_binnacle_debugger';

const INSTALL = `
import sys, types
if '${NAME}' not in sys.modules:
    module = types.ModuleType('${NAME}')
    exec(compile(${JSON.stringify(SOURCE)}, '<binnacle>', 'exec'), module.__dict__)
    sys.modules['${NAME}'] = module
sys.modules['${NAME}'].install()
`;

export const insidePython: InsideProgram = {
  // Neither prints what comes of it, as a prompt does in older versions, nor puts anything in the place of the program's streams.
  context: 'clipboard',
  install: INSTALL,
  functions: (wanted) => `import ${NAME}\n${NAME}.set_functions(${JSON.stringify(JSON.stringify(wanted))})`,
  interrupt: `import ${NAME}\n${NAME}.interrupt()`,
  longestEvaluation: LONGEST_EVALUATION,
};
