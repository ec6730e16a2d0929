// Who may import whom: the law. A room is a folder under src, or a file that the rooms beside it share; a line that is not here is forbidden.
// A name on the right stands for all rooms in it; a name on the left for its own files, which stand on top of the rooms in it. No cycle is possible, not even of types.
// Changing it is a decision: its own commit, with the reason.
// What every family of tools may import.
const toolWords = ['tools/words', 'tools/tool.ts', 'source', 'ide', 'base'];

// What a language server is started with and answers from.
const servers = ['machine', 'answers', 'source', 'ide', 'wire', 'base'];
// What every language may import: how servers are kept and asked, and what refactorings are built from.
const language = ['hosts/headless/languages/refactorings', 'hosts/headless/languages/questions', 'hosts/headless/languages/engine', ...servers];

export const rooms = {
  base: [],
  ide: ['base'],
  wire: ['base'],
  // What a text says without an engine, for whoever reads code: tools, hosts and the rooms of the machine.
  source: ['ide', 'base'],
  // What engines answer, in the words of the port: both hosts translate the same protocol.
  answers: ['source', 'ide', 'base'],
  // What a tool is.
  'tools/tool.ts': ['ide', 'base'],
  'tools/words': ['tools/tool.ts', 'source', 'ide', 'base'],
  'tools/debugging': toolWords,
  'tools/diagnostics': toolWords,
  'tools/editing': toolWords,
  'tools/editor': toolWords,
  'tools/git': toolWords,
  'tools/navigation': toolWords,
  'tools/project': toolWords,
  'tools/refactoring': toolWords,
  'tools/running': toolWords,
  'tools/search': toolWords,
  // Its notifications tell also of changed dependencies.
  'tools/system': ['tools/project', ...toolWords],
  'tools/terminal': toolWords,
  'tools/testing': toolWords,
  // Which tools have which name, for the catalogue and for a door that answers before there is one.
  'tools/toolsets.ts': ['ide', 'base'],
  // They are reached through the call, not through a project.
  'tools/agents': toolWords,
  // The catalogue of all families.
  tools: ['tools', 'ide', 'base'],
  dialects: ['ide', 'tools', 'base'],
  // From a secret that must not be shown up to a call, each on those above it.
  'server/secrets': ['base'],
  'server/history': ['server/secrets', 'base'],
  'server/clients': ['base'],
  // What people's doors and windows show of agents that were started, and how they are driven, in one shape for all of them.
  'server/agents': ['ide', 'base'],
  'server/reviews': ['server/secrets', 'tools', 'ide', 'base'],
  // What a person allows for a while is allowed to one connection, and ends with it.
  'server/permission': ['server/reviews', 'server/clients', 'server/secrets', 'tools', 'ide', 'base'],
  'server/projects': ['server/permission', 'server/clients', 'tools', 'ide', 'base'],
  'server/call': ['server/projects', 'server/permission', 'server/reviews', 'server/history', 'server/clients', 'server/secrets', 'tools', 'ide', 'base'],
  'server/resources': ['server/call', 'server/projects', 'tools', 'dialects', 'ide', 'base'],
  // The protocol's server, for our own catalogue and for dialects.
  server: ['server', 'tools', 'dialects', 'ide', 'base'],
  transports: ['server', 'dialects', 'base'],
  // A program of its own that is spoken to only through the language server protocol, so it knows no host.
  'engines/typescript6/components': ['base'],
  'engines/typescript6/projects': ['engines/typescript6/components', 'base'],
  'engines/typescript6/code': ['engines/typescript6/projects', 'base'],
  'engines/typescript6/evaluation': ['engines/typescript6/code', 'engines/typescript6/projects', 'base'],
  'engines/typescript6/refactorings': ['engines/typescript6/evaluation', 'engines/typescript6/code', 'engines/typescript6/projects', 'base'],
  'engines/typescript6/server': [
    'engines/typescript6/refactorings',
    'engines/typescript6/evaluation',
    'engines/typescript6/code',
    'engines/typescript6/projects',
    'engines/typescript6/components',
    'wire',
    'base',
  ],
  'engines/typescript6': ['engines/typescript6', 'wire', 'base'],
  // A program of its own that loads the compiler of a project and is spoken to in lines of JSON, so it knows nobody.
  'engines/installed': [],
  // A program of its own that is spoken to only through the debug adapter protocol, by any client, so it knows no host.
  'adapters/node': ['wire', 'base'],
  // What any host on this computer shares: disk, processes, and what is asked of them. Each room imports only those above it.
  'machine/processes': ['ide', 'base'],
  'machine/programs': ['machine/processes', 'ide', 'base'],
  // Language servers from the registries, put into the user's cache by the registries' own programs: nothing of a project.
  'machine/servers': ['machine/programs', 'machine/processes', 'ide', 'base'],
  'machine/log': ['ide', 'base'],
  'machine/http': ['ide', 'base'],
  'machine/git': ['machine/processes', 'ide', 'base'],
  'machine/packages': ['machine/processes', 'ide', 'base'],
  'machine/files': ['machine/programs', 'machine/processes', 'ide', 'base'],
  'machine/syntax': ['machine/files', 'machine/programs', 'machine/processes', 'ide', 'base'],
  'machine/search': ['machine/syntax', 'machine/files', 'machine/programs', 'machine/processes', 'source', 'ide', 'base'],
  'machine/changes': ['machine/files', 'machine/git', 'machine/programs', 'machine/processes', 'ide', 'base'],
  // Copies of projects with a git of their own; a merge is a wish that changes carries out.
  'machine/worktrees': ['machine/files', 'machine/git', 'machine/programs', 'machine/processes', 'ide', 'base'],
  // It knows files by the port alone, so that the scripted IDE has the same editor.
  'machine/editor': ['ide', 'base'],
  'machine/toolchains': ['machine/programs', 'machine/processes', 'ide', 'base'],
  'machine/configurations': ['machine/toolchains', 'machine/processes', 'ide', 'base'],
  'machine/terminals': ['machine/processes', 'ide', 'base'],
  'machine/running': ['machine/configurations', 'machine/processes', 'ide', 'base'],
  'machine/testing': ['machine/configurations', 'machine/toolchains', 'machine/programs', 'machine/processes', 'ide', 'base'],
  // Its adapters are spoken to over the debug adapter protocol.
  'machine/debugging': [
    'machine/testing',
    'machine/configurations',
    'machine/toolchains',
    'machine/http',
    'machine/programs',
    'machine/processes',
    'source',
    'ide',
    'wire',
    'base',
  ],
  // How any language server is kept and asked, each on those above it; then the languages, none of which knows another.
  'hosts/headless/languages/engine': servers,
  'hosts/headless/languages/routing': ['hosts/headless/languages/engine', ...servers],
  'hosts/headless/languages/questions': ['hosts/headless/languages/routing', 'hosts/headless/languages/engine', ...servers],
  'hosts/headless/languages/diagnostics': ['hosts/headless/languages/questions', 'hosts/headless/languages/engine', ...servers],
  'hosts/headless/languages/signatures': ['hosts/headless/languages/questions', 'hosts/headless/languages/engine', ...servers],
  'hosts/headless/languages/refactorings': ['hosts/headless/languages/questions', 'hosts/headless/languages/engine', ...servers],
  // It finds names that are declared twice among the errors of planned texts.
  'hosts/headless/languages/typescript': ['hosts/headless/languages/diagnostics', ...language],
  // Its constructors are not called by their names.
  'hosts/headless/languages/python': ['hosts/headless/languages/signatures', ...language],
  'hosts/headless/languages/go': language,
  'hosts/headless/languages/cpp': language,
  'hosts/headless/languages/rust': language,
  'hosts/headless/languages/java': language,
  'hosts/headless/languages/web': language,
  'hosts/headless/languages/shell': language,
  'hosts/headless/languages/eslint': language,
  'hosts/headless/languages/others': language,
  // The languages put together.
  'hosts/headless/languages': ['hosts/headless/languages', ...servers],
  'hosts/headless': ['hosts/headless', 'machine', 'answers', 'source', 'ide', 'wire', 'base'],
  'hosts/scripted': ['machine/editor', 'source', 'ide', 'base'],
  // The disk that VS Code does not show comes in through the port, so the hosts do not know each other. Who listens to an editor is notified the same way in both.
  'hosts/vscode': ['machine/editor', 'answers', 'source', 'ide', 'base'],
  // The port between two processes: the daemon's side and the window's. It sees streams and the port, so it knows neither host.
  'hosts/forwarded': ['ide', 'wire', 'base'],
  // What a person and VS Code see of the server in a window: it shows what the daemon's rooms have, and imports vscode, which only rooms in hosts/vscode do.
  'hosts/vscode/face': ['daemon', 'dashboard', 'server', 'dialects', 'tools', 'ide', 'base'],
  // How agents learn about Binnacle: a library for the command line and for the window, which know how to ask and to show.
  registration: ['ide', 'base'],
  // Agents that we start over the Agent Client Protocol: clients of the server, whose processes are the machine's.
  agents: ['agents', 'server', 'machine/worktrees', 'machine/programs', 'machine/processes', 'tools', 'ide', 'base'],
  // The window's side of the daemon: people's sessions, the socket, and what it shows. Its page is the workspace dashboard/, which sees only dashboard/protocol.
  'dashboard/protocol': [],
  dashboard: ['dashboard', 'registration', 'transports', 'server', 'tools', 'ide', 'base'],
  daemon: ['dashboard', 'registration', 'transports', 'server', 'dialects', 'tools/toolsets.ts', 'ide', 'base'],
  // The command line says no in the same words as everyone: the errors are in ide.
  cli: ['registration', 'daemon', 'server', 'tools', 'ide', 'base'],
  // main.ts ties the knot: it and extension.ts alone see both sides of ide.
  main: ['agents', 'transports', 'server', 'dialects', 'tools', 'ide', 'hosts/headless', 'hosts/forwarded', 'machine', 'daemon', 'cli', 'base'],
  // extension.ts ties it inside VS Code: the disk's rooms of one host under the other.
  extension: ['server', 'dialects', 'tools', 'ide', 'hosts/headless', 'hosts/vscode', 'hosts/forwarded', 'machine', 'daemon', 'base'],
};
