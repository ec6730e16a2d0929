// A language server that knows the types above and below one another, as clangd does: a hierarchy of three, in whatever file it is asked about.
import process from 'node:process';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node.js';

const connection = createMessageConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
const at = (line) => ({ start: { line, character: 6 }, end: { line, character: 10 } });
const item = (uri, name, line) => ({ name, kind: 5, uri, range: at(line), selectionRange: at(line), data: { secret: name } });

connection.onRequest('initialize', () => ({ capabilities: { typeHierarchyProvider: true } }));
connection.onRequest('shutdown', () => null);
connection.onNotification('exit', () => process.exit(0));
connection.onRequest('textDocument/prepareTypeHierarchy', ({ textDocument: { uri }, position: { line } }) => (line === 1 ? [item(uri, 'Middle', 1)] : null));
// Answers only to an item that comes back with what it was given.
connection.onRequest('typeHierarchy/supertypes', ({ item: { uri, data } }) => (data?.secret === 'Middle' ? [item(uri, 'Top', 0)] : []));
connection.onRequest('typeHierarchy/subtypes', ({ item: { uri, data } }) => (data?.secret === 'Middle' ? [item(uri, 'Leaf', 2)] : null));
connection.listen();
