// What most language servers have in common, so that a row says only what differs.
import { NODE_ENVIRONMENT, REINSTALL } from '../../../../../machine/programs/ourEngines.ts';
import type { EngineRow } from '../engineRow.ts';
import { installedFile } from '../installed.ts';
import { noPackages } from '../installedPackages.ts';

// Those that come with us.
export const brought = {
  rootMarkers: [],
  alsoReads: [],
  install: REINSTALL,
  diagnosesClosedFiles: false,
  findsSymbols: false,
  installMarks: noPackages,
  checksCopies: true as const,
} satisfies Partial<EngineRow>;

// Those that a person installs: found on the machine, started where the project has files for them.
export const installedByPeople = {
  rootMarkers: [],
  alsoReads: [],
  diagnosesClosedFiles: false,
  findsSymbols: true,
  installMarks: noPackages,
  middleware: () => ({ configuration: () => null }),
} satisfies Partial<EngineRow>;

export function nodeServer(name: string, file: string, environment: Readonly<Record<string, string | undefined>> = {}, argument = '--stdio') {
  return { program: process.execPath, args: [installedFile(name, ...file.split('/')), argument], environment: { ...NODE_ENVIRONMENT, ...environment } };
}
