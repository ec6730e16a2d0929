// A language server of an earlier version: passes everything on to the real one, except that it does not know outgoing calls.
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
const server = spawn(program, args, { stdio: ['pipe', 'inherit', 'inherit'] });
// As long as the name that is known, so that the length in front of the message stays right.
process.stdin.on('data', (chunk) =>
  server.stdin.write(chunk.toString('latin1').replaceAll('callHierarchy/outgoingCalls', 'callHierarchy/outgoingCallz'), 'latin1'),
);
process.stdin.on('end', () => server.stdin.end());
server.on('exit', (code) => process.exit(code ?? 1));
