// What is known here of the debuggers of a window, by the types that its launch configurations have.
import type { AdapterRow } from '../adapters/adapterRow.ts';
import { rowsOfType } from '../adapters/adapterRows.ts';
import { jsDebug } from '../rows/jsDebug.ts';
import { node } from '../rows/node.ts';

// js-debug serves all of these, and starts a session of its own type for each process.
const OF_JS_DEBUG = /^(?:pwa-)?(?:node|chrome|msedge|extensionHost|node-terminal|editor-browser)$/;

// Nothing of ours is put into a program that a person debugs too, and its streams are the window's.
export function rowOfWindow(type: string): AdapterRow {
  const known = OF_JS_DEBUG.test(type) ? inWindow : rowsOfType(type)[0];
  if (known === undefined) return { ...UNKNOWN, id: type, types: [type] };
  const { inside: _, interruption: __, piped: ___, input: ____, startsEarly: _____, failing: ______, ...row } = known;
  // The person's own filters are added by the window's connection.
  return { ...row, usualFilters: [] };
}

// Its own adapter does not run here: what differs between Node's debuggers is how they are started.
const inWindow: AdapterRow = {
  ...jsDebug,
  files: node.files,
  ...(node.testFilters !== undefined && { testFilters: node.testFilters }),
  printsInParent: true,
  holdsSessions: true,
  // Node says these to whoever debugs it.
  ownWords: /^(?:Debugger attached\.|Waiting for the debugger to disconnect\.\.\.|Debugger listening on .*|For help, see: .*)\s*$/,
};

const UNKNOWN: Omit<AdapterRow, 'id' | 'types'> = {
  files: /(?!)/,
  install: 'an extension that debugs it',
  find: async () => 'this window starts it',
  speaks: 'stdio',
  evaluateContext: 'repl',
  exceptionClasses: [],
};
