// Ties the knot: picks the host, the server and the doors for a daemon, or hands a command to the command line.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { issuerIn } from './base/processes/startedFor.ts';
import { keepCompiledCode, useCompiledCode } from './daemon/life/compiledCode.ts';
import type { OpenDaemon } from './daemon/openDaemon.ts';
import type { ServeOptions } from './daemon/serveOptions.ts';

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
  await runCommandLine(process.argv, { path: program, executable: process.argv[1] ?? program, serve, tools });
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
    { Processes },
    { jetbrainsIndex },
    { jetbrainsDebugger },
    { copilotBridge },
  ] = await Promise.all([
    import('./daemon/openDaemon.ts'),
    import('./tools/catalogue.ts'),
    import('./hosts/headless/headlessIde.ts'),
    import('./hosts/headless/languages/engine/hibernation.ts'),
    import('./machine/processes/processes.ts'),
    import('./dialects/jetbrainsIndex.ts'),
    import('./dialects/jetbrainsDebugger.ts'),
    import('./dialects/copilotBridge.ts'),
  ]);
  return openDaemon(options, {
    program,
    reaperProgram: join(program, '..', 'reaper.cjs'),
    catalogue: new Catalogue(allTools, families),
    dialects: [jetbrainsIndex, jetbrainsDebugger, copilotBridge],
    host: ({ state, reaper, log, logFile, engines, evaluation }) => {
      const processes = new Processes(reaper, { issuer: issuerIn(state), runnerProgram: join(program, '..', 'runner.cjs') });
      const hibernation = new Hibernation(engines, log);
      return (project) => openHeadlessIde(project, { stateFolder: state, processes, log, logFile, hibernation, evaluation });
    },
  });
}
