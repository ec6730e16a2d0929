// Claude Code: a WebSocket whose port stands in the name of a lock file. It connects by itself only where exactly one lock has its folder.
import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { type CompanionAgent, isPort, OUR_NAME, parsedJson, withoutProxy } from './agent.ts';
import { companionNames } from './companionNames.ts';

const Lock = z.object({
  pid: z.number(),
  workspaceFolders: z.array(z.string()),
  ideName: z.string().optional(),
  authToken: z.string().optional(),
});

export const claude: CompanionAgent = {
  name: 'claude',
  ...companionNames.claude,
  programFolders: () => [join(homedir(), '.local', 'bin'), join(homedir(), '.claude', 'local')],
  setting: 'claudeIde',
  carriedBy: 'webSocket',
  // The real one at the path that the command asks for, the one of the older document at the path that it names.
  dialects: { '/': 'claudeIde', '/mcp': 'claudeIdeSeed' },
  // Everybody may come to have it, and many look for it by its lock.
  isUsed: () => true,
  usualFolder: () => join(homedir(), '.claude', 'ide'),
  namedFolder({ CLAUDE_CONFIG_DIR: named }) {
    return named !== undefined && isAbsolute(named) ? join(named, 'ide') : undefined;
  },
  placeVariables: ['CLAUDE_CONFIG_DIR'],
  placeIsPersons: true,
  files({ port, token, project }, offered, folders) {
    const lock = { pid: process.pid, workspaceFolders: offered === 'folder' ? [project] : [], ideName: OUR_NAME, transport: 'ws', authToken: token };
    // In one place only: the command counts a lock that lies in two of them as two.
    const own = { places: folders.map((folder) => join(folder, `${port}.lock`)), text: JSON.stringify(lock) };
    // As the older document has it: in the person's home, never in a project, and without a pid.
    const older = {
      places: [join(homedir(), '.claude-code', `${port}.json`)],
      text: JSON.stringify({ port, authToken: token, projectPath: project }),
      isExtra: true,
    };
    return offered === 'folder' ? [own, older] : [own];
  },
  found(file, text) {
    const port = Number(/^(\d{1,5})\.lock$/.exec(basename(file))?.[1]);
    const lock = Lock.safeParse(parsedJson(text)).data;
    if (lock === undefined || !isPort(port)) return undefined;
    return { port, pid: lock.pid, folders: lock.workspaceFolders, name: lock.ideName, token: lock.authToken };
  },
  variables: (port, environment) => ({ CLAUDE_CODE_SSE_PORT: String(port), ENABLE_IDE_INTEGRATION: 'true', ...withoutProxy(environment) }),
};
