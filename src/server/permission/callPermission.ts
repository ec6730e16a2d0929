// What a tool may do in one call beyond its effect: each command and each host is judged, and where a person must decide, the call itself is what they see.

import type { Decide, ReviewProposal } from '../../ide/doors/reviews.ts';
import type { JudgedStep } from '../../ide/doors/running.ts';
import { notPermitted } from '../../ide/errors/errors.ts';
import type { Project } from '../../ide/ide.ts';
import type { CallPermission, Tool } from '../../tools/tool.ts';
import { permittedBy } from './askFirst.ts';
import type { CallGrant } from './callGrant.ts';
import { type Judgement, judgeCommands, judgeHost, strictest } from './commandPermission.ts';
import { type Policy, ruleForTool } from './permission.ts';
import type { Verdict } from './rules.ts';

export interface JudgedCall {
  readonly tool: Tool;
  readonly input: unknown;
  readonly project: Project | undefined;
  readonly policy: Policy;
  // What the policy says of the tool itself.
  readonly verdict: Verdict;
  // Why a person sees whatever it runs; undefined where nobody holds the agent.
  readonly held?: string | undefined;
  // A person has clicked it, so whatever asks is answered.
  readonly isPerson?: boolean;
  // What a person has granted, where only their policy asks.
  readonly grant?: CallGrant | undefined;
  readonly decide: Decide;
  readonly ownPorts: () => ReadonlySet<number>;
  readonly ownProcesses: () => ReadonlySet<number>;
}

export function callPermission(call: JudgedCall): CallPermission {
  const { tool, project, policy } = call;
  const otherwise = tool.judgesCommands === true ? call.verdict : 'allow';
  return {
    async commands(steps, { hosts, unusual } = { hosts: [], unusual: [] }) {
      const judgedAs = async (ofTool: Verdict) =>
        strictest([
          await judgeCommands(steps, project, policy, ofTool),
          ...hosts.map(({ host, isLoopback }) => judgeHost(host, isLoopback, project, policy)),
          ...unusual.map((why) => ({ verdict: ruleForTool(tool, project, policy) ?? 'ask', why })),
        ]);
      const judged = await judgedAs(otherwise);
      // A grant is for the tool: what a rule says of this command, this host or a danger asks all the same.
      const isGrantable = judged.verdict === 'ask' && otherwise === 'ask' && call.grant?.isPossible === true && (await judgedAs('allow')).verdict === 'allow';
      const grant = isGrantable ? call.grant?.find(undefined) : undefined;
      if (grant === undefined) return permitted(call, judged, 'commands', steps, isGrantable ? {} : undefined);
      call.grant?.pass(grant);
    },
    host: (host, isLoopback) => permitted(call, judgeHost(host, isLoopback, project, policy), 'hosts'),
    hostRefusal(host, isLoopback) {
      const { verdict } = judgeHost(host, isLoopback, project, policy);
      return verdict === 'allow' || (verdict === 'ask' && call.isPerson === true)
        ? undefined
        : verdict === 'deny'
          ? 'the policy denies it'
          : 'a person would have to be asked';
    },
    isOurPort: (port) => call.ownPorts().has(port),
    isOurProcess: (pid) => call.ownProcesses().has(pid),
  };
}

// There is only the call itself to look at, and what it makes of its project's files.
export function wholeCall({ name, title }: Tool, parameters: unknown, why?: string, steps: readonly JudgedStep[] = []): ReviewProposal {
  const said = new Set(textsIn(parameters));
  const runs = textsIn(steps).every((text) => said.has(text)) ? undefined : steps;
  return { asks: 'permission', tool: name, title: why === undefined ? title : `${title}: ${why}`, files: [], parameters, why, runs };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([, inner]) => textsIn(inner)) : [];
}

function permitted(
  { tool, input, decide, held }: JudgedCall,
  judged: Judgement,
  key: string,
  steps: readonly JudgedStep[] = [],
  grantable?: ReviewProposal['grantable'],
): void {
  const { verdict, why } = held === undefined || judged.verdict === 'deny' ? judged : heldToo(judged, held);
  if (verdict === 'allow') return;
  if (verdict === 'deny') throw notPermitted(tool.name, `the policy denies it${why === undefined ? '' : ` (${why})`}`, howToAllow(key));
  permittedBy(decide({ ...wholeCall(tool, input, why, steps), grantable }), tool.name);
}

// Also what the policy names: whoever holds an agent wants to see what it does next.
function heldToo({ why }: Judgement, held: string): Judgement {
  return { verdict: 'ask', why: why === undefined ? held : `${held}; ${why}` };
}

function howToAllow(key: string): string {
  return `A person can allow it under ${key} in the policy file (see binnacle status).`;
}
