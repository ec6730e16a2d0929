// Who may import whom: the law. A room is a folder under src; a line that is not here is forbidden. `machine` stands for all rooms in it.
// Changing it is a decision: its own commit, with the reason.
export const rooms = {
  base: [],
  ide: ['base'],
  wire: ['base'],
  tools: ['ide', 'base'],
  dialects: ['ide', 'tools', 'base'],
  server: ['tools', 'dialects', 'ide', 'base'],
  transports: ['server', 'dialects', 'base'],
  // A program of its own that is spoken to only through the language server protocol, so it knows no host.
  'engines/typescript6': ['wire', 'base'],
  // A program of its own that loads the compiler of a project and is spoken to in lines of JSON, so it knows nobody.
  'engines/installed': [],
  // A program of its own that is spoken to only through the debug adapter protocol, by any client, so it knows no host.
  'adapters/node': ['wire', 'base'],
  // What any host on this computer shares: disk, processes, and what is asked of them. Each room imports only those above it.
  'machine/processes': ['ide', 'base'],
  'machine/programs': ['machine/processes', 'ide', 'base'],
  'machine/log': ['ide', 'base'],
  'machine/http': ['ide', 'base'],
  'machine/git': ['machine/processes', 'ide', 'base'],
  'machine/packages': ['machine/processes', 'ide', 'base'],
  'machine/files': ['machine/programs', 'machine/processes', 'ide', 'base'],
  'machine/syntax': ['machine/files', 'machine/programs', 'machine/processes', 'ide', 'base'],
  'machine/search': ['machine/syntax', 'machine/files', 'machine/programs', 'machine/processes', 'ide', 'base'],
  'machine/changes': ['machine/files', 'machine/git', 'machine/programs', 'machine/processes', 'ide', 'base'],
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
    'ide',
    'wire',
    'base',
  ],
  'hosts/headless': ['machine', 'ide', 'wire', 'base'],
  'hosts/scripted': ['ide', 'base'],
  // The disk that VS Code does not show comes in through the port, so the hosts do not know each other.
  'hosts/vscode': ['ide', 'base'],
  daemon: ['transports', 'server', 'dialects', 'ide', 'base'],
  // The command line says no in the same words as everyone: the errors are in ide.
  cli: ['daemon', 'server', 'tools', 'ide', 'base'],
  // main.ts ties the knot: it and extension.ts alone see both sides of ide.
  main: ['transports', 'server', 'dialects', 'tools', 'ide', 'hosts/headless', 'machine', 'daemon', 'cli', 'base'],
  // extension.ts ties it inside VS Code: the disk's rooms of one host under the other.
  extension: ['server', 'dialects', 'tools', 'ide', 'hosts/headless', 'hosts/vscode', 'machine', 'daemon', 'base'],
};
