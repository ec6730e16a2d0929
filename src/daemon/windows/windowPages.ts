// The page of a VS Code window's own server: what a daemon shows of itself, of the window.
import type { LogEvents } from '../../base/log.ts';
import { type DashboardParts, dashboardOf } from '../../dashboard/dashboard.ts';
import { LocalPages } from '../../dashboard/persons/localPages.ts';
import { windowUnavailable } from '../../ide/errors/windowErrors.ts';
import type { ServerParts } from '../../server/call/callTool.ts';
import { shownSettings } from '../dashboard.ts';
import type { InstalledBinnacle } from '../installedProgram.ts';
import { windowAffairs } from '../windowAffairs.ts';
import type { WindowHttp } from '../windowHttp.ts';

export interface WindowPagesOptions extends Pick<DashboardParts, 'history' | 'connections' | 'holds' | 'decisions' | 'state'> {
  readonly parts: ServerParts;
  readonly configuration: string;
  readonly log: DashboardParts['log'] & LogEvents;
  readonly http: WindowHttp;
  readonly program: () => InstalledBinnacle | undefined;
}

export function windowPages({ parts, configuration, log, http, program, ...others }: WindowPagesOptions): LocalPages {
  const { connections, state } = others;
  const installed = () => {
    const found = program();
    if (found !== undefined) return found;
    throw windowUnavailable('only the extension is installed, not Binnacle itself, which agents start.', 'Run npm install -g binnacle-ide, then try again.');
  };
  const affairs = windowAffairs({
    state,
    configuration,
    // Which folders are trusted here, VS Code says; what is trusted here counts for the daemon.
    workbench: { raiseTrust: async () => {} },
    logEvents: log,
    instance: () => undefined,
    connections: () => connections.list().length,
    // A page cannot end VS Code, and offers nothing of the kind.
    close: async () => {},
    get executable() {
      return installed().executable;
    },
    node: () => installed().node,
    // VS Code has asked the person's shell.
    environment: process.env,
  });
  const shown = dashboardOf({ server: parts, log, affairs, ...others });
  const url = () => (http.status.state === 'on' ? http.status.url : undefined);
  return new LocalPages({ parts, settings: () => shownSettings(configuration), log, editor: { url }, ...shown });
}
