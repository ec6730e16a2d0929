// What windows show and what a person may ask in them, put together from the parts of the server.
import type { Log } from '../base/log.ts';
import { agentOfClient } from '../registration/agents.ts';
import { AgentFeed } from '../server/agents/agentFeed.ts';
import type { ServerParts } from '../server/call/callTool.ts';
import { authorOf } from '../server/clients/client.ts';
import type { Connections } from '../server/clients/connections.ts';
import type { Holds } from '../server/clients/holds.ts';
import type { History } from '../server/history/journal.ts';
import type { GrantSuggestions } from '../server/permission/grantSuggestions.ts';
import type { Grants } from '../server/permission/grants.ts';
import type { DaemonAffairs } from './daemonAffairs.ts';
import { agentMethods } from './methods/agents.ts';
import { changeMethods } from './methods/changes.ts';
import { conversationMethods } from './methods/conversations.ts';
import { daemonMethods } from './methods/daemon.ts';
import { editorMethods } from './methods/editor.ts';
import { grantMethods } from './methods/grants.ts';
import { historyMethods } from './methods/history.ts';
import { holdMethods } from './methods/holds.ts';
import { logMethods } from './methods/log.ts';
import { policyMethods } from './methods/policy.ts';
import { projectMethods } from './methods/projects.ts';
import { reviewMethods } from './methods/reviews.ts';
import { againMethods } from './methods/runAgain.ts';
import { runMethods } from './methods/runs.ts';
import { settingMethods } from './methods/settings.ts';
import type { MethodHandlers, MethodsOf, TerminalStreams, TopicSource } from './sources.ts';
import { agentsTopic } from './topics/agents.ts';
import { callsTopic } from './topics/calls.ts';
import { changesTopic } from './topics/changes.ts';
import { clientsTopic } from './topics/clients.ts';
import { editorTopic } from './topics/editor.ts';
import { grantsTopic } from './topics/grants.ts';
import { holdsTopic } from './topics/holds.ts';
import { logTopic } from './topics/log.ts';
import { OwnerNames } from './topics/ownerNames.ts';
import { projectsTopic } from './topics/projects.ts';
import { ProjectThings } from './topics/projectThings.ts';
import { reviewsTopic } from './topics/reviews.ts';
import { runsTopic } from './topics/runs.ts';
import { SeenChanges } from './topics/seenChanges.ts';
import { sessionsTopic } from './topics/sessions.ts';
import { settingsTopic } from './topics/settings.ts';
import { terminalsTopic, WindowTerminals } from './topics/terminals.ts';

export interface DashboardParts {
  readonly server: Pick<ServerParts, 'workbench' | 'catalogue' | 'policy' | 'reviews' | 'agents'>;
  readonly history: History;
  readonly connections: Connections;
  readonly holds: Holds;
  readonly decisions: { readonly grants: Grants; readonly grantSuggestions: GrantSuggestions };
  // The state folder, which is private.
  readonly state: string;
  readonly log: Log;
  readonly affairs: DaemonAffairs;
}

export interface Dashboard {
  readonly sources: readonly TopicSource[];
  // Those of the windows themselves are the door's.
  readonly methods: Omit<MethodHandlers, keyof MethodsOf<'window'>>;
  readonly terminals: TerminalStreams;
}

// How a person is named in changes.
const PERSON = authorOf({ isPerson: true, name: '', version: '' });

export function dashboardOf(parts: DashboardParts): Dashboard {
  const { server, history, connections, holds, decisions, state, log, affairs } = parts;
  const { workbench, catalogue, policy, reviews } = server;
  const { grants, grantSuggestions: suggestions } = decisions;
  const feed = server.agents === undefined ? undefined : new AgentFeed(server.agents);
  const things = new ProjectThings(workbench);
  const names = new OwnerNames(connections);
  const seen = new SeenChanges(state);
  const onFailure = (error: unknown) => log.warn(`a window's topic: ${error instanceof Error ? error.message : String(error)}`);
  const decided = (what: string, session: string) => log.info(`in the window ${session}: ${what}`);
  return {
    sources: [
      clientsTopic({ connections, holds, agentNamed: agentOfName }),
      callsTopic(history, catalogue),
      reviewsTopic(reviews),
      changesTopic({ workbench, seen, isPersons: (author) => author === PERSON, onFailure }),
      projectsTopic({ workbench, onFailure }),
      sessionsTopic({ workbench, things, names, holds }),
      runsTopic({ workbench, things, names }),
      terminalsTopic({ workbench, things, names, holds }),
      editorTopic({ workbench, things }),
      agentsTopic(feed),
      holdsTopic(holds, things),
      grantsTopic(grants),
      logTopic(affairs.log),
      settingsTopic(affairs.settings),
    ],
    methods: {
      ...historyMethods({ history, catalogue }),
      ...reviewMethods({ reviews, decided }),
      ...changeMethods({ workbench, seen }),
      ...editorMethods({ workbench, author: PERSON, decided }),
      ...grantMethods({ grants, suggestions, reviews, workbench, catalogue, policy, written: affairs.policy, decided }),
      ...holdMethods({ holds, connections, things, decided }),
      ...conversationMethods({ feed, workbench, environment: async () => (await affairs.registration.home()).variables, decided }),
      ...againMethods(things),
      ...runMethods({ things, withoutSecrets: (text) => history.withoutSecrets(text) }),
      ...logMethods(affairs.log.lines),
      ...settingMethods(affairs.settings, decided),
      ...policyMethods({ policy: affairs.policy, workbench, catalogue, decided }),
      ...projectMethods({ workbench, affairs, decided }),
      ...daemonMethods(affairs, decided),
      ...agentMethods({ state, workbench, registration: affairs.registration, decided }),
    },
    terminals: new WindowTerminals(things),
  };
}

// A client's name comes with its version.
function agentOfName(client: string): string | undefined {
  return agentOfClient(client.replace(/ [^ ]*$/, '')) ?? agentOfClient(client);
}
