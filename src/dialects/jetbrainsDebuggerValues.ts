// The rows of the JetBrains debugger plugin about variables, expressions and watches.
import { z } from 'zod';
import { unknownVariable } from '../ide/errors/debugErrors.ts';
import { defineDialectTool } from './dialect.ts';
import { answers, inProject, project, session, valueModel, watchModel } from './jetbrainsDebuggerModels.ts';
import { given } from './jetbrainsIndexWords.ts';

const frameIndex = { frame_index: z.int().min(0).optional().describe('0 is the innermost; the selected one if left out.') };
// Watches are the project's, and outlive sessions.
const watching = { session_id: z.string().min(1).optional().describe('In which the values are evaluated; the current session if left out.') };

export const variables = defineDialectTool({
  name: 'get_variables',
  tool: 'get_variables',
  description: 'The variables of a frame.',
  input: z.strictObject({ ...frameIndex, ...session, ...project }),
  answer: z.object({
    sessionId: z.string(),
    frameIndex: z.number(),
    scopes: z.array(z.object({ name: z.string(), id: z.string(), variables: z.array(answers.value) })),
    notes: z.array(z.string()).optional(),
  }),
  toArguments: (input) => inProject(input, { session_id: input.session_id, frame_index: input.frame_index }),
  toResult: ([{ sessionId, frameIndex: index, scopes, notes }]) => {
    const others = scopes.filter((scope) => scope.variables.length === 0).map(({ name, id }) => ({ name, id }));
    return {
      sessionId,
      frameIndex: index,
      variables: scopes.flatMap((scope) => scope.variables).map(valueModel),
      // What is far from the frame, such as globals, can be expanded.
      ...given({ otherScopes: others.length > 0 ? others : undefined, variablesTruncated: notes && true, notes }),
    };
  },
});

export const expand = defineDialectTool({
  name: 'expand_variable',
  tool: 'expand_variable',
  description: 'What is inside a variable.',
  input: z.strictObject({ variable_id: z.string().min(1).describe('The id of a variable.'), ...session, ...project }),
  mostPages: 4,
  answer: z.object({ variableId: z.string(), variables: z.array(answers.value), cursor: z.string().optional() }),
  toArguments: (input) => inProject(input, { variable_id: input.variable_id, page_size: 500 }),
  toResult(pages, { given: { variable_id: id, session_id: session } }) {
    // Ids begin with the session that they are of.
    if (session !== undefined && !id.startsWith(`${session}.`)) return unknownVariable(id, `it is not of the session ${session}`);
    return {
      id: pages[0].variableId,
      children: pages.flatMap((page) => page.variables).map(valueModel),
      ...given({ childrenTruncated: pages.at(-1)?.cursor === undefined ? undefined : true }),
    };
  },
});

export const setVariable = defineDialectTool({
  name: 'set_variable',
  tool: 'set_variable',
  description: 'Change the value of a variable.',
  input: z.strictObject({
    variable_name: z.string().min(1).describe('Its name.'),
    new_value: z.string().describe('An expression of the language.'),
    variable_id: z.string().min(1).optional().describe('The object that has it.'),
    ...frameIndex,
    ...session,
    ...project,
  }),
  answer: z.object({ variable: answers.value }),
  toArguments: (input) =>
    inProject(input, {
      name: input.variable_name,
      value: input.new_value,
      variable_id: input.variable_id,
      session_id: input.session_id,
      frame_index: input.frame_index,
    }),
  toResult: ([{ variable }]) => valueModel(variable),
});

export const evaluate = defineDialectTool({
  name: 'evaluate',
  tool: 'evaluate',
  description: 'Evaluate an expression in a frame.',
  input: z.strictObject({ expression: z.string().min(1).describe('Of the language of the program.'), ...frameIndex, ...session, ...project }),
  answer: z.object({ result: answers.value }),
  toArguments: (input) => inProject(input, { expression: input.expression, session_id: input.session_id, frame_index: input.frame_index }),
  toResult([{ result }]) {
    const { name: _, ...model } = valueModel(result);
    return model;
  },
});

export const addWatch = defineDialectTool({
  name: 'add_watch',
  tool: 'add_watch',
  description: 'Watch an expression at every stop of every session: watches belong to the project.',
  input: z.strictObject({ expression: z.string().min(1).describe('What to watch.'), ...watching, ...project }),
  answer: z.object({ watchId: z.string(), watches: z.array(answers.watch) }),
  toArguments: (input) => inProject(input, { expression: input.expression, session_id: input.session_id }),
  toResult: ([{ watchId, watches }]) => ({ watch_id: watchId, status: 'added', watches: watches.map(watchModel) }),
});

export const removeWatch = defineDialectTool({
  name: 'remove_watch',
  tool: 'remove_watch',
  description: 'Remove a watch, for every session.',
  input: z.strictObject({ watch_id: z.string().min(1).describe('Of add_watch.'), ...watching, ...project }),
  answer: z.object({ watches: z.array(answers.watch) }),
  toArguments: (input) => inProject(input, { watch_id: input.watch_id, session_id: input.session_id }),
  toResult: ([{ watches }], { given: { watch_id } }) => ({ watch_id, status: 'removed', watches: watches.map(watchModel) }),
});
