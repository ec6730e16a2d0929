// A client that takes us for its editor, message by message over a scripted project, and the person whom it asks.
import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Dialect } from '../../src/dialects/dialect.ts';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import type { ScriptedBehaviour } from '../../src/hosts/scripted/scriptedLanguages.ts';
import { Schedule } from '../../src/server/call/schedule.ts';
import { Connections } from '../../src/server/clients/connections.ts';
import type { CallRecord } from '../../src/server/history/callRecord.ts';
import { createMcpServer } from '../../src/server/mcpServer.ts';
import { defaultPolicy, type Policy } from '../../src/server/permission/permission.ts';
import { ProjectEvents } from '../../src/server/projects/projectEvents.ts';
import type { Review } from '../../src/server/reviews/reviewShape.ts';
import { Reviews } from '../../src/server/reviews/reviews.ts';
import { allTools, Catalogue, families } from '../../src/tools/catalogue.ts';

const SHOP = `
// @file cart.ts
export const one = 1;
// @file empty.txt
`;

export const TAB = '✻ [Claude Code] cart.ts (e18e1e) ⧉';

export type Message = Record<string, unknown>;

interface CompanionOptions {
  // As the client calls itself.
  readonly name?: string;
  readonly script?: ScriptedBehaviour;
  // Fixture text instead of the shop.
  readonly source?: string;
  readonly policy?: Policy;
}

const listed = z.object({ tools: z.array(z.object({ name: z.string() })) });
const oneText = z.object({ content: z.tuple([z.object({ text: z.string() })]) });

export class CompanionClient implements AsyncDisposable {
  readonly ide: ScriptedIde;
  readonly reviews = new Reviews({ grace: 0 });
  readonly connections = new Connections();
  readonly records: CallRecord[] = [];
  readonly got: Message[] = [];
  readonly #transport: InMemoryTransport;
  readonly #waiting = new Set<() => void>();
  #id = 0;

  static async on(dialect: Dialect, { name = 'claude-code', script, source = SHOP, policy = defaultPolicy }: CompanionOptions = {}): Promise<CompanionClient> {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new CompanionClient(near, openScriptedIde(source, script));
    const workbench = new ScriptedWorkbench([client.ide]);
    const server = createMcpServer(
      {
        version: '1.2.3',
        catalogue: new Catalogue(allTools, families),
        workbench,
        events: new ProjectEvents(workbench),
        schedule: new Schedule(),
        policy: () => policy,
        reviews: client.reviews,
        journal: { note: (call) => client.records.push(call.record()) },
        connections: client.connections,
        onInternalError: (_, error) => {
          throw error;
        },
      },
      { id: 'c1', door: 'webSocket', folder: client.ide.project.path },
      dialect,
    );
    await near.start();
    await server.connect(far);
    const elicitation = { elicitation: {} };
    const answer = await client.ask('initialize', { protocolVersion: '2025-11-25', capabilities: elicitation, clientInfo: { name, version: '2.1.325' } });
    expect(answer).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    await client.send({ method: 'notifications/initialized' });
    return client;
  }

  constructor(transport: InMemoryTransport, ide: ScriptedIde) {
    this.#transport = transport;
    this.ide = ide;
    transport.onmessage = (message: JSONRPCMessage) => {
      this.got.push({ ...message });
      for (const look of [...this.#waiting]) look();
    };
  }

  async send(message: { method: string; id?: number; params?: Message }): Promise<void> {
    await this.#transport.send({ jsonrpc: '2.0', ...message });
  }

  async ask(method: string, params: Message = {}): Promise<Message> {
    const id = ++this.#id;
    await this.send({ id, method, params });
    return this.heard((message) => message['id'] === id);
  }

  async call(name: string, given: Message = {}): Promise<Message> {
    const { result } = await this.ask('tools/call', { name, arguments: given });
    return z.looseObject({}).parse(result);
  }

  // The JSON in the one text of the answer.
  async json(name: string, given: Message = {}): Promise<unknown> {
    return JSON.parse(oneText.parse(await this.call(name, given)).content[0].text);
  }

  async names(): Promise<string[]> {
    const { result } = await this.ask('tools/list', { cursor: null });
    return listed.parse(result).tools.map((tool) => tool.name);
  }

  heard(is: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.got.find(is);
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  // A person's window, in which the next review is waited for.
  window(): { next: () => Promise<Review>; leave: () => void } {
    const seen: Review[] = [];
    let wake = () => {};
    const window = this.reviews.watch((event) => {
      if (event.kind === 'opened') seen.push(event.review);
      wake();
    });
    const next = async (): Promise<Review> => {
      for (;;) {
        const review = seen.shift();
        if (review !== undefined) return review;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    };
    return { next, leave: () => window.leave() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#transport.close();
  }
}

export const texts = (...items: string[]) => ({ content: items.map((text) => ({ type: 'text', text })) });
