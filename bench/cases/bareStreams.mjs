// Agents that stream to clients of the bare SDK, in a process of their own: what the machine gives up to them whoever listens. Arguments: how many, their program, what they shall do.
import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';

const [count, program, task] = process.argv.slice(2);
const children = [];
// Whoever started us ends us by closing our input.
process.stdin.on('close', () => {
  for (const child of children) child.kill('SIGKILL');
  process.exit(0);
});
process.stdin.resume();

await Promise.all(
  Array.from({ length: Number(count) }, async () => {
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    let speaks = () => {};
    const spoke = new Promise((resolve) => {
      speaks = resolve;
    });
    const { agent } = client({ name: 'bench' })
      .onNotification(methods.client.session.update, () => speaks())
      .connect(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout)));
    await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
    const { sessionId } = await agent.request(methods.agent.session.new, { cwd: process.cwd(), mcpServers: [] });
    // It never ends by itself.
    agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: task }] }).catch(() => {});
    await spoke;
  }),
);
process.stdout.write('all speak\n');
