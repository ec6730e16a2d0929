// TypeScript 6 as a language server on standard input and output; it ends with its client. --components FOLDER names the packages that read components.
import { parseArgs } from 'node:util';
import { createJsonRpc } from '../../wire/jsonRpc.ts';
import { serve } from './server/server.ts';

const connection = createJsonRpc({ input: process.stdin, output: process.stdout, onTrouble: (text) => process.stderr.write(`${text}\n`) });
const { values } = parseArgs({ options: { components: { type: 'string' } } });
// Packages of others that print would break the protocol.
console.log = console.error;
serve(connection, () => process.exit(0), values.components);
// A client that is gone says nothing any more.
connection.onClose(() => process.exit(0));
connection.listen();
