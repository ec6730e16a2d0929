#!/usr/bin/env node
// A language server with one fault, chosen by GO_STRANGE, which engines are given as a variable of a toolchain: the kinds of server that an agent may meet on somebody's machine.
const fault = process.env.GO_STRANGE ?? '';
if (process.argv.slice(2).some((argument) => /version/.test(argument))) {
  process.stdout.write('gopls v0.1.0\n');
  process.exit(0);
}

if (fault === 'crashes') {
  process.stderr.write('panic: out of luck\n');
  process.exit(3);
}
if (fault === 'prints garbage') {
  process.stdout.write('Welcome to the server!\nIt has no manners.\r\n\r\n{"not": "a frame"\n');
  setInterval(() => process.stdout.write('Still here.\n'), 50);
}
// One that floods must not fill the daemon's memory either.
if (fault === 'floods') {
  const rubbish = 'x'.repeat(1_000_000);
  const flood = () => {
    while (process.stdout.write(rubbish));
    process.stdout.once('drain', flood);
  };
  flood();
}

let received = Buffer.alloc(0);
process.stdin.on('data', (chunk) => {
  received = Buffer.concat([received, chunk]);
  for (;;) {
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: *(\d+)/i.exec(received.toString('latin1', 0, end))?.[1]);
    if (received.length < end + 4 + length) return;
    const message = JSON.parse(received.toString('utf8', end + 4, end + 4 + length));
    received = received.subarray(end + 4 + length);
    if (message.id !== undefined && message.method !== undefined) reply(message);
  }
});
process.stdin.on('end', () => process.exit(0));

function reply({ id, method }) {
  if (fault === 'hangs' || fault === 'prints garbage' || fault === 'floods') return;
  if (fault === 'refuses to start') return send({ id, error: { code: -32002, message: 'this version needs go 1.12' } });
  if (method === 'initialize') return send({ id, result: { capabilities: { textDocumentSync: 1 } } });
  if (method === 'shutdown') return send({ id, result: null });
  if (fault === 'hangs later') return;
  if (fault === 'answers nonsense') return send({ id, result: { nobody: ['knows', 'this', 42] } });
  // As old servers do: what they do not know, they say so.
  send({ id, error: { code: -32601, message: `unknown method ${method}` } });
}

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}
