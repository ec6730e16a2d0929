// The list of agents that the Agent Client Protocol publishes, as a person has given it to us: which entries can be used, and why the others cannot. Nothing is fetched and nothing run.
import { join } from 'node:path';
import { z } from 'zod';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { visibleText } from '../../base/text/visibleText.ts';
import { agentRegistryUnreadable } from '../../ide/errors/agentErrors.ts';

// The published one has a few dozen entries in less than a tenth of it.
const LARGEST = 2 * 1024 * 1024;
const MOST_ENTRIES = 500;
const LONGEST_LINE = 300;
const LONGEST_TEXT = 2_000;
const MOST_WORDS = 40;
const LONGEST_NAMED = 60;

// What a person reads is what is started: a word that moves the cursor or turns the line around would hide the others.
const line = z
  .string()
  .min(1)
  .max(LONGEST_LINE)
  .refine((text) => !/[\t\n\r]/.test(text) && visibleText(text) === text, 'it has control characters or such as cannot be seen');
const id = line.regex(/^[a-z][a-z0-9-]{0,63}$/, 'an id is small letters, digits and hyphens');
const version = line.regex(/^\d+\.\d+\.\d+[0-9A-Za-z.+-]*$/, 'a version is as in 1.2.3');
const program = line.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'a command of a package is a plain name');
// Such variables decide which program is started, what it loads and where it comes from; the person has set them, or nobody.
const OF_PROGRAMS =
  /^(?:PATH|PATHEXT|HOME|USERPROFILE|SHELL|COMSPEC|ENV|BASH_ENV|(?:LD|DYLD|NODE|NPM|UV|PIP|PYTHON|GIT|XDG|BINNACLE|SSL_CERT)_?.*|.*_IN_BINNACLE|.*_PROXY|(?:LOCAL)?APPDATA)$/i;
const variables = z.record(
  line
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a variable has another name')
    .refine((name) => !OF_PROGRAMS.test(name), 'a variable decides which program is started'),
  z.union([z.literal(''), line]),
);
const started = { args: z.array(line).max(MOST_WORDS).default([]), env: variables.default({}) };

const Package = (name: RegExp) =>
  z.object({ package: line.regex(name, 'a package is a name with at most one exact version'), cmd: program.exactOptional(), ...started });
const NpmPackage = Package(/^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*(?:@\d+\.\d+\.\d+[0-9A-Za-z.+-]*)?$/);
const PythonPackage = Package(/^[A-Za-z0-9][A-Za-z0-9._-]*(?:(?:==|@)\d[0-9A-Za-z.+!-]*)?$/);
const Archive = z.object({ archive: line.regex(/^https:\/\//, 'an archive has an https address'), cmd: line, ...started });
export type PublishedPackage = z.infer<typeof NpmPackage>;

const Published = z.object({
  id,
  name: line,
  version,
  description: z.string().max(LONGEST_TEXT),
  license: line.exactOptional(),
  distribution: z
    .strictObject({ npx: NpmPackage.exactOptional(), uvx: PythonPackage.exactOptional(), binary: z.record(line, Archive).exactOptional() })
    .refine((ways) => Object.keys(ways).length > 0, 'it can be got in no way'),
});
export type PublishedAgent = z.infer<typeof Published>;

const Registry = z.looseObject({ version: z.string().max(LONGEST_LINE), agents: z.array(z.unknown()).max(MOST_ENTRIES) });
const Named = z.looseObject({ id: z.string() });

export interface AgentRegistry {
  readonly text: string;
  readonly agents: readonly PublishedAgent[];
  // The others, each named, with why.
  readonly leftOut: readonly string[];
}

// Our copy, beside what no agent's tool writes.
export function registryIn(state: string): string {
  return join(state, 'agent-registry.json');
}

// Throws agent_registry_unreadable where it is no registry at all.
export function readRegistry(file: string): AgentRegistry {
  const text = textOf(file);
  const registry = Registry.safeParse(jsonOf(file, text));
  if (!registry.success) throw agentRegistryUnreadable(file, why(registry.error));
  const entries = registry.data.agents;
  const ids = entries.map((entry) => Named.safeParse(entry).data?.id);
  const agents: PublishedAgent[] = [];
  const leftOut: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const own = ids[index];
    const parsed = Published.safeParse(entry);
    const name = own === undefined ? `entry ${index + 1}` : visibleText(own.slice(0, LONGEST_NAMED)).replaceAll(/\s/g, ' ');
    if (!parsed.success) leftOut.push(`${name}: ${why(parsed.error)}`);
    // Which of them is meant, nobody can tell.
    else if (ids.filter((each) => each === own).length > 1) leftOut.push(`${name}: there are several of this id`);
    else agents.push(parsed.data);
  }
  return { text, agents, leftOut };
}

function textOf(file: string): string {
  try {
    return readSmallFile(file, LARGEST);
  } catch (error) {
    const code = systemErrorCode(error);
    throw agentRegistryUnreadable(file, code === 'ENOENT' ? 'there is no such file' : (code ?? `it is no file of at most ${LARGEST / 1024 ** 2} MB`));
  }
}

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw agentRegistryUnreadable(file, 'it is no JSON');
  }
}

// The first of what is wrong, with its place.
function why({ issues }: z.core.$ZodError): string {
  const [issue] = issues;
  const message = issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message;
  const place = issue?.path.map(String).join('.') ?? '';
  return visibleText(`${place === '' ? '' : `${place}: `}${message ?? 'it is not of the format'}`).slice(0, LONGEST_LINE);
}
