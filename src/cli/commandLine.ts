// What a person can say to Binnacle in a terminal.

import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { version } from '../base/version.ts';
import type { OpenDaemon } from '../daemon/openDaemon.ts';
import type { ServeOptions } from '../daemon/serveOptions.ts';
import type { LanguageServers } from '../ide/doors/servers.ts';
import { AGENT_IDS, SCOPES } from '../registration/agents.ts';
import { ENDPOINTS, TRANSPORTS } from '../registration/endpoints.ts';
import type { Tool } from '../tools/tool.ts';
import { type AgentProgram, addAgentCommands } from './agents/agentCommands.ts';
import { addCompanionCommands } from './companions/companionCommands.ts';
import { SHELLS } from './completion/shells.ts';
import { addGrantCommands } from './grantCommands.ts';
import { addHoldCommands } from './holdCommands.ts';
import { complain } from './screen.ts';

// What the command line is given by main.ts, which alone knows how to make a daemon.
export interface Program extends AgentProgram {
  // The file that a person runs.
  readonly executable: string;
  serve(options: ServeOptions): Promise<OpenDaemon>;
  tools(): Promise<readonly Tool[]>;
  // Ends what the work has started.
  withServers(work: (servers: LanguageServers) => Promise<void>): Promise<void>;
}

export async function runCommandLine(argv: readonly string[], program: Program): Promise<void> {
  // `binnacle history | head` closes the pipe when it has seen enough.
  process.stdout.on('error', () => process.exit());
  try {
    await commands(program, argv).parseAsync(argv);
  } catch (error) {
    complain(error);
    process.exitCode = 1;
  }
}

// Each command is loaded when it is used: `binnacle stop` needs neither the tools nor a server.
function commands(program: Program, argv: readonly string[]): Command {
  const root = new Command('binnacle')
    .description('The IDE for coding agents: language servers behind one MCP server, shared by all your agents.')
    .version(version)
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .showHelpAfterError('Run binnacle --help to see what there is.')
    .addHelpText(
      'after',
      examples('binnacle install claude-code', 'binnacle serve --project .', 'binnacle call find_references --name Cart/total', 'binnacle status'),
    );

  root
    .command('serve')
    .description('run a daemon in this terminal: HTTP, SSE and WebSocket on the loopback address')
    .addOption(new Option('--project <folder>', 'a project to open; may be said several times').argParser(gathered).default([], 'the current folder'))
    .option('--port <number>', '0 for any (default: that of the URLs, 29300 if it was free at the first start)', wholeNumber)
    .option('--json', 'print one line {"url","port","token","pid","version","urls"} when ready')
    .option('--toolset <names>', 'the tools that agents are shown: default, all, families or tools, with commas')
    .option('--bridge', 'give each project an HTTP bridge on a port of its own (PSI_BRIDGE_PORT, or any), written to its file .psi-bridge-port')
    .option('--no-token', 'let every program of this machine in')
    .addOption(new Option('--service', 'as binnacle service install has it started').hideHelp())
    .option('--idle-exit [minutes]', 'end when no client was there for so long (10)', positiveNumber)
    .addHelpText('after', examples('binnacle serve', 'binnacle serve --project ~/shop --project ~/library', 'binnacle serve --port 0 --json'))
    .action(async (flags) => (await import('./serve.ts')).serveInTerminal(flags, program));

  root
    .command('mcp')
    .description('speak MCP over stdio; this is what agents start')
    .option('--project <folder>', 'the project (default: the folder it is started in)')
    .option('--toolset <names>', 'the tools that this agent is shown: default, all, families or tools, with commas')
    .addOption(new Option('--endpoint <endpoint>', 'whose names the tools have: ours, or those of a JetBrains index or debugger server').choices(ENDPOINTS))
    .addHelpText(
      'after',
      examples('binnacle mcp', 'binnacle mcp --project ~/shop', 'binnacle mcp --toolset navigation,diagnostics', 'binnacle mcp --endpoint index'),
    )
    .addHelpText('after', '\nA daemon is started if none runs, and shared with every other agent.');

  root
    .command('bridge')
    .description('speak MCP over stdio with the names of the bridge for Copilot')
    .argument('[folder]', 'the project (default: the folder it is started in)')
    .addHelpText('after', examples('binnacle bridge ~/shop'))
    .addHelpText('after', '\nLike binnacle mcp, with the tools that clients of that bridge know. Over HTTP: binnacle serve --bridge.');

  addCompanionCommands(root, argv, program.path);
  root
    .command('dap')
    .description('speak the debug adapter protocol over stdio, for editors and other clients of debuggers')
    .addArgument(new Argument('<runtime>', 'what runs the program').choices(['node']))
    .option('--port <number>', 'serve connections to this port of 127.0.0.1 instead, 0 for any; the first line printed is {"port"}', wholeNumber)
    .addHelpText('after', examples('binnacle dap node', 'binnacle dap node --port 4711'));

  root
    .command('status')
    .description('show which daemons run, and what they hold')
    .option('--json', 'for machines')
    .addHelpText('after', examples('binnacle status', 'binnacle status --json'))
    .action(async (flags) => (await import('./daemons.ts')).showStatus(flags));

  root
    .command('stop')
    .description('end the daemon with everything it started')
    .option('--all', 'also daemons of other versions')
    .addHelpText('after', examples('binnacle stop', 'binnacle stop --all'))
    .action(async (flags) => (await import('./daemons.ts')).stopDaemons(flags));

  root
    .command('doctor')
    .description('show which engine serves which files of a project, what is missing, and the command that installs it')
    .option('--project <folder>', 'the project (default: the current folder)')
    .option('--json', 'for machines')
    .option('--install [server]', 'fetch a language server from its registry into your cache; without a name, those that the project lacks')
    .option('--servers', 'show the language servers that can be fetched, and which are there')
    .addHelpText('after', examples('binnacle doctor', 'binnacle doctor --project ~/shop --json', 'binnacle doctor --install', 'binnacle doctor --install php'))
    .addHelpText(
      'after',
      '\nIts exit code is 1 when something is missing or has failed. Each server is pinned to a version and a hash, and no script of it is run.',
    )
    .action(async (flags) => {
      if (flags.servers || flags.install !== undefined) await (await import('./doctor/servers.ts')).servers(flags, program);
      else await (await import('./doctor/doctor.ts')).examine(flags, program.path);
    });

  root
    .command('call')
    .description('call a tool as an agent would')
    .argument('<tool>', 'see binnacle tools')
    .argument('[flags...]', 'the arguments of the tool; binnacle call <tool> --help lists them')
    .option('--args <json>', 'all arguments at once')
    .option('--project <folder>', 'the project (default: the current folder)')
    .option('--json', 'the structured answer, for machines')
    .passThroughOptions()
    .allowUnknownOption()
    .addHelpText(
      'after',
      examples(
        'binnacle call search_symbols --query Cart',
        'binnacle call find_references --file src/cart.ts --line 12 --name total',
        'binnacle call get_diagnostics --json',
        `binnacle call read_file --args '{"file":"src/cart.ts"}'`,
      ),
    )
    .addHelpText('after', '\nThese options may also follow the tool, where it has no argument of that name.')
    .action(async (tool: string, words: string[], before) =>
      (await import('./call.ts')).callFromTerminal(tool, { words, before }, await program.tools(), program.path),
    );

  root
    .command('tools')
    .description('list the tools')
    .option('--json', 'with schemas, for machines')
    .addHelpText('after', examples('binnacle tools', 'binnacle call find_references --help'))
    .action(async (flags) => (await import('./call.ts')).listTools(await program.tools(), flags));

  root
    .command('history')
    .description('show what agents asked')
    .option('--id <id>', 'this call with its whole request and answer; the first letters of the id do')
    .option('--tool <name>', 'only this tool, by the name that the client used or by ours; * stands for anything')
    .addOption(new Option('--status <status>', 'only calls that ended so').choices(['pending', 'success', 'error']))
    .option('--text <text>', 'only calls that hold it, anywhere')
    .option('--client <name>', 'only of this client')
    .option('--connection <id>', 'only through this connection, see binnacle connections')
    .option('--door <door>', 'only through this door: stdio, http, sse, webSocket or commandLine')
    .option('--project <folder>', 'only in this project')
    .option('--slower-than <milliseconds>', 'only calls that took at least so long', wholeNumber)
    .option('--requests', 'also requests that are no call of a tool, such as tools/list')
    .option('--since <time>', 'only from then on, such as 2026-11-15T10:00Z', time)
    .option('--limit <number>', 'the newest ones', wholeNumber)
    .option('--json', 'export as JSON')
    .option('--csv', 'export as CSV')
    .option('--clear', 'forget everything')
    .addHelpText(
      'after',
      examples(
        'binnacle history --status error',
        'binnacle history --text Cart --limit 5',
        'binnacle history --id 3f2a91c4 --json',
        'binnacle history --csv > calls.csv',
      ),
    )
    .action(async (flags) => (await import('./history.ts')).showHistory(flags));

  root
    .command('connections')
    .description('show which clients are connected, where they work and what they wait for')
    .option('--json', 'for machines')
    .addHelpText('after', examples('binnacle connections', 'binnacle connections --json'))
    .action(async (flags) => (await import('./connections.ts')).showConnections(flags));

  root
    .command('trust')
    .description('let the code of a project be run (its tests, plugins and build scripts)')
    .argument('[folder]', 'without it, the list is shown')
    .option('--remove', 'take the trust back')
    .addHelpText('after', examples('binnacle trust ~/shop', 'binnacle trust'))
    .action(async (folder: string | undefined, flags) => (await import('./trust.ts')).trustProject(folder, flags));

  root
    .command('open')
    .description('open the window in your browser: what agents do, what waits for you, and how to take it back')
    .option('--print', 'start no browser, print the link; it works once, within a minute')
    .addHelpText('after', examples('binnacle open', 'binnacle open --print'))
    .addHelpText('after', '\nThe link is for you alone: whoever has it first has your window, and a second use closes both and tells you.')
    .action(async (flags) => (await import('./open.ts')).openWindowOf(flags, program.path));

  root
    .command('review')
    .description('see what agents ask to do, and accept or reject it, hunk by hunk')
    .option('--list', 'print what waits, and end')
    .option('--json', 'print what waits, for machines, and end')
    .option('--plain', 'ask in lines, without a screen')
    .option('--no-color', 'without colours; NO_COLOR does the same')
    .addHelpText('after', examples('binnacle review', 'binnacle review --list', 'binnacle review --plain'))
    .addHelpText('after', '\nWhile it is open, agents that must ask have somebody to ask. What is closed without an answer is not applied.')
    .action(async (flags) => (await import('./review.ts')).review(flags));

  addGrantCommands(root, examples);
  addHoldCommands(root, examples);
  addAgentCommands(root, program, examples);

  root
    .command('install')
    .description('tell an agent about Binnacle; without one, show which agents there are and which know it')
    .argument('[agent]', AGENT_IDS.join(', '))
    .addOption(scopeOption())
    .addOption(new Option('--endpoint <endpoint>', 'which tools: our own, or those of a JetBrains index or debugger server').choices(ENDPOINTS))
    .addOption(new Option('--transport <transport>', 'stdio (default for our own), or a URL: http, or sse for older clients').choices(TRANSPORTS))
    .option('--project <folder>', 'the project that a URL means')
    .option('--dry-run', 'change nothing, show what would change')
    .option('--print', 'change nothing, print the configuration')
    .option('--replace', 'also replace a server of our name that Binnacle did not write')
    .option('--undo', 'take the last change for this agent back')
    .option('--extension [file]', 'of vscode: put the extension into each editor on the PATH that takes it')
    .option('--json', 'the agents, for machines')
    .addHelpText(
      'after',
      examples(
        'binnacle install',
        'binnacle install claude-code',
        'binnacle install cursor --scope project --dry-run',
        'binnacle install codex --transport http',
        'binnacle install codex --undo',
        'binnacle install vscode --extension',
      ),
    )
    .addHelpText(
      'after',
      '\nOnly our entry in the file of the agent changes; the text from before is kept.\nA URL keeps working: its port and its token are kept. binnacle service install has somebody listen there.',
    )
    .action(async (agent: string | undefined, flags) => (await import('./install.ts')).install(agent, flags, program.executable, program.path));

  root
    .command('uninstall')
    .description('take Binnacle out of the configuration of an agent')
    .argument('<agent>', AGENT_IDS.join(', '))
    .addOption(scopeOption())
    .addOption(new Option('--endpoint <endpoint>', 'which entry: of our own tools, or of those of a JetBrains server').choices(ENDPOINTS))
    .option('--dry-run', 'change nothing, show what would change')
    .addHelpText('after', examples('binnacle uninstall cursor', 'binnacle uninstall claude-code --scope project'))
    .action(async (agent: string, flags) => (await import('./install.ts')).uninstall(agent, flags, program.executable));

  root
    .command('sample')
    .description('put a small project into an empty folder, and play an agent in it that you can watch')
    .argument('[folder]', 'where (default: the current folder)')
    .option('--play', 'call the tools that an agent would call, one after the other')
    .option('--pause <seconds>', 'between two steps', positiveNumber, 2)
    .addHelpText('after', examples('binnacle sample shop', 'binnacle sample shop --play'))
    .addHelpText('after', '\nKeep binnacle open in view meanwhile: it shows each step, and takes any of it back.')
    .action(async (folder: string | undefined, flags) => (await import('./sample/sample.ts')).makeSample(folder, flags, program.path));

  root
    .command('rule')
    .description('print the rule that makes an agent use its IDE, and where the agent looks for it')
    .argument('[agent]', AGENT_IDS.join(', '))
    .addHelpText('after', examples('binnacle rule', 'binnacle rule claude-code >> CLAUDE.md'))
    .action(async (agent: string | undefined) => (await import('./rule.ts')).printRule(agent));

  const token = root
    .command('token')
    .description('the secret that opens the URLs')
    .addHelpText('after', examples('binnacle token show', 'binnacle token rotate'));
  token
    .command('show')
    .description('print it')
    .addHelpText('after', examples('binnacle token show'))
    .action(async () => (await import('./token.ts')).showToken());
  token
    .command('rotate')
    .description('make another; clients that have the old one are out')
    .addHelpText('after', examples('binnacle token rotate'))
    .action(async () => (await import('./token.ts')).replaceToken());

  const service = root
    .command('service')
    .description('a daemon that starts with your session, so that URLs always lead somewhere')
    .addHelpText('after', examples('binnacle service install --project ~/shop', 'binnacle service status', 'binnacle service uninstall'));
  service
    .command('install')
    .description('start it now and with each session')
    .addOption(new Option('--project <folder>', 'a project that it opens; may be said several times').argParser(gathered).default([], 'those of the settings'))
    .option('--print', 'change nothing, print what would be installed')
    .addHelpText('after', examples('binnacle service install --project ~/shop', 'binnacle service install --print'))
    .action(async (flags) => (await import('./service/service.ts')).installService(flags, program.executable));
  service
    .command('uninstall')
    .description('end it, and start it no more')
    .addHelpText('after', examples('binnacle service uninstall'))
    .action(async () => (await import('./service/service.ts')).uninstallService(program.executable));
  service
    .command('status')
    .description('show whether it is installed and runs; the exit code is 1 where it does not')
    .option('--json', 'for machines')
    .addHelpText('after', examples('binnacle service status'))
    .action(async (flags) => (await import('./service/service.ts')).serviceStatus(flags, program.executable));

  const settings = root
    .command('settings')
    .description('what you can set for the daemon')
    .addHelpText('after', examples('binnacle settings list', 'binnacle settings set maxHistorySize 5000', 'binnacle settings set confirmWriteOperations true'));
  settings
    .command('list')
    .description('show every setting with its value and what it does')
    .option('--json', 'for machines')
    .addHelpText('after', examples('binnacle settings list'))
    .action(async (flags) => (await import('./settings.ts')).listSettings(flags));
  settings
    .command('get')
    .description('print one')
    .argument('<setting>', 'see binnacle settings list')
    .addHelpText('after', examples('binnacle settings get port'))
    .action(async (name: string) => (await import('./settings.ts')).getSetting(name));
  settings
    .command('set')
    .description('change one; comments in the file stay')
    .argument('<setting>', 'see binnacle settings list')
    .argument('<values...>', 'its value; several for a list')
    .addHelpText('after', examples('binnacle settings set logToFile true', 'binnacle settings set projects ~/shop ~/library'))
    .action(async (name: string, values: string[]) => (await import('./settings.ts')).setSetting(name, values));
  settings
    .command('reset')
    .description('have one as usual again')
    .argument('<setting>', 'see binnacle settings list')
    .addHelpText('after', examples('binnacle settings reset port'))
    .action(async (name: string) => (await import('./settings.ts')).resetSetting(name));

  root
    .command('completion')
    .description('print what teaches a shell these commands')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .addHelpText('after', examples('binnacle completion fish > ~/.config/fish/completions/binnacle.fish', 'eval "$(binnacle completion bash)"'))
    .action(async (shell) => (await import('./completion/completion.ts')).printCompletion(shell, root, await program.tools()));

  return root;
}

function examples(...lines: string[]): string {
  return `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}

function scopeOption(): Option {
  return new Option('--scope <scope>', 'user: all your projects; project: a file in this project, for everybody; local (claude-code): this project, for you')
    .choices(SCOPES)
    .default('user');
}

function gathered(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function positiveNumber(text: string): number {
  if (!(Number(text) > 0)) throw new InvalidArgumentError('It must be a number of minutes.');
  return Number(text);
}

function time(text: string): string {
  if (Number.isNaN(Date.parse(text))) throw new InvalidArgumentError('It must be a time such as 2026-11-15T10:00Z.');
  return text;
}
