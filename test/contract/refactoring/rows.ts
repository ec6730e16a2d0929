// Rows of a table of refactorings: what a project is before, what an agent calls, and what it is afterwards, with a real engine.
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, type TestContext } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../../src/base/waiting/duration.ts';
import { needs, type TestTool, type ToolName, testTool } from '../../support/testTools.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';

export interface Row {
  readonly files: Readonly<Record<string, string>>;
  readonly tool: string;
  readonly given: Record<string, unknown>;
  // The files that are different afterwards; undefined is one that is gone.
  readonly after: Readonly<Record<string, string | undefined>>;
  readonly notes?: readonly unknown[];
  // clangd publishes what it finds with an old header first, so its errors right after a change are not those of the change.
  readonly errorsSettle?: boolean;
}

const done = z.looseObject({ applied: z.literal(true), changeId: z.string(), newErrors: z.array(z.unknown()), notes: z.array(z.string()).optional() });

export interface RowsProject {
  // After the refactoring every file is as the row says, there is no new error, and undo restores every byte.
  follows(row: Row): Promise<void>;
  // The refusal of a call, which leaves every file as it is.
  refused(row: Pick<Row, 'files' | 'tool' | 'given'>): Promise<unknown>;
}

// For one file of tests. Rows of the same project share it, because each leaves it as it was and an engine takes seconds to start.
export function rowsProject(): RowsProject {
  let open: { readonly files: Row['files']; readonly real: RealAgent } | undefined;
  const closeProject = async (): Promise<void> => {
    const closing = open?.real;
    open = undefined;
    await closing?.close();
  };
  afterAll(closeProject);

  const inProject = async <Value>(files: Row['files'], work: (real: RealAgent) => Promise<Value>): Promise<Value> => {
    if (open?.files !== files) {
      await closeProject();
      open = { files, real: await realAgentOn(files) };
    }
    try {
      return await work(open.real);
    } catch (error) {
      // Nobody knows what it left behind.
      await closeProject();
      throw error;
    }
  };
  return {
    follows: (row) => inProject(row.files, (real) => carriedOut(real, row)),
    refused: (row) => inProject(row.files, (real) => turnedDown(real, row)),
  };
}

async function carriedOut({ agent }: RealAgent, { files, tool, given, after, notes, errorsSettle = false }: Row): Promise<void> {
  const path = agent.ide.project.path;
  const names = [...new Set([...Object.keys(files), ...Object.keys(after)])];
  const texts = async () => Object.fromEntries(await Promise.all(names.map(async (name) => [name, await textOf(join(path, name))])));
  const value = done.parse((await agent.call(tool, given)).value);
  const wanted = Object.fromEntries(names.map((name) => [name, name in after ? after[name] : files[name]]));
  expect(await texts()).toEqual(wanted);
  if (errorsSettle)
    await expect.poll(async () => (await agent.call('get_diagnostics', { severity: 'error' })).value['files'], { timeout: seconds(60) }).toEqual([]);
  else expect(value.newErrors).toEqual([]);
  if (notes !== undefined) expect(value.notes).toEqual(notes);
  await agent.call('undo', { change_id: value.changeId });
  expect(await texts()).toEqual(Object.fromEntries(names.map((name) => [name, files[name]])));
}

async function turnedDown({ agent }: RealAgent, { files, tool, given }: Pick<Row, 'files' | 'tool' | 'given'>): Promise<unknown> {
  const refusal = await agent.refusal(tool, given);
  for (const [name, text] of Object.entries(files)) expect(await textOf(join(agent.ide.project.path, name))).toBe(text);
  return refusal;
}

export async function withProgram(context: TestContext, tool: ToolName): Promise<void> {
  onPath(await needs(context, tool));
}

// For whole files of tests; undefined where it cannot be had.
export async function programOf(tool: ToolName): Promise<TestTool | undefined> {
  return testTool(tool).catch((missing: unknown) => {
    if (process.env['CI']) throw missing;
    return undefined;
  });
}

export function onPath({ command: [program = ''] }: TestTool): void {
  const folders = process.env['PATH']?.split(delimiter) ?? [];
  if (!folders.includes(dirname(program))) process.env['PATH'] = [dirname(program), ...folders].join(delimiter);
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
