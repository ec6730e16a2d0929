// The doors that a host may lack: which of them an IDE has, and the one refusal of a call that needs another.
import { debuggingElsewhere } from './errors/debugErrors.ts';
import { editorElsewhere } from './errors/editorErrors.ts';
import { editingElsewhere, type IdeError } from './errors/errors.ts';
import { runningElsewhere } from './errors/runErrors.ts';
import { settingsElsewhere } from './errors/settingErrors.ts';
import { testsElsewhere } from './errors/testErrors.ts';
import type { Ide } from './ide.ts';

export type OptionalDoor = 'changes' | 'formatting' | 'gitChanges' | 'running' | 'terminals' | 'testing' | 'debugging' | 'editor' | 'settings';

export type IdeWith<Door extends OptionalDoor> = Ide & Required<Pick<Ide, Door>>;

// Of a host that lacks none.
export type WholeIde = IdeWith<OptionalDoor>;

// Formatting is asked for only in order to write.
const REFUSALS: Readonly<Record<OptionalDoor, (root: string) => IdeError>> = {
  changes: editingElsewhere,
  formatting: editingElsewhere,
  gitChanges: editingElsewhere,
  running: runningElsewhere,
  terminals: runningElsewhere,
  testing: testsElsewhere,
  debugging: debuggingElsewhere,
  editor: editorElsewhere,
  settings: settingsElsewhere,
};

export const OPTIONAL_DOORS: readonly OptionalDoor[] = [
  'changes',
  'formatting',
  'gitChanges',
  'running',
  'terminals',
  'testing',
  'debugging',
  'editor',
  'settings',
];

export function doorsOf(ide: Ide): readonly OptionalDoor[] {
  return OPTIONAL_DOORS.filter((door) => ide[door] !== undefined);
}

// Throws what the first missing door is refused with: editing_elsewhere, running_elsewhere, tests_elsewhere, debugging_elsewhere, editor_elsewhere or settings_elsewhere.
export function requireDoors<Door extends OptionalDoor>(ide: Ide, needed: readonly Door[]): asserts ide is IdeWith<Door> {
  for (const door of needed) if (ide[door] === undefined) throw REFUSALS[door](ide.project.path);
}
