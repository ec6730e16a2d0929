// Is what clients read about each tool true of it, with a reason wherever its effect does not say it?
import { expect, test } from 'vitest';
import { annotationsOf } from '../../src/server/toolList.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import type { Hints, Tool } from '../../src/tools/tool.ts';

const HINTS = ['destructive', 'idempotent', 'openWorld'] as const;

test('the annotations of all tools are those of the golden table', async () => {
  const rows = allTools.map((tool) => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotationsOf(tool);
    const marks = [readOnlyHint, destructiveHint, idempotentHint, openWorldHint].map((is) => (is === true ? 'yes' : 'no'));
    return `| ${[tool.name, tool.effect, ...marks, reasonsOf(tool)].join(' | ')} |`;
  });
  const head = ['| tool | effect | read-only | destructive | idempotent | open world | why not as its effect says |', '|---|---|---|---|---|---|---|'];
  await expect(`${[...head, ...rows].join('\n')}\n`).toMatchFileSnapshot('annotations.golden.md');
});

test('a hint says something that the effect does not, and why', () => {
  const useless = allTools.flatMap((tool) =>
    HINTS.filter((name) => hintOf(tool, name) !== undefined && (same(tool, name) || (hintOf(tool, name)?.because.length ?? 0) < 20)).map(
      (name) => `${tool.name}: ${name}`,
    ),
  );
  expect(useless).toEqual([]);
});

// The rule of Codex, which asks its person by these two: no question for what is harmless, one for what is not.
test('finding and running tests needs no question of a client that asks by annotations, running anything else does', () => {
  const asks = (name: string) => {
    const tool = allTools.find((each) => each.name === name);
    const { readOnlyHint, destructiveHint, openWorldHint } = tool === undefined ? {} : annotationsOf(tool);
    return destructiveHint !== false || (readOnlyHint !== true && openWorldHint !== false);
  };
  expect(['list_tests', 'run_tests', 'get_test_results', 'get_coverage', 'find_references', 'set_breakpoint'].filter(asks)).toEqual([]);
  const dangerous = ['run_command', 'run_in_terminal', 'http_request', 'git_push', 'git_fetch', 'evaluate', 'call_tool', 'batch', 'write_file', 'safe_delete'];
  expect(dangerous.filter((name) => !asks(name))).toEqual([]);
});

function hintOf(tool: Tool, name: keyof Hints): Hints[keyof Hints] {
  return tool.hints?.[name];
}

function same(tool: Tool, name: keyof Hints): boolean {
  return annotationsOf({ effect: tool.effect })[`${name}Hint`] === hintOf(tool, name)?.is;
}

function reasonsOf(tool: Tool): string {
  return HINTS.flatMap((name) => {
    const hint = hintOf(tool, name);
    return hint === undefined ? [] : [`${name}: ${hint.because}`];
  }).join('; ');
}
