// Do resources, subscriptions, prompts and toolsets get through every one of our own doors? The whole catalogue over a scripted IDE.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import type { Caller } from './callers.ts';
import { type Doorway, doorways } from './doorways.ts';
import { type Entrance, openDoorsOn, partsWith } from './house.ts';

const SHOP = `
// @file src/cart.ts
export class Cart {
  total() { return 1; }
}
`;
const CART = 'file:///shop/src/cart.ts';

interface Row {
  readonly title: string;
  check(caller: Caller, shop: Shop): Promise<void>;
}

interface Shop {
  readonly ide: ScriptedIde;
  readonly workbench: ScriptedWorkbench;
}

const rows: readonly Row[] = [
  {
    title: 'resources and templates are listed',
    async check(caller) {
      expect(await caller.ask('resources/list', {})).toMatchObject({ resources: [{ uri: 'project://structure' }, { uri: 'index://status' }] });
      expect(await caller.ask('resources/templates/list', {})).toMatchObject({
        resourceTemplates: [{ uriTemplate: 'file:///{+path}' }, { uriTemplate: 'symbol:///{+name}{?project}' }],
      });
    },
  },
  {
    title: 'resources are read',
    async check(caller) {
      expect(await contentOf(caller, 'index://status')).toContain('"ready":true');
      expect(await contentOf(caller, 'project://structure')).toContain('"modules"');
      expect(await contentOf(caller, CART)).toContain('class Cart');
      expect(await contentOf(caller, 'symbol:///Cart/total')).toContain('"container":"Cart"');
    },
  },
  {
    title: 'a URI that means nothing is -32602, with the URI',
    async check(caller) {
      for (const uri of ['project://nothing', 'file:///shop/none.ts', 'file:///etc/passwd'])
        expect(await refusalOf(caller, 'resources/read', { uri })).toMatchObject({ code: -32602, data: { uri } });
    },
  },
  {
    title: 'whoever listens to a file, the status or the structure hears when it changes',
    async check(caller, { ide }) {
      const heard = await listening(caller, [CART, 'index://status', 'project://structure']);
      ide.documents.write('src/other.ts', 'a file that nobody listens to');
      expect(await heard.next()).toBe('resources/updated project://structure');
      ide.documents.write('src/other.ts', 'changed');
      ide.documents.write('src/cart.ts', `export class Cart { total() { return 2; } }`);
      expect(await heard.next()).toBe(`resources/updated ${CART}`);
      ide.languages.script = { notes: ['again'] };
      expect(await heard.next()).toBe('resources/updated index://status');
      expect(heard.rest()).toEqual([]);
      ide.documents.delete('src/other.ts');
    },
  },
  {
    title: 'a project that opens, and a project that chooses other tools, change the lists',
    async check(caller, { ide, workbench }) {
      const heard = await listening(caller, ['index://status']);
      await workbench.open('/second', { trusted: true });
      expect(await heard.next()).toBe('resources/list_changed');
      ide.documents.write('.binnacle/settings.json', '{}');
      expect(await heard.next()).toBe('tools/list_changed');
    },
  },
  {
    title: 'prompts are listed, filled in and completed, and wrong ones refused',
    async check(caller) {
      expect(await caller.ask('prompts/list', {})).toMatchObject({
        prompts: [{ name: 'understand_symbol' }, { name: 'fix_diagnostics' }, { name: 'safe_rename' }, { name: 'debug_bug' }],
      });
      const got = await caller.ask('prompts/get', { name: 'understand_symbol', arguments: { symbol: 'Cart/total' } });
      expect(JSON.stringify(got['messages'])).toContain('Explain Cart/total to me.');
      expect(await refusalOf(caller, 'prompts/get', { name: 'nothing' })).toMatchObject({ code: -32602 });
      expect(await refusalOf(caller, 'prompts/get', { name: 'understand_symbol', arguments: {} })).toMatchObject({ code: -32602 });
      const completion = { ref: { type: 'ref/prompt', name: 'understand_symbol' }, argument: { name: 'symbol', value: 'tot' } };
      expect(await caller.ask('completion/complete', completion)).toMatchObject({ completion: { values: ['Cart/total'] } });
    },
  },
  {
    title: 'tools are found and called by name, with the answer and the errors of the tool',
    async check(caller) {
      const found = await caller.ask('tools/call', { name: 'find_tools', arguments: { query: 'usages' } });
      expect(found['structuredContent']).toMatchObject({ tools: expect.arrayContaining([expect.objectContaining({ name: 'find_references' })]) });
      const called = await caller.ask('tools/call', { name: 'call_tool', arguments: { name: 'read_file', arguments: { file: 'src/cart.ts' } } });
      expect(called['structuredContent']).toMatchObject({ file: 'src/cart.ts' });
      const failed = await caller.ask('tools/call', { name: 'call_tool', arguments: { name: 'read_file', arguments: { file: 'none.ts' } } });
      expect(failed).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('file_not_found') }] });
    },
  },
];

const ours = doorways.filter(({ dialect }) => !dialect);

describe.each(ours.map((door) => ({ name: door.name, door })))('$name', ({ door }) => {
  for (const { title, check } of rows) {
    test(title, async () => {
      const shop = shopOf();
      await using entrance = await openDoorsOn(partsWith(allTools, shop.workbench));
      await inside(entrance, door, (caller) => check(caller, shop));
    });
  }

  test('whoever has left is listened for no longer', async () => {
    const shop = shopOf();
    const listeners = countedListeners(shop.ide);
    {
      await using entrance = await openDoorsOn(partsWith(allTools, shop.workbench));
      await inside(entrance, door, async (caller) => {
        await listening(caller, [CART]);
        expect(listeners()).toBe(1);
      });
    }
    // A socket reports its end a moment later.
    await expect.poll(listeners).toBe(0);
  });

  test('a client is shown the tools that it asks for, and can call the others', async () => {
    await using entrance = await openDoorsOn(partsWith(allTools, shopOf().workbench), 'find_definition,read_file');
    await inside(entrance, door, async (caller) => {
      expect(await namesOf(caller)).toEqual(['find_definition', 'read_file', 'find_tools', 'call_tool']);
      expect(await caller.ask('tools/call', { name: 'list_projects', arguments: {} })).toMatchObject({ structuredContent: { projects: [{ name: 'shop' }] } });
    });
  });

  test('a toolset that is not there is -32602, with those that are', async () => {
    await using entrance = await openDoorsOn(partsWith(allTools, shopOf().workbench), 'nonsense');
    await inside(entrance, door, async (caller) => {
      expect(await refusalOf(caller, 'tools/list', {})).toMatchObject({
        code: -32602,
        message: expect.stringContaining('There is no toolset named nonsense.'),
      });
    });
  });
});

function shopOf(): Shop {
  const ide = openScriptedIde(SHOP, {}, 'shop');
  return { ide, workbench: new ScriptedWorkbench([ide]) };
}

// How many listen to the files of the project.
function countedListeners({ documents }: ScriptedIde): () => number {
  let count = 0;
  const onChanges = documents.onChanges.bind(documents);
  documents.onChanges = (listener) => {
    count++;
    const stop = onChanges(listener);
    return {
      [Symbol.dispose]() {
        count--;
        stop[Symbol.dispose]();
      },
    };
  };
  return () => count;
}

async function inside<Value>(entrance: Entrance, door: Doorway, work: (caller: Caller) => Promise<Value>): Promise<Value> {
  const caller = await door.enter(entrance);
  try {
    return await work(caller);
  } finally {
    await caller.close();
  }
}

function listening(caller: Caller, uris: readonly string[]): ReturnType<NonNullable<Caller['listen']>> {
  if (caller.listen === undefined) throw new TypeError('every door of ours has a stream');
  return caller.listen(uris);
}

function refusalOf(caller: Caller, method: string, params: Record<string, unknown>): Promise<unknown> {
  return caller.ask(method, params).then(
    (answer) => ({ answer }),
    (error: unknown) => error,
  );
}

const contents = z.looseObject({ contents: z.tuple([z.looseObject({ text: z.string() })]) });
const listed = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) });

async function contentOf(caller: Caller, uri: string): Promise<string> {
  return contents.parse(await caller.ask('resources/read', { uri })).contents[0].text;
}

async function namesOf(caller: Caller): Promise<string[]> {
  return listed.parse(await caller.ask('tools/list', {})).tools.map(({ name }) => name);
}
