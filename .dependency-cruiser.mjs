// The law of rooms.mjs in the words of dependency-cruiser, and the few rules that a table of rooms cannot say.
import { rooms } from './rooms.mjs';

// A room is a folder, or one file that all rooms beside it need; the two knots are files too.
const pathOf = (room) =>
  room === 'main' || room === 'extension' ? `^src/${room}\\.ts$` : room.endsWith('.ts') ? `^src/${room.replace('.', '\\.')}$` : `^src/${room}/`;
const anyRoom = Object.keys(rooms).map(pathOf).join('|');
// The rooms within a room have a law of their own.
const within = (room) => Object.keys(rooms).filter((other) => other.startsWith(`${room}/`));
// A test stands outside: it may call its room through the front door, so it sees test/support.
const notATest = '\\.test\\.ts$';

// The module exists only inside VS Code; outside, there are its types.
const VSCODE = '^vscode$|node_modules/@types/vscode/';

// Its own files: what lies in a room within it must be listed like any other.
const ownPathsOf = (room) => {
  const nested = within(room).map((other) => other.slice(room.length + 1));
  return nested.length === 0
    ? [pathOf(room)]
    : [`^src/${room}/(?!${nested.map((name) => name.replace('.', '\\.').concat(name.endsWith('.ts') ? '$' : '/')).join('|')})`];
};

const arrows = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room} imports only ${allowed.join(', ') || 'itself'}`,
  severity: 'error',
  from: { path: pathOf(room), pathNot: [notATest, ...within(room).map(pathOf)].join('|') },
  to: { path: '^src/', pathNot: [...ownPathsOf(room), ...allowed.map(pathOf)].join('|') },
}));

const only = (name, who, what, except = '') => ({
  name,
  severity: 'error',
  from: { path: '^src/', pathNot: [...who, notATest].join('|') },
  to: { path: what, ...(except && { pathNot: except }) },
});

// The page is another program: in it, what is drawn stands on what is received, and no view knows another.
const pageArrow = (folder, ...allowed) => ({
  name: `dashboard/${folder} imports only ${allowed.join(', ')}`,
  severity: 'error',
  from: { path: `^dashboard/src/${folder}/`, pathNot: notATest },
  to: { path: '^dashboard/src/', pathNot: allowed.map((name) => `^dashboard/src/${name}`).join('|') },
});
const page = [
  {
    name: 'the page knows only the protocol of the daemon',
    severity: 'error',
    from: { path: '^dashboard/src/', pathNot: notATest },
    to: { path: '^(src|test|bench|scripts)/', pathNot: '^src/dashboard/protocol/' },
  },
  { name: 'nobody but tests knows the page', severity: 'error', from: { path: '^src/', pathNot: notATest }, to: { path: '^dashboard/' } },
  pageArrow('wire', 'wire/'),
  pageArrow('parts', 'parts/', 'wire/'),
  // Views are loaded by their list alone, when they are opened.
  pageArrow('app', 'app/', 'parts/', 'wire/', 'views/'),
  {
    name: 'a view imports parts, the wire and the router, and no other view',
    severity: 'error',
    from: { path: '^dashboard/src/views/([^/]+)/', pathNot: notATest },
    to: { path: '^dashboard/src/', pathNot: '^dashboard/src/(views/$1/|parts/|wire/|app/((route|router|views|attention)\\.ts|fileLink\\.tsx)$)' },
  },
  {
    name: 'a view is loaded when it is opened',
    severity: 'error',
    from: { path: '^dashboard/src/(app/|main)', pathNot: notATest },
    to: { path: '^dashboard/src/views/', dynamic: false },
  },
];

export default {
  forbidden: [
    ...arrows,
    ...page,
    { name: 'every file belongs to a room', severity: 'error', from: { path: '^src/', pathNot: anyRoom }, to: {} },
    { name: 'nobody imports what is in no room', severity: 'error', from: {}, to: { path: '^src/', pathNot: anyRoom } },
    // A type that two files need from each other is erased before anything runs; a value is not.
    {
      name: 'no cycles',
      severity: 'error',
      from: { path: '^(src|dashboard)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    { name: 'every import resolves', severity: 'error', from: { path: '^(src|dashboard)/' }, to: { couldNotResolve: true, pathNot: '^vscode$' } },
    { name: 'the product does not need its tests', severity: 'error', from: { path: '^src/', pathNot: notATest }, to: { path: '^(test|bench|scripts)/' } },
    {
      name: 'the product needs no development dependency',
      severity: 'error',
      from: { path: '^src/', pathNot: notATest },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'], pathNot: VSCODE },
    },
    only('one room of a host spawns processes', ['^src/machine/processes/', '^src/daemon/', '^src/cli/', '^src/adapters/'], '^(node:)?child_process$'),
    only('one host knows vscode', ['^src/hosts/vscode/'], VSCODE),
    {
      name: 'the port has no input and no output',
      severity: 'error',
      from: { path: '^src/ide/', pathNot: notATest },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the wire takes streams, not processes or sockets',
      severity: 'error',
      from: { path: '^src/wire/', pathNot: notATest },
      to: { path: '^(node:)?(child_process|fs|fs/promises|net|http|https|tls)$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the stdio door loads nothing but itself',
      severity: 'error',
      from: { path: '^src/daemon/(door/door|life/reaperProcess)\\.ts$' },
      to: { path: 'node_modules/', reachable: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    // Imports of types are imports: they say who knows whom.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
