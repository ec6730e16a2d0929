// binnacle rule: prints the rule for agents, and where each agent looks for it.
import { agents, describeRules, knownAgent, userHome } from '../registration/agents.ts';
import { RULE } from '../registration/rule.ts';
import { columns, remark, say } from './screen.ts';

// The rule alone on stdout, so that it can be appended to a file.
export function printRule(id: string | undefined): void {
  const home = userHome();
  const chosen = id === undefined ? undefined : knownAgent(id);
  say(RULE);
  remark(
    chosen === undefined
      ? `\nWhere agents look for it:\n${columns(agents.map((agent) => [agent.title, describeRules(agent, home)]))}`
      : `\n${chosen.title} looks for it in ${describeRules(chosen, home)}.`,
  );
}
