// Qwen Code: as Gemini CLI, of which it is a fork, but found by a lock file in its own folder, the newest first.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { type CompanionAgent, isPort, parsedJson, withoutProxy } from './agent.ts';
import { companionNames } from './companionNames.ts';
import { IDE_INFO } from './gemini.ts';

const Lock = z.object({
  ppid: z.number().optional(),
  workspacePath: z.string(),
  authToken: z.string().optional(),
  ideName: z.string().optional(),
  ideInfo: z.object({ displayName: z.string().optional() }).optional(),
});

export const qwen: CompanionAgent = {
  name: 'qwen',
  ...companionNames.qwen,
  programFolders: () => [],
  setting: 'geminiIde',
  carriedBy: 'http',
  dialects: { '/mcp': 'qwenIde' },
  isUsed: () => [process.env['QWEN_HOME'], join(homedir(), '.qwen')].some((folder) => folder !== undefined && existsSync(folder)),
  usualFolder: () => join(homedir(), '.qwen', 'ide'),
  namedFolder({ QWEN_HOME: named }) {
    return named !== undefined && isAbsolute(named) ? join(named, 'ide') : undefined;
  },
  placeVariables: ['QWEN_HOME'],
  placeIsPersons: true,
  files({ port, token, project }, offered, folders) {
    const text = JSON.stringify({ port, workspacePath: project, ppid: process.pid, authToken: token, ideName: IDE_INFO.displayName, ideInfo: IDE_INFO });
    return folders.map((folder) => ({ places: [join(folder, `${port}.lock`)], text, ...(offered === 'port' && { comesLast: true }) }));
  },
  found(file, text) {
    const port = Number(/^(\d{1,5})\.lock$/.exec(basename(file))?.[1]);
    const lock = Lock.safeParse(parsedJson(text)).data;
    if (lock === undefined || !isPort(port)) return undefined;
    const { ppid, workspacePath, authToken, ideName, ideInfo } = lock;
    const folders = workspacePath.split(delimiter).filter((folder) => folder !== '');
    return { port, pid: ppid, folders, name: ideInfo?.displayName ?? ideName, token: authToken };
  },
  variables: (port, environment) => ({ QWEN_CODE_IDE_SERVER_PORT: String(port), ...withoutProxy(environment) }),
};
