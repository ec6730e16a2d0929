// The same project in both hosts, each with an agent on it, for one file of tests.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { readPolicyFrom } from '../../../src/daemon/policy.ts';
import { realAgentOn } from '../tools/realAgent.ts';
import { FILES } from './project.ts';
import { openVscodeWindow, type VscodeWindow } from './vscodeWindow.ts';

export interface Host {
  readonly project: string;
  readonly client: Client;
}

export interface Hosts {
  readonly headless: Host;
  readonly vscode: Host & { readonly window: VscodeWindow; readonly scratch: string };
  close(): Promise<void>;
}

export interface HostsOptions {
  readonly files?: Readonly<Record<string, string>>;
  // Gets the folder of each project before anything is opened.
  prepare?(project: string): Promise<void>;
  // As a person has written it, for both.
  readonly policy?: object;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export async function openHosts({ files = FILES, prepare, policy = {}, settings = {} }: HostsOptions = {}): Promise<Hosts> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-window-')));
  // As the headless host's, so that both projects have the same name.
  const project = join(scratch, 'project');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  await prepare?.(project);
  const configuration = join(scratch, 'config', 'binnacle');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), JSON.stringify(policy));
  const window = await openVscodeWindow(project, scratch, { settings }).catch(async (error: unknown) => {
    await rm(scratch, { recursive: true, force: true });
    throw error;
  });
  const client = await connected(window);
  const real = await realAgentOn(files, prepare, true, readPolicyFrom(join(configuration, 'policy.json'))());
  return {
    headless: { project: real.agent.ide.project.path, client: real.agent.client },
    vscode: { project, client, window, scratch },
    async close() {
      await client.close();
      await real.close();
      await window.close();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

// Another client of the window, which is shown the tools that it asks for.
export async function connected({ url, token }: VscodeWindow, toolset = 'default', name = 'hosts'): Promise<Client> {
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp?toolset=${toolset}`), { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  );
  return client;
}

// The structured answer, or the refusal, without what must differ: which engine spoke, and where the project and the libraries lie.
export async function answerOf({ client, project }: Host, tool: string, given: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name: tool, arguments: given });
  const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const answerText = JSON.stringify(result.isError === true ? { refused: JSON.parse(text) } : result.structuredContent).replaceAll(project, '<project>');
  const { engine: _, ...answer } = z.record(z.string(), z.unknown()).parse(JSON.parse(answerText.replace(/"[^"]*\/(lib\.[\w.]+\.d\.ts)"/g, '"<library>/$1"')));
  return answer;
}
