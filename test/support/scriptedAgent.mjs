// An agent that speaks ACP and does what its prompt says: a JSON list of steps, each of which it answers with what came of it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { agent, methods, ndJsonStream, PROTOCOL_VERSION, RequestError } from '@agentclientprotocol/sdk';

let needsLogin = process.env.SCRIPTED_AGENT_LOGIN !== undefined;
const name = process.env.SCRIPTED_AGENT_NAME ?? 'scripted';
const turns = new Map();
let servers = [];
let mode = 'code';
const models = [
  { value: 'small', name: 'Small' },
  { value: 'large', name: 'Large' },
];
let model = 'small';

const options = () => [{ id: 'model', name: 'Model', type: 'select', currentValue: model, options: models }];
const modes = () => ({
  currentModeId: mode,
  availableModes: [
    { id: 'code', name: 'Code' },
    { id: 'plan', name: 'Plan', description: 'Changes nothing.' },
  ],
});

const app = agent({ name: 'scripted' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name, title: 'Scripted', version: process.env.SCRIPTED_AGENT_NAME === undefined ? '1.0.0' : '' },
    agentCapabilities: { loadSession: true, promptCapabilities: { embeddedContext: true, image: process.env.SCRIPTED_AGENT_IMAGES !== 'none' } },
    authMethods: [
      { id: 'browser', name: 'Log in with a browser', description: 'Opens one.' },
      { id: 'terminal', name: 'In a terminal', type: 'terminal', args: ['login'] },
    ],
  }))
  .onRequest(methods.agent.authenticate, ({ params }) => {
    if (params.methodId !== 'browser') throw new RequestError(-32602, 'no such login');
    if (process.env.SCRIPTED_AGENT_LOGIN === 'refused') throw new RequestError(-32603, 'the browser was closed');
    needsLogin = false;
    return {};
  })
  .onRequest(methods.agent.session.new, ({ params }) => {
    if (needsLogin) throw new RequestError(-32000, 'Authentication required');
    servers = params.mcpServers;
    return { sessionId: `s-${process.pid}`, modes: modes(), configOptions: options() };
  })
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    await say(client, params.sessionId, 'as I said before');
    return { modes: modes() };
  })
  .onRequest(methods.agent.session.setMode, ({ params }) => {
    mode = params.modeId;
    return {};
  })
  .onRequest(methods.agent.session.setConfigOption, ({ params }) => {
    model = params.value;
    return { configOptions: options() };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => turns.get(params.sessionId)?.())
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId, prompt } = params;
    const cancelled = new Promise((resolve) => turns.set(sessionId, () => resolve('cancelled')));
    const texts = prompt.filter(({ type }) => type === 'text').map((block) => block.text);
    // What it hears beside its task.
    const heard = texts.filter((each) => each.startsWith('A person'));
    const text = texts.find((each) => !heard.includes(each)) ?? '[]';
    const work = (async () => {
      // From a file where nobody shall read them in the prompt.
      const all = text.startsWith('script ')
        ? JSON.parse(readFileSync(text.slice(7), 'utf8'))
        : text.startsWith('[')
          ? JSON.parse(text)
          : [{ say: text.length }];
      for (const each of heard) await say(client, sessionId, `I heard: ${each}\n`);
      for (const step of all) {
        if (step.fail !== undefined) throw new RequestError(-32603, step.fail);
        const ended = await done(step, { client, sessionId, prompt });
        if (ended !== undefined) return ended;
      }
      return 'end_turn';
    })();
    return { stopReason: await Promise.race([work, cancelled]) };
  });

app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

async function done(step, { client, sessionId, prompt }) {
  const [[kind, what]] = Object.entries(step);
  const reply = (value) => say(client, sessionId, `${kind}: ${JSON.stringify(value)}\n`);
  const update = (value) => client.notify(methods.client.session.update, { sessionId, update: value });
  try {
    switch (kind) {
      case 'say':
        await say(client, sessionId, String(what));
        break;
      case 'think':
        await update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: what } });
        break;
      case 'chunks':
        for (let index = 0; index < what; index += 1) await say(client, sessionId, `${index} `);
        break;
      // As fast as a model speaks.
      case 'paced':
        for (let index = 0; index < what.count; index += 1) {
          await say(client, sessionId, `${index} `);
          await sleep(what.every);
        }
        break;
      case 'plan':
        await update({ sessionUpdate: 'plan', entries: what.map((content) => ({ content, priority: 'high', status: 'pending' })) });
        break;
      case 'tool':
        await update({ sessionUpdate: 'tool_call', toolCallId: 't1', title: 'Edit', kind: 'edit', status: 'in_progress', locations: [{ path: what }] });
        await update({
          sessionUpdate: 'tool_call_update',
          toolCallId: 't1',
          status: 'completed',
          content: [
            { type: 'content', content: { type: 'text', text: 'done' } },
            { type: 'diff', path: what, oldText: 'a', newText: 'b' },
          ],
        });
        break;
      case 'update':
        await update(what);
        break;
      // Goes on once the file is there, whatever has become of the turn.
      case 'until':
        while (!existsSync(what)) await sleep(20);
        break;
      // As an agent does it with tools of its own.
      case 'touch':
        writeFileSync(what.path, what.content);
        break;
      case 'terminal':
        await reply(await client.request(methods.client.terminal[what.does], { sessionId, terminalId: what.id }));
        break;
      case 'create':
        await reply(await client.request(methods.client.terminal.create, { sessionId, ...what }));
        break;
      case 'large':
        await reply(await client.request(methods.client.fs.writeTextFile, { sessionId, path: what.path, content: 'x'.repeat(what.length) }));
        break;
      case 'usage':
        await update({ sessionUpdate: 'usage_update', used: what, size: 200_000 });
        break;
      case 'read':
        await reply(await client.request(methods.client.fs.readTextFile, { sessionId, ...what }));
        break;
      case 'write':
        await reply(await client.request(methods.client.fs.writeTextFile, { sessionId, ...what }));
        break;
      case 'run': {
        const { terminalId } = await client.request(methods.client.terminal.create, { sessionId, ...what });
        const exit = await client.request(methods.client.terminal.waitForExit, { sessionId, terminalId });
        const output = await client.request(methods.client.terminal.output, { sessionId, terminalId });
        await client.request(methods.client.terminal.release, { sessionId, terminalId });
        await reply({ exit, output });
        break;
      }
      case 'start': {
        const { terminalId } = await client.request(methods.client.terminal.create, { sessionId, ...what });
        const output = await client.request(methods.client.terminal.output, { sessionId, terminalId });
        await client.request(methods.client.terminal.kill, { sessionId, terminalId });
        await reply({
          exit: await client.request(methods.client.terminal.waitForExit, { sessionId, terminalId }),
          wasRunning: output.exitStatus === undefined,
        });
        break;
      }
      case 'permit': {
        const choices = ['allow_once', 'allow_always', 'reject_once'].map((each) => ({ optionId: each, name: each, kind: each }));
        const toolCall = { toolCallId: 'p1', title: what.title, kind: what.kind, content: what.content, rawInput: what.rawInput };
        const { outcome } = await client.request(methods.client.session.requestPermission, {
          sessionId: what.session ?? sessionId,
          toolCall,
          options: what.options ?? choices,
        });
        await reply(outcome);
        // As agents do that take a no for the end.
        if (what.ends === true && outcome.optionId !== 'allow_once') return 'cancelled';
        break;
      }
      // In the name of another conversation, or whatever the caller wants.
      case 'foreign':
        if (what.method === methods.client.session.update) await client.notify(what.method, what.params);
        else await reply(await client.request(what.method, what.params));
        break;
      case 'servers':
        await reply(servers);
        break;
      case 'blocks':
        await reply(prompt.slice(1));
        break;
      case 'environment':
        await reply(process.env[what] ?? null);
        break;
      case 'garbage':
        process.stdout.write('this is no JSON\n[1,2\n');
        break;
      case 'die':
        process.stderr.write('I fell over\n');
        process.exit(what);
        break;
      case 'child':
        (await import('node:child_process')).spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref();
        break;
      case 'wait':
        await new Promise(() => {});
    }
  } catch (error) {
    await reply({ error: error.message });
  }
}

function say(client, sessionId, text) {
  return client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  });
}
