// Who may import whom: the law. A room is a folder under src; a line that is not here is forbidden.
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
  'hosts/headless': ['ide', 'wire', 'base'],
  'hosts/scripted': ['ide', 'base'],
  // The disk that VS Code does not show comes in through the port, so the hosts do not know each other.
  'hosts/vscode': ['ide', 'base'],
  daemon: ['transports', 'server', 'dialects', 'ide', 'base'],
  // The command line says no in the same words as everyone: the errors are in ide.
  cli: ['daemon', 'server', 'tools', 'ide', 'base'],
  // main.ts ties the knot: it and extension.ts alone see both sides of ide.
  main: ['transports', 'server', 'dialects', 'tools', 'ide', 'hosts/headless', 'daemon', 'cli', 'base'],
  // extension.ts ties it inside VS Code: the disk's rooms of one host under the other.
  extension: ['server', 'dialects', 'tools', 'ide', 'hosts/headless', 'hosts/vscode', 'daemon', 'base'],
};
