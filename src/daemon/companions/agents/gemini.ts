// Gemini CLI: MCP over HTTP, found by a file in the temporary folder that names a process and a port. Of several with its folder it takes the one of the port that it was given, else the first.
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { type CompanionAgent, isPort, OUR_NAME, parsedJson, withoutProxy } from './agent.ts';
import { companionNames } from './companionNames.ts';

const Discovery = z.object({
  workspacePath: z.string(),
  authToken: z.string().optional(),
  ideInfo: z.object({ displayName: z.string().optional() }).optional(),
});

export const gemini: CompanionAgent = {
  name: 'gemini',
  ...companionNames.gemini,
  programFolders: () => [],
  setting: 'geminiIde',
  carriedBy: 'http',
  dialects: { '/mcp': 'geminiIde' },
  isUsed: () => existsSync(join(process.env['GEMINI_CLI_HOME'] || homedir(), '.gemini')),
  usualFolder: () => discoveryFolder(tmpdir()),
  namedFolder({ TMPDIR, TEMP, TMP }) {
    const named = process.platform === 'win32' ? (TEMP ?? TMP) : (TMPDIR ?? TMP ?? TEMP);
    // As Node has it, without a slash at the end.
    return named !== undefined && isAbsolute(named) ? discoveryFolder(named.replace(/(?<=.)[\\/]$/, '')) : undefined;
  },
  placeVariables: ['TMPDIR', 'TMP', 'TEMP'],
  placeIsPersons: false,
  files({ port, token, project }, offered, folders) {
    const text = JSON.stringify({ port, workspacePath: project, authToken: token, ideInfo: IDE_INFO });
    // The second name is read only by a command that was given its number for the process of the IDE.
    const name = offered === 'folder' ? `gemini-ide-server-${process.pid}-${port}.json` : `gemini-ide-server-${port}.json`;
    // A command looks in one of them, so it may lie in each.
    return folders.map((folder) => ({ places: [join(folder, name)], text }));
  },
  found(file, text) {
    const [, pid, port] = /^gemini-ide-server-(\d{1,10})-(\d{1,5})\.json$/.exec(basename(file)) ?? [];
    const discovery = Discovery.safeParse(parsedJson(text)).data;
    if (discovery === undefined || !isPort(Number(port))) return undefined;
    const { workspacePath, authToken, ideInfo } = discovery;
    return {
      port: Number(port),
      pid: Number(pid),
      folders: workspacePath.split(delimiter).filter((folder) => folder !== ''),
      name: ideInfo?.displayName,
      token: authToken,
    };
  },
  variables: (port, environment) => ({
    GEMINI_CLI_IDE_SERVER_PORT: String(port),
    GEMINI_CLI_IDE_PID: String(port),
    ...withoutProxy(environment),
    // In a container it would ask the machine around it, unless this says that whoever started it is inside too.
    ...(isInContainer() && { REMOTE_CONTAINERS: 'true' }),
  }),
};

export const IDE_INFO = { name: OUR_NAME.toLowerCase(), displayName: OUR_NAME };
function discoveryFolder(temporary: string): string {
  return join(temporary, 'gemini', 'ide');
}

function isInContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}
