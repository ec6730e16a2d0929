// What an IDE would show in a corner of its window: what is broken, missing or waits for somebody.
import { z } from 'zod';
import type { EngineStatus } from '../../ide/doors/languages.ts';
import { howToTrust } from '../../ide/execution.ts';
import { manifestsOf } from '../project/manifests/projectManifests.ts';
import { defineTool, type ProjectContext } from '../tool.ts';

const notification = z.object({
  kind: z.enum(['engine', 'dependency', 'review', 'run', 'configuration', 'project']),
  severity: z.enum(['error', 'warning', 'information']),
  message: z.string(),
  // What to do about it.
  next: z.string().optional(),
});
type Notification = z.infer<typeof notification>;

const MOST_PACKAGES = 10;
const MOST_LOOKED_FOR = 300;

export const getNotifications = defineTool({
  name: 'get_notifications',
  title: 'Get notifications',
  description: 'What the IDE would pop up: servers that crashed or miss, packages to install, waiting reviews, failed runs.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({}),
  output: z.object({ notifications: z.array(notification) }),
  async run(context) {
    const parts = [
      ...projectState(context),
      ...(await context.ide.languages.status()).flatMap(engineState),
      ...(await missingPackages(context)),
      ...reviews(context),
      ...failedRuns(context),
      ...(await configurationProblems(context)),
    ];
    const order = ['error', 'warning', 'information'];
    return { notifications: parts.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity)) };
  },
  *tell({ notifications }) {
    if (notifications.length === 0) yield 'Nothing to report.';
    yield notifications.map(({ severity, message, next }) => `${severity}: ${message}${next === undefined ? '' : ` ${next}`}`).join('\n');
  },
});

function projectState({ ide: { project } }: ProjectContext): readonly Notification[] {
  const trust: Notification = {
    kind: 'project',
    severity: 'warning',
    message: 'The project is not trusted, so nothing in it is run.',
    next: `A person can trust it: ${howToTrust(project)}`,
  };
  const owner: Notification = {
    kind: 'project',
    severity: 'warning',
    message: `Process ${project.readOnly?.ownerPid} is the writer of this project; here it is only read.${project.readOnly?.waitsFor === undefined ? '' : ` It waits for ${project.readOnly.waitsFor}.`}`,
  };
  return [...(project.trusted ? [] : [trust]), ...(project.readOnly === undefined ? [] : [owner])];
}

function engineState({ language, engine, state, restarts, detail, install }: EngineStatus): readonly Notification[] {
  const why = detail === undefined ? '' : ` ${detail}`;
  if (state === 'failed') return [{ kind: 'engine', severity: 'error', message: `${engine} (${language}) has failed.${why}`, next: 'read_ide_log says more.' }];
  if (state === 'missing')
    return [
      {
        kind: 'engine',
        severity: 'warning',
        message: `There is no server for ${language}.${why}`,
        ...(install !== undefined && { next: `Install it: ${install}` }),
      },
    ];
  if (state === 'restarting') return [{ kind: 'engine', severity: 'warning', message: `${engine} (${language}) has crashed and is being restarted.${why}` }];
  if (restarts > 0) return [{ kind: 'engine', severity: 'information', message: `${engine} (${language}) has crashed ${restarts} times and runs again.` }];
  return [];
}

// What package.json declares and nobody has installed.
async function missingPackages(context: ProjectContext): Promise<readonly Notification[]> {
  const { ide, signal } = context;
  const { manifests } = await manifestsOf(context);
  const notifications: Notification[] = [];
  let looked = 0;
  for (const { ecosystem, path, folder, dependencies } of manifests) {
    if (ecosystem !== 'npm') continue;
    const missing: string[] = [];
    for (const { name, scope } of dependencies) {
      if (!REQUIRED.has(scope) || ++looked > MOST_LOOKED_FOR) continue;
      const folderUri = folder === '' ? ide.project.uri : `${ide.project.uri}/${folder}`;
      if ((await ide.packages.find({ ecosystem: 'npm', name, folderUri }, signal)).length === 0) missing.push(name);
    }
    if (missing.length === 0) continue;
    const more = missing.length - MOST_PACKAGES;
    const names = `${missing.slice(0, MOST_PACKAGES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    notifications.push({
      kind: 'dependency',
      severity: 'warning',
      message: `${path} declares packages that are not installed: ${names}.`,
      next: 'Install them with the package manager of the project.',
    });
  }
  return notifications;
}

const REQUIRED: ReadonlySet<string> = new Set(['runtime', 'dev']);

function reviews({ ide: { project }, waitingReviews }: ProjectContext): readonly Notification[] {
  return waitingReviews()
    .filter((review) => review.project === undefined || review.project === project.path || review.project === project.name)
    .map(({ tool, title, author, id }) => ({
      kind: 'review',
      severity: 'information',
      message: `${author} waits for a person's answer to ${tool}: ${title} (review ${id}).`,
      next: 'A person answers it with binnacle review, or at the client.',
    }));
}

function failedRuns({ ide, owner }: ProjectContext): readonly Notification[] {
  const own = (ide.running?.runs() ?? []).filter((run) => run.owner === owner && run.configuration !== undefined);
  return own.flatMap(({ id, title, state }): Notification[] => {
    if (state.state === 'running') return [{ kind: 'run', severity: 'information', message: `${title} (run ${id}) is running.` }];
    if (state.exitCode === 0) return [];
    return [
      {
        kind: 'run',
        severity: 'warning',
        message: `${title} (run ${id}) ended with ${state.exitCode ?? state.signal ?? '?'}.`,
        next: `read_run_output with run_id ${id} shows why.`,
      },
    ];
  });
}

// Where nothing is run, nothing is wrong with how it would be.
async function configurationProblems({ ide, signal }: ProjectContext): Promise<readonly Notification[]> {
  const { problems = [] } = (await ide.running?.configurations(signal)) ?? {};
  return problems.map((message) => ({ kind: 'configuration', severity: 'warning', message }));
}
