// The open projects with their engines: who may write there, whether a person trusts them, and what is missing.
import { milliseconds } from '../../base/waiting/duration.ts';
import type { EngineStatus } from '../../ide/doors/languages.ts';
import type { Ide, Workbench } from '../../ide/ide.ts';
import type { ProjectRow, ShownEngine } from '../protocol/rows.ts';
import type { TopicChange, TopicSource } from '../sources.ts';
import { Followed, together } from './followed.ts';
import { Gathered } from './gathered.ts';
import { followProjects, openIdes } from './openProjects.ts';
import { shortText } from './shortText.ts';

const LONGEST_DETAIL = 100;
const MOST_ENGINES = 20;
// An engine that loads reports every percent, and asking for the memory of all of them costs a look at the system.
const BETWEEN_LOOKS = milliseconds(250);

export interface ProjectsParts {
  readonly workbench: Workbench;
  readonly onFailure: (error: unknown) => void;
}

export function projectsTopic(parts: ProjectsParts): TopicSource<'projects'> {
  const { workbench } = parts;
  const changes = new Followed<TopicChange<'projects'>>((tell) =>
    followProjects(
      workbench,
      (ide) => {
        const gathered = new Gathered(() => {
          // It may have been closed meanwhile.
          if (workbench.ide(ide.project.path) !== ide) return;
          projectRow(ide).then((row) => tell({ kind: 'rows', rows: [row] }), parts.onFailure);
        }, BETWEEN_LOOKS);
        return together([gathered, ide.languages.onStatus(() => gathered.soon())]);
      },
      () => tell({ kind: 'all' }),
    ),
  );
  return {
    topic: 'projects',
    rows: () => Promise.all(openIdes(workbench).map(projectRow)),
    onChange: (listener) => changes.listen(listener),
  };
}

async function projectRow({ project, languages }: Ide): Promise<ProjectRow> {
  const { path, name, trusted, runsDenied, readOnly, window, isGone, worktreeOf } = project;
  return {
    id: path,
    name,
    trusted,
    ...(runsDenied === true && { runsDenied }),
    ...(readOnly !== undefined && { writer: readOnly.ownerPid }),
    ...(window !== undefined && { window: window.pid }),
    ...(isGone === true && { isGone }),
    ...(worktreeOf !== undefined && { worktreeOf }),
    engines: (await languages.status()).slice(0, MOST_ENGINES).map(shownEngine),
  };
}

function shownEngine({ language, engine, state, memoryMb, restarts, detail, install, files }: EngineStatus): ShownEngine {
  return {
    language,
    engine,
    state,
    ...(memoryMb !== undefined && { memoryMb }),
    restarts,
    ...(detail !== undefined && { detail: shortText(detail, LONGEST_DETAIL) }),
    // Whole, because it is copied.
    ...(install !== undefined && { install }),
    ...(files !== undefined && { files }),
  };
}
