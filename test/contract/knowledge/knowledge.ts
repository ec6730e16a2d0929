// One project for a file of tests, opened by the first that asks, and answers printed in lines short enough to be asserted whole.
import { writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, type TestContext } from 'vitest';
import { z } from 'zod';
import type { Ide } from '../../../src/ide/ide.ts';
import type { Agent, Refusal } from '../../support/check.ts';
import { needs, type ToolName } from '../../support/testTools.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

export interface Project {
  readonly files: Readonly<Record<string, string>>;
  // What the tests cannot do without; its folder comes first on the PATH.
  readonly tool?: ToolName;
  prepare?(project: string): Promise<void>;
}

// A name or path, or a file with a snippet of it, or more precisely what an agent may pass.
export type Pointer = string | readonly [file: string, snippet: string] | Readonly<Record<string, string | number>>;

export function knowledgeOf(project: Project): (context: TestContext) => Promise<Knowledge> {
  let opened: Promise<RealAgent> | undefined;
  afterAll(async () => (await opened)?.close());
  return async (context) => {
    if (project.tool !== undefined) {
      const [program = ''] = (await needs(context, project.tool)).command;
      const folders = process.env['PATH']?.split(delimiter) ?? [];
      if (!folders.includes(dirname(program))) process.env['PATH'] = [dirname(program), ...folders].join(delimiter);
    }
    opened ??= realAgentOn(project.files, project.prepare);
    return new Knowledge((await opened).agent);
  };
}

const place = z.object({ file: z.string(), line: z.number(), column: z.number() });
const references = z.object({
  files: z.array(z.object({ file: z.string(), references: z.array(z.object({ line: z.number(), column: z.number(), type: z.string() })) })),
});
const implementation = place.extend({ name: z.string().optional(), kind: z.string().optional() });
const symbol = place.extend({ name: z.string(), kind: z.string(), container: z.string().optional() });

export class Knowledge {
  readonly #agent: Agent<Ide>;

  constructor(agent: Agent<Ide>) {
    this.#agent = agent;
  }

  // The structured answer.
  async value(tool: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
    return (await this.#agent.call(tool, given)).value;
  }

  async about(tool: string, at: Pointer, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    return this.value(tool, { symbol: pointing(at), ...given });
  }

  // As another process writes a file.
  async write(file: string, text: string): Promise<void> {
    await writeFile(join(this.#agent.ide.project.path, file), text);
  }

  refusal(tool: string, given: Record<string, unknown>): Promise<Refusal> {
    return this.#agent.refusal(tool, given);
  }

  // The text of the answer; what lies outside the project is printed by the name of its file.
  async printed(tool: string, given: Record<string, unknown>): Promise<readonly string[]> {
    const { text } = await this.#agent.call(tool, given);
    return text.split('\n').map((line) => (/\blibrary\b/.test(line) ? line.replace(/(?:[A-Za-z]:)?[\\/]\S*[\\/]([^\\/\s]+):\d+/, '$1') : line));
  }

  printedAbout(tool: string, at: Pointer, given: Record<string, unknown> = {}): Promise<readonly string[]> {
    return this.printed(tool, { symbol: pointing(at), ...given });
  }

  // "src/cart.ts:2:17 call"; an answer that is not whole fails.
  async references(at: Pointer): Promise<readonly string[]> {
    const { files } = references.parse(whole(await this.about('find_references', at)));
    return files.flatMap(({ file, references: rows }) => rows.map(({ line, column, type }) => `${file}:${line}:${column} ${type}`));
  }

  // "src/cart.ts:2:17"
  async definitions(at: Pointer): Promise<readonly string[]> {
    const { definitions } = z.object({ definitions: z.array(place) }).parse(whole(await this.about('find_definition', at)));
    return definitions.map(({ file, line, column }) => `${file}:${line}:${column}`);
  }

  async types(at: Pointer): Promise<readonly string[]> {
    const { types } = z.object({ types: z.array(place) }).parse(whole(await this.about('find_type_definition', at)));
    return types.map(({ file, line, column }) => `${file}:${line}:${column}`);
  }

  // "src/cart.ts:2 class Cart"
  async implementations(at: Pointer): Promise<readonly string[]> {
    const { implementations } = z.object({ implementations: z.array(implementation) }).parse(whole(await this.about('find_implementations', at)));
    return implementations.map(({ file, line, kind, name }) => `${file}:${line} ${kind} ${name}`);
  }

  // "src/cart.ts:2 Base/area"
  async superMethods(at: Pointer): Promise<readonly string[]> {
    const { superMethods } = z.object({ superMethods: z.array(place.extend({ name: z.string() })) }).parse(whole(await this.about('find_super_methods', at)));
    return superMethods.map(({ file, line, name }) => `${file}:${line} ${name}`);
  }

  // "method Cart/total src/cart.ts:2"
  async symbols(query: string, given: Record<string, unknown> = {}): Promise<readonly string[]> {
    const { symbols } = z.object({ symbols: z.array(symbol) }).parse(whole(await this.value('search_symbols', { query, ...given })));
    return symbols.map(({ kind, container, name, file, line }) => `${kind} ${container === undefined ? '' : `${container}/`}${name} ${file}:${line}`);
  }

  // The lines of an outline without the head: "  2 method total".
  async outline(file: string): Promise<readonly string[]> {
    return (await this.printed('get_file_outline', { file })).slice(1);
  }
}

export function pointing(at: Pointer): Record<string, unknown> {
  if (typeof at === 'string') return { name: at };
  if (isSnippet(at)) return { file: at[0], snippet: at[1] };
  return { ...at };
}

function isSnippet(at: Exclude<Pointer, string>): at is readonly [string, string] {
  return Array.isArray(at);
}

function whole(value: Record<string, unknown>): Record<string, unknown> {
  if (value['complete'] === false) throw new Error(`the answer is not whole: ${JSON.stringify(value['why'])}`);
  return value;
}
