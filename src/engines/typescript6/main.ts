// TypeScript 6 as a language server on standard input and output; it ends with its client.
import { createJsonRpc } from '../../wire/jsonRpc.ts';
import { serve } from './server/server.ts';

const connection = createJsonRpc({ input: process.stdin, output: process.stdout, onTrouble: (text) => process.stderr.write(`${text}\n`) });
serve(connection, () => process.exit(0));
// A client that is gone says nothing any more.
connection.onClose(() => process.exit(0));
connection.listen();
