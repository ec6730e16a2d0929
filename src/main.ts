// Ties the knot: picks the host, the server and the doors for a daemon, or hands a command to the command line.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { issuerIn } from './base/processes/startedFor.ts';
import { keepCompiledCode, useCompiledCode } from './daemon/life/compiledCode.ts';
import type { OpenDaemon } from './daemon/openDaemon.ts';
import type { ServeOptions } from './daemon/serveOptions.ts';
import type { LanguageServers } from './ide/doors/servers.ts';

const program = fileURLToPath(import.meta.url);
const BACKGROUND: ServeOptions = {
  background: true,
  projects: [],
  port: undefined,
  withToken: true,
  bridge: undefined,
  toolset: undefined,
  idleExit: undefined,
};

// Everything else is loaded from here on.
const isBackground = process.argv[2] === 'serve' && process.argv[3] === '--background';
if (isBackground) keepCompiledCode();
useCompiledCode();

// A daemon that a door starts must be ready soon, so it never sees the command line.
if (isBackground) await serveInBackground();
else {
  const { runCommandLine } = await import('./cli/commandLine.ts');
  const tools = async () => (await import('./tools/catalogue.ts')).allTools;
  await runCommandLine(process.argv, { path: program, executable: process.argv[1] ?? program, serve, tools, speakFor, takeRegistry, withServers });
}

// What fetches a language server for a person in a terminal.
async function withServers(work: (servers: LanguageServers) => Promise<void>): Promise<void> {
  const [{ MachineServers }, { Processes }, { Reaper }, { stateFolder }] = await Promise.all([
    import('./machine/servers/machineServers.ts'),
    import('./machine/processes/processes.ts'),
    import('./daemon/life/reaper.ts'),
    import('./daemon/folders.ts'),
  ]);
  const log = { info: () => {}, warn: (text: string) => console.error(text), error: (text: string) => console.error(text) };
  const reaper = new Reaper(join(program, '..', 'reaper.cjs'), stateFolder(), log);
  const processes = new Processes(reaper);
  try {
    await work(new MachineServers({ processes }));
  } finally {
    await processes.endAll();
    reaper.close();
  }
}

// Keeps a copy of a registry of agents where no agent's tool writes; how many of them can be used.
async function takeRegistry(file: string): Promise<number> {
  const [{ readRegistry, registryIn }, { stateFolder, writePrivateFile }] = await Promise.all([
    import('./agents/rows/registryFile.ts'),
    import('./daemon/folders.ts'),
  ]);
  const { text, agents } = readRegistry(file);
  writePrivateFile(registryIn(stateFolder()), text);
  return agents.length;
}

async function speakFor(agent: string, command: readonly string[]): Promise<void> {
  const { proxyAgent } = await import('./agents/proxy/acpProxy.ts');
  const [{ Processes }, { Reaper }, { stateFolder }] = await Promise.all([
    import('./machine/processes/processes.ts'),
    import('./daemon/life/reaper.ts'),
    import('./daemon/folders.ts'),
  ]);
  const log = { info: () => {}, warn: (text: string) => console.error(text), error: (text: string) => console.error(text) };
  const state = stateFolder();
  // What an editor is killed with must not leave its agent behind.
  const reaper = new Reaper(join(program, '..', 'reaper.cjs'), state, log);
  try {
    process.exitCode = await proxyAgent({
      agent,
      command,
      state,
      processes: new Processes(reaper),
      executable: join(program, '..', '..', 'bin', 'binnacle.cjs'),
    });
  } finally {
    reaper.close();
  }
}

// What it prints is read by the door that started it, and sent to the agent.
async function serveInBackground(): Promise<void> {
  const { complain } = await import('./cli/screen.ts');
  try {
    await serve(BACKGROUND);
  } catch (error) {
    complain(error);
    process.exitCode = 1;
  }
}

async function serve(options: ServeOptions): Promise<OpenDaemon> {
  const [
    { openDaemon },
    { allTools, Catalogue, families },
    { openHeadlessIde },
    { Hibernation },
    { openForwardedIde },
    { Processes },
    { jetbrainsIndex },
    { jetbrainsDebugger },
    { copilotBridge },
    { claudeIde },
    { claudeIdeSeed },
    { geminiIde, qwenIde },
    { agentsOf },
    { vscodeRefactoring },
    { originalOfTree },
  ] = await Promise.all([
    import('./daemon/openDaemon.ts'),
    import('./tools/catalogue.ts'),
    import('./hosts/headless/headlessIde.ts'),
    import('./hosts/headless/languages/engine/hibernation.ts'),
    import('./hosts/forwarded/forwardedIde.ts'),
    import('./machine/processes/processes.ts'),
    import('./dialects/jetbrainsIndex.ts'),
    import('./dialects/jetbrainsDebugger.ts'),
    import('./dialects/copilotBridge.ts'),
    import('./dialects/claudeIde/claudeIde.ts'),
    import('./dialects/claudeIde/claudeIdeSeed.ts'),
    import('./dialects/geminiIde/geminiIde.ts'),
    import('./agents/agentsOf.ts'),
    import('./dialects/vscode/vscodeRefactoring.ts'),
    import('./machine/worktrees/worktrees.ts'),
  ]);
  return openDaemon(options, {
    program,
    reaperProgram: join(program, '..', 'reaper.cjs'),
    pages: join(program, '..', 'dashboard'),
    catalogue: new Catalogue(allTools, families),
    dialects: [jetbrainsIndex, jetbrainsDebugger, copilotBridge, claudeIde, claudeIdeSeed, geminiIde, qwenIde, vscodeRefactoring],
    originalOf: originalOfTree,
    forward: ({ socket, ...connection }) => openForwardedIde({ ...connection, input: socket, output: socket }),
    agents: ({ state, log, processes: reaper }) => {
      const processes = new Processes(reaper, { issuer: issuerIn(state) });
      return (parts, openDoor) => agentsOf({ parts, processes, state, log, openDoor, executable: join(program, '..', '..', 'bin', 'binnacle.cjs') });
    },
    host: ({ state, reaper, log, logFile, engines, evaluation, ownSettings, servers }) => {
      const processes = new Processes(reaper, { issuer: issuerIn(state), runnerProgram: join(program, '..', 'runner.cjs') });
      const hibernation = new Hibernation(engines, log);
      return (project) => openHeadlessIde(project, { stateFolder: state, processes, log, logFile, hibernation, evaluation, ownSettings, servers });
    },
  });
}
