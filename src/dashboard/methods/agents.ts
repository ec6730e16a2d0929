// What a person does about the agents of this machine: see where Binnacle is registered, look at what would be written, write it, and take it back.

import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { machineClock } from '../../base/waiting/clock.ts';
import { minutes } from '../../base/waiting/duration.ts';
import { configurationChanged } from '../../ide/errors/registrationErrors.ts';
import type { Workbench } from '../../ide/ide.ts';
import { AGENT_IDS, type Agent, knownAgent, SCOPES, type UserHome } from '../../registration/agents.ts';
import { appliedChanges, apply, undo } from '../../registration/apply.ts';
import { chosenEntry } from '../../registration/chosenEntry.ts';
import { copyConfiguration } from '../../registration/configurationText.ts';
import { detectAgents } from '../../registration/detection.ts';
import { ENDPOINTS, TRANSPORTS } from '../../registration/endpoints.ts';
import { stdioEntry } from '../../registration/entry.ts';
import { type InstallPlace, type Plan, planInstall, planUninstall } from '../../registration/plan.ts';
import { RULE } from '../../registration/rule.ts';
import type { MethodsOf } from '../sources.ts';
import { idShape, method, nothing, pathShape } from './method.ts';

// What the daemon knows about itself and its person.
export interface RegistrationAffairs {
  // The file that a person runs. Throws where there is none.
  readonly executable: string;
  // What runs it; without it what runs this process.
  readonly node?: () => string;
  // With the variables of the person's own shell, which say where some agents keep things.
  home(): Promise<UserHome>;
  // Where URLs lead, with the token that opens it.
  address(): Promise<{ readonly base: string; readonly token: string }>;
}

export interface AgentMethodsParts {
  readonly state: string;
  readonly workbench: Pick<Workbench, 'projects'>;
  readonly registration: RegistrationAffairs;
  readonly decided: (what: string, session: string) => void;
}

// A person reads it meanwhile.
const LONGEST_PLAN = minutes(15);
const MOST_PLANS = 32;

const choice = {
  agent: z.enum(AGENT_IDS),
  scope: z.enum(SCOPES).default('user'),
  transport: z.enum(TRANSPORTS).optional(),
  endpoint: z.enum(ENDPOINTS).default('own'),
  // For the scopes of a project, and for a URL that means one.
  project: pathShape.optional(),
};

type Chosen = z.output<z.ZodObject<typeof choice>>;

interface KeptPlan {
  readonly plan: Plan;
  readonly until: number;
}

export function agentMethods({ state, workbench, registration, decided }: AgentMethodsParts): MethodsOf<'agents'> {
  const plans = new Map<string, KeptPlan>();
  const chosenProject = (named: string | undefined) => named ?? workbench.projects()[0]?.path;
  const keep = (plan: Plan): string => {
    const now = machineClock.steady();
    for (const [id, { until }] of plans) if (until < now || plans.size >= MOST_PLANS) plans.delete(id);
    const id = randomUUID();
    plans.set(id, { plan, until: now + LONGEST_PLAN });
    return id;
  };
  const placeOf = async ({ agent, scope, project }: Chosen): Promise<{ readonly agent: Agent; readonly where: InstallPlace }> => {
    const home = await registration.home();
    return { agent: knownAgent(agent), where: { scope, project: chosenProject(project) ?? home.folder, home } };
  };
  const entryOf = (agent: Agent, { project, ...chosen }: Chosen) =>
    chosenEntry(agent, chosen, {
      executable: registration.executable,
      node: registration.node,
      address: async () => ({ ...(await registration.address()), project }),
    });
  return {
    'agents.list': method('agents.list', z.strictObject({ project: pathShape.optional() }), async ({ project }) => {
      const expected = { program: stdioEntry(registration.executable, 'own', registration.node?.()), daemon: await registration.address() };
      return {
        agents: detectAgents({ home: await registration.home(), project: chosenProject(project), expected }),
        applied: appliedChanges(state),
        rule: RULE,
      };
    }),
    'agents.plan': method('agents.plan', z.strictObject({ ...choice, action: z.enum(['install', 'uninstall']) }), async ({ action, ...chosen }) => {
      const { agent, where } = await placeOf(chosen);
      const plan = action === 'uninstall' ? planUninstall(agent.id, chosen.endpoint, where, state) : planInstall(agent.id, await entryOf(agent, chosen), where);
      return { plan: keep(plan), summary: plan.summary };
    }),
    'agents.copy': method('agents.copy', z.strictObject(choice), async (chosen) => {
      const { agent, where } = await placeOf(chosen);
      return copyConfiguration(agent, await entryOf(agent, chosen), where);
    }),
    'agents.apply': method('agents.apply', z.strictObject({ plan: idShape }), async ({ plan: id }, { session, signal }) => {
      const kept = plans.get(id);
      plans.delete(id);
      if (kept === undefined || kept.until < machineClock.steady()) throw configurationChanged('The plan');
      const { summary } = kept.plan;
      const applied = await apply(kept.plan, state, signal);
      if (applied !== undefined) decided(`${summary.action} of ${summary.name} in ${summary.file}`, session);
      return { applied: applied ?? null };
    }),
    'agents.undo': method('agents.undo', z.strictObject({ id: idShape }), async ({ id }, { session, signal }) => {
      const undone = await undo(id, state, signal);
      decided(`${undone.file} was given back`, session);
      return undone;
    }),
    'agents.rule': method('agents.rule', nothing, async () => ({ rule: RULE })),
  };
}
