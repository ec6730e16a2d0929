// binnacle grant: what a person has allowed agents for a while, and the way to take it back.
import { z } from 'zod';
import { visibleText } from '../base/text/visibleText.ts';
import { seconds } from '../base/waiting/duration.ts';
import { stateFolder } from '../daemon/folders.ts';
import { liveInstances } from '../daemon/instances/discovery.ts';
import { listeningWindows } from '../daemon/instances/windows.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import { openPersonSession } from '../daemon/people/people.ts';
import { nothingGranted } from '../ide/errors/machineErrors.ts';
import { say, sayJson } from './screen.ts';

export interface GrantFlags {
  readonly json?: boolean;
}

const LONGEST_ANSWER = seconds(10);
const Listed = z.object({
  grants: z.array(
    z.object({
      id: z.number(),
      tool: z.string(),
      glob: z.string(),
      project: z.string(),
      connection: z.string().optional(),
      client: z.string().optional(),
      until: z.string(),
      passed: z.number(),
    }),
  ),
});
type Listed = z.infer<typeof Listed>['grants'];

export async function listGrants({ json }: GrantFlags): Promise<void> {
  await onlyForPeople('binnacle grant', stateFolder());
  const grants = await asked('GET', '/grants');
  if (json) sayJson({ grants });
  else say(grants.length === 0 ? 'Nothing is granted.' : grants.map(sentence).join('\n'));
}

// Without a number, all of them.
export async function revokeGrant(number: string | undefined, { json }: GrantFlags): Promise<void> {
  await onlyForPeople('binnacle grant', stateFolder());
  const known = await asked('GET', '/grants');
  if (number !== undefined && !known.some(({ id }) => String(id) === number)) throw nothingGranted(number, known.map(sentence));
  const revoked = await asked('POST', `/grants/${number ?? 'all'}/revoke`);
  if (json) sayJson({ revoked });
  else say(revoked.length === 0 ? 'Nothing is granted.' : revoked.map((grant) => `Revoked: ${sentence(grant)}`).join('\n'));
}

// Of every daemon and every VS Code window of this user.
async function asked(method: 'GET' | 'POST', path: string): Promise<Listed> {
  const state = stateFolder();
  const answers = [...liveInstances(state), ...listeningWindows(state)].map(async (instance) => {
    using session = await openPersonSession(instance);
    // One of another version may have no place for people.
    if (session === undefined) return [];
    const headers = { authorization: `Bearer ${session.token}` };
    const response = await fetch(`${instance.url}${path}`, { method, headers, signal: AbortSignal.timeout(LONGEST_ANSWER) });
    return Listed.safeParse(await response.json()).data?.grants ?? [];
  });
  return (await Promise.all(answers)).flat();
}

// Names come from agents.
function sentence({ id, tool, glob, project, client, connection, until, passed }: Listed[number]): string {
  const who = connection === undefined ? 'every agent' : `${visibleText(client ?? 'an agent')} at ${visibleText(connection)}`;
  return `${id}  ${tool} in ${visibleText(glob)} by ${who} in ${visibleText(project)}, until ${until.slice(0, 16).replace('T', ' ')} UTC; it let ${passed} calls through.`;
}
