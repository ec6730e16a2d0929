// The process around a daemon: its folder and log, the signals that end it, and the failures that must not.
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { HeardLog, type Log } from '../base/log.ts';
import { type Environment, minimalEnvironment } from '../base/processes/minimalEnvironment.ts';
import { ownMarks } from '../base/processes/startedFor.ts';
import { build } from '../base/version.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { OpenConversationDoor, StartedAgents } from '../ide/doors/agents.ts';
import type { EvaluationPolicy } from '../ide/doors/debugging.ts';
import type { ServerConsent } from '../ide/doors/servers.ts';
import type { OwnSettings } from '../ide/doors/settings.ts';
import type { Ide, Project } from '../ide/ide.ts';
import type { ServerParts } from '../server/call/callTool.ts';
import { checkToolset } from '../server/shownTools.ts';
import { bridgePort } from './bridges.ts';
import { Daemon } from './daemon.ts';
import { ANOTHER_IS_RUNNING } from './door/startDaemon.ts';
import { configurationFolder, privateFolder, stateFolder } from './folders.ts';
import { type Claim, tryClaim } from './instances/claim.ts';
import { type Instance, liveInstances } from './instances/discovery.ts';
import { logCalls } from './life/callLog.ts';
import { openLogFile } from './life/logFile.ts';
import { Reaper } from './life/reaper.ts';
import { serviceLife } from './life/serviceLife.ts';
import { ask } from './people/control.ts';
import { lineageOf } from './people/lineage.ts';
import type { ServeOptions } from './serveOptions.ts';
import { type EngineLimits, readSettings, settingValues } from './settings.ts';
import { ownSettingsIn } from './settingsChange.ts';
import type { ForwardTo } from './windows/servingWindows.ts';

// What only main.ts can give: the daemon does not know which tools and which host it serves.
export interface Knot {
  // The file that becomes the daemon.
  readonly program: string;
  readonly reaperProgram: string;
  // The folder of the built page.
  readonly pages: string;
  readonly catalogue: ServerParts['catalogue'];
  readonly dialects: readonly Dialect[];
  // Who starts agents; they are clients of the server.
  agents?(services: { state: string; log: Log; processes: Reaper }): (parts: ServerParts, openDoor: OpenConversationDoor) => StartedAgents;
  host(services: {
    state: string;
    reaper: Reaper;
    log: Log;
    logFile: string;
    engines: EngineLimits;
    evaluation: EvaluationPolicy;
    ownSettings: OwnSettings;
    // Whether a person is asked before a language server is fetched, as the settings say at that moment.
    servers: () => ServerConsent;
  }): (project: Project) => Promise<Ide>;
  // The IDE of a VS Code window, through its connection.
  readonly forward?: ForwardTo;
  // The project that a tree of an agent's own was made of.
  originalOf?(state: string, root: string): string | undefined;
}

export interface OpenDaemon {
  readonly instance: Instance;
  // What a person should know about their settings.
  readonly warnings: readonly string[];
  readonly ended: Promise<void>;
}

export async function openDaemon(options: ServeOptions, knot: Knot): Promise<OpenDaemon> {
  const ofTerminal = keepLittle();
  // Left to itself, V8 lets garbage pile up to several times of what is in use: half a gigabyte with a hundred agents, which makes starting programs slow as well.
  setFlagsFromString('--heap-growing-percent=25');
  if (options.toolset !== undefined) checkToolset(options.toolset, knot.catalogue);
  const state = privateFolder(stateFolder());
  // Of several that were started at once, one goes on.
  const claim = options.service ? claimOnly(state, 'service', 0) : options.background ? claimOnly(state, 'background', ANOTHER_IS_RUNNING) : undefined;
  const configuration = configurationFolder();
  const settings = readSettings(configuration);
  const file = openLogFile(state);
  const log = new HeardLog(file);
  for (const warning of settings.warnings) log.warn(warning);
  const reaper = new Reaper(knot.reaperProgram, state, log);
  const { startedFor } = await lineageOf(process.pid, state, ownMarks());
  const daemon = new Daemon({
    ...options,
    state,
    ...(options.service && { projects: settings.projects }),
    trustsProjects: startedFor !== 'agent',
    homePort: settings.port,
    // One in the background tells nobody; the others print their token to whoever started them.
    isPeoples: startedFor === 'nobody' || (options.background && startedFor === 'person'),
    service: options.service ? serviceLife(knot.program) : undefined,
    configuration,
    catalogue: knot.catalogue,
    dialects: knot.dialects,
    pages: knot.pages,
    openAgents: knot.agents?.({ state, log, processes: reaper }),
    openIde: knot.host({
      state,
      reaper,
      log,
      logFile: file.path,
      engines: settings.engines,
      evaluation: settings.evaluation,
      ownSettings: ownSettingsIn(configuration),
      servers: () => settingValues(configuration).values.servers,
    }),
    forward: knot.forward,
    originalOf: (root) => knot.originalOf?.(state, root),
    reaper,
    log,
    logEvents: log,
    idleExit: options.idleExit ?? (options.background ? settings.idleExit : undefined),
    maxHistorySize: settings.maxHistorySize,
    bridge: (options.bridge ?? settings.bridge) ? { port: bridgePort() } : undefined,
    addsNewFiles: settings.addsNewFiles,
    longestReview: settings.longestReview,
    onClosing: () => claim?.[Symbol.dispose](),
    ofTerminal: options.background || options.service ? undefined : ofTerminal,
  });
  if (settings.callLog !== undefined) logCalls(daemon.history, settings.callLog, state, (why) => log.error(why));
  surviveFailures(log);
  endOnSignals(daemon);
  process.on('exit', () => daemon.history.flushNow());
  try {
    if (options.service) await sendIdleOnesHome(state);
    const instance = await daemon.open();
    void daemon.ended.then(() => process.exit());
    return { instance, warnings: settings.warnings, ended: daemon.ended };
  } catch (error) {
    // Whoever asked for it says why on its own way out.
    await daemon.close(`it could not start: ${String(error)}`);
    throw error;
  }
}

// Whatever runs in the daemon itself, or by an oversight without a connection, sees nothing that a person keeps in a terminal. Returns what was there.
function keepLittle(): Environment {
  const whole = { ...process.env };
  const kept = minimalEnvironment(whole);
  for (const name of Object.keys(whole)) if (kept[name] === undefined) delete process.env[name];
  return whole;
}

function claimOnly(state: string, name: string, codeOfAnother: number): Claim {
  const attempt = tryClaim(join(state, name), build);
  if (!attempt.held) process.exit(codeOfAnother);
  return attempt.claim;
}

// Daemons that doors have started and nobody uses: the service does their work, at the address that people configured.
async function sendIdleOnesHome(state: string): Promise<void> {
  const idle = liveInstances(state).filter(({ background }) => background);
  await Promise.all(idle.map((instance) => ask(instance, 'handOver')));
}

function endOnSignals(daemon: Daemon): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    // The second time it is meant.
    process.once(signal, () => {
      process.once(signal, () => process.exit(1));
      void daemon.close(signal);
    });
  }
}

// A broken engine, adapter or tool costs one call, never the daemon that everyone shares.
function surviveFailures(log: Log): void {
  process.on('uncaughtException', (error) => log.error(`uncaught: ${error.stack ?? String(error)}`));
  process.on('unhandledRejection', (reason) => log.error(`unhandled: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`));
}
