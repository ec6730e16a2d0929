// What the questions to the languages of one project share: its engines, and what was found out about its files.
import { uriOf } from '../../../base/files/fileUri.ts';
import type { Log } from '../../../base/log.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import type { DiskDocuments } from '../../../machine/files/diskChanges.ts';
import type { Processes } from '../../../machine/processes/processes.ts';
import { catalogue } from './catalogue.ts';
import { Checks } from './diagnostics/checks.ts';
import { Diagnosers } from './diagnostics/diagnosers.ts';
import { Engine } from './engine/engine.ts';
import type { EngineProject, EngineRow } from './engine/engineRow.ts';
import type { Patience } from './engine/engineSession.ts';
import { Hibernation } from './engine/hibernation.ts';
import { RowsByName } from './engine/languageFiles.ts';
import { BySyntax } from './questions/bySyntax.ts';
import { ProjectSymbols } from './questions/projectSymbols.ts';
import { ProjectRoutes } from './routing/routes.ts';
import { RowsWithFiles } from './routing/rowsWithFiles.ts';
import { InstalledTypescript } from './typescript/installedTypescript.ts';

export interface HeadlessLanguagesOptions {
  // Absolute path.
  readonly root: string;
  readonly trusted: boolean;
  readonly runsDenied?: boolean | undefined;
  readonly documents: DiskDocuments;
  readonly processes: Processes;
  readonly log: Log;
  // Shared by all projects of a daemon; without it engines never rest.
  readonly hibernation?: Hibernation | undefined;
  // Tests cannot wait as long as users can.
  readonly patience?: Patience;
  readonly rows?: readonly EngineRow[];
}

export interface LanguageParts {
  readonly rows: readonly EngineRow[];
  readonly byName: RowsByName;
  readonly project: EngineProject;
  readonly engines: ReadonlyMap<EngineRow, Engine>;
  readonly rowsWithFiles: RowsWithFiles;
  readonly diagnosers: Diagnosers;
  readonly checks: Checks;
  readonly installed: InstalledTypescript;
  readonly syntax: BySyntax;
  readonly symbols: ProjectSymbols;
  readonly statusListeners: Set<() => void>;
}

const PATIENCE: Patience = { first: seconds(90), later: seconds(60) };

export function partsFor(options: HeadlessLanguagesOptions): LanguageParts {
  const { root, trusted, runsDenied, documents, processes, log, hibernation, patience = PATIENCE, rows = catalogue } = options;
  const byName = new RowsByName(rows);
  // Whoever asks an engine has settled at the door.
  const place = { root, rootUri: uriOf(root), trusted, runsDenied, documents: documents.heard(), log };
  const project = { ...place, routes: new ProjectRoutes(rows, byName, place) };
  const statusListeners = new Set<() => void>();
  const ofEngines = {
    processes,
    patience,
    hibernation: hibernation ?? new Hibernation({ unusedFor: Number.POSITIVE_INFINITY, memoryMb: Number.POSITIVE_INFINITY }, log),
    onStatus: () => {
      for (const listener of statusListeners) listener();
    },
  };
  const engines = new Map(rows.map((row) => [row, new Engine(row, project, ofEngines)]));
  const engineOf = (row: EngineRow) => {
    const engine = engines.get(row);
    if (engine === undefined) throw new TypeError(`${row.id} is not a row of these languages`);
    return engine;
  };
  const rowsWithFiles = new RowsWithFiles(rows, project);
  const diagnosers = new Diagnosers(rows, project, engineOf);
  const syntax = new BySyntax(project, processes);
  return {
    rows,
    byName,
    project,
    engines,
    rowsWithFiles,
    diagnosers,
    checks: new Checks(project, diagnosers),
    installed: new InstalledTypescript(project, processes),
    syntax,
    symbols: new ProjectSymbols({ project, rowsWithFiles, syntax, engineOf }),
    statusListeners,
  };
}
