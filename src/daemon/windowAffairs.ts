// What windows may ask of this daemon: settings, policy, trust, how it does, and its end.
import { delimiter } from 'node:path';
import type { LogEvents } from '../base/log.ts';
import type { Environment } from '../base/processes/minimalEnvironment.ts';
import { milliseconds } from '../base/waiting/duration.ts';
import { writtenLines } from '../base/writtenLines.ts';
import type { DaemonAffairs } from '../dashboard/daemonAffairs.ts';
import type { DaemonReport } from '../dashboard/protocol/shownDaemon.ts';
import { userHome } from '../registration/agents.ts';
import { urlRows } from '../registration/endpoints.ts';
import { chooseHomePort } from './homePort.ts';
import { type Instance, liveInstances } from './instances/discovery.ts';
import { liveWindows } from './instances/windows.ts';
import { logFile } from './life/logFile.ts';
import { loginEnvironment } from './life/loginEnvironment.ts';
import { ask } from './people/control.ts';
import { keptToken } from './people/token.ts';
import { distrust, isTrusted, trust } from './people/trust.ts';
import { changePolicy, shownPolicy } from './policyChange.ts';
import { windowSettings } from './settingRows.ts';
import { settingValues } from './settings.ts';
import { type DaemonWorkbench, projectRoot } from './workbench.ts';

export interface AffairsOptions {
  readonly state: string;
  readonly configuration: string;
  readonly workbench: Pick<DaemonWorkbench, 'raiseTrust'>;
  readonly logEvents: LogEvents;
  // Undefined until it is published.
  readonly instance: () => Instance | undefined;
  readonly connections: () => number;
  readonly close: (why: string) => Promise<void>;
  // The file that a person runs. Throws where there is none.
  readonly executable: string;
  // What runs it, where that is not what runs this process.
  readonly node?: () => string;
  // As the person's terminals have it, where somebody has asked their shell already.
  readonly environment?: Environment;
}

// The answer that it ends goes out first.
const FAREWELL = milliseconds(100);

export function windowAffairs(options: AffairsOptions): DaemonAffairs {
  const { state, configuration, workbench, logEvents, close } = options;
  const trustFolder = async (folder: string) => {
    const root = trust(state, await projectRoot(folder));
    await workbench.raiseTrust();
    // Others that refuse to be asked by a daemon find it when they next open the project.
    const others = liveInstances(state).filter(({ pid }) => pid !== process.pid);
    await Promise.all(others.map((other) => ask(other, 'reloadTrust')));
    return root;
  };
  return {
    settings: windowSettings(configuration, async (folders) => {
      for (const folder of folders) if (!isTrusted(state, folder)) await trustFolder(folder);
    }),
    policy: { read: () => shownPolicy(configuration), write: (edits, how) => changePolicy(configuration, edits, how) },
    trust: trustFolder,
    async distrust(folder) {
      // One that is gone can still be taken from the list.
      const root = await projectRoot(folder).catch(() => folder);
      distrust(state, root);
      return root;
    },
    status: async () => statusOf(options),
    stop(why) {
      setTimeout(() => void close(why), FAREWELL);
    },
    registration: {
      get executable() {
        return options.executable;
      },
      ...(options.node !== undefined && { node: options.node }),
      home: async () => ({ ...userHome(), variables: options.environment ?? withOwnPath(await loginEnvironment()) }),
      address: async () => ({ base: `http://127.0.0.1:${await chooseHomePort(state, settingValues(configuration).values.port)}`, token: keptToken(state) }),
    },
    log: { lines: () => writtenLines(logFile(state)), events: logEvents },
  };
}

// Programs are looked for where a new terminal finds them, and where the terminal did that the daemon was started in: a profile may set the PATH anew.
function withOwnPath(login: Environment): Environment {
  return { ...login, PATH: [login['PATH'] ?? login['Path'], process.env['PATH']].filter((path) => path !== undefined).join(delimiter) };
}

// Without keys and tokens: binnacle token show prints the one that agents need.
function statusOf({ state, instance, connections }: AffairsOptions): DaemonReport {
  const own = instance();
  return {
    pid: process.pid,
    ...(own !== undefined && {
      url: own.url,
      endpoints: urlRows(own.url).map(([name = '', url = '']) => ({ name, url })),
      version: own.version,
      since: own.since,
      background: own.background,
      isService: own.service === true,
      needsToken: own.token !== undefined,
      ...(own.otherPorts !== undefined && { otherPorts: own.otherPorts }),
      ...(own.homeTaken !== undefined && { homeTaken: own.homeTaken }),
      bridges: own.projects.flatMap(({ path, bridge }) => (bridge === undefined ? [] : [{ project: path, port: bridge }])),
    }),
    connections: connections(),
    memoryMb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
    otherDaemons: liveInstances(state)
      .filter(({ pid }) => pid !== process.pid)
      .map(({ pid, url, version, since, projects }) => ({ pid, url, version, since, projects: projects.map(({ path }) => path) })),
    editors: liveWindows(state).map(({ pid, url, version, since, projects }) => ({ pid, ...(url !== undefined && { url }), version, since, projects })),
  };
}
