// Prompts for the journeys that people have: what a person picks from a menu, and their agent then follows.
import { type Prompt as ListedPrompt, ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import { closest } from '../../base/text/closest.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import { listPage } from './listPage.ts';

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  // What its values are, where they can be completed.
  readonly kind: 'symbol' | 'file' | 'text';
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  // Those that the text names; without one of them the prompt is not offered.
  readonly tools: readonly string[];
  text(given: Readonly<Record<string, string>>): string;
}

export const prompts: readonly Prompt[] = [
  {
    name: 'understand_symbol',
    title: 'Understand this symbol',
    description: 'What a function, class or variable is for, who uses it, and what would break if it changed.',
    arguments: [{ name: 'symbol', description: 'Its name, or a path such as Cart/total.', required: true, kind: 'symbol' }],
    tools: ['inspect_symbol', 'find_definition', 'read_file', 'find_references', 'call_hierarchy', 'type_hierarchy'],
    text: ({ symbol }) => `Explain ${symbol} to me.
1. inspect_symbol with name "${symbol}": kind, type, documentation. If several are meant, show me the candidates and ask which.
2. find_definition, then read_file around it: what it does, not only what it promises.
3. find_references: group the uses by what they want from it. If the answer is not complete, say so; look at the files under mentions too.
4. If it is a function, call_hierarchy shows how it is reached from the outside; if it is a class or interface, type_hierarchy shows what stands above and below it.
Then tell me in a few sentences what it is for, how it works, who depends on it, and what would break if it changed. Give file and line for each claim.`,
  },
  {
    name: 'fix_diagnostics',
    title: 'Fix these problems',
    description: 'Go through the errors and warnings of a file or of the whole project and fix their causes.',
    arguments: [{ name: 'file', description: 'Only this file; without it, the whole project.', required: false, kind: 'file' }],
    tools: ['get_diagnostics', 'list_quick_fixes', 'apply_quick_fix', 'inspect_symbol', 'find_references'],
    text: ({ file }) => `Fix the problems in ${file ?? 'this project'}.
1. get_diagnostics${file === undefined ? '' : ` with file "${file}"`}: errors first. If it is not complete, wait and ask again before you conclude anything.
2. Find the causes: several problems often have one. inspect_symbol shows the types that disagree; find_references shows who else a change would touch.
3. Fix one cause at a time, with the smallest change that is right: list_quick_fixes shows what the compiler would do, apply_quick_fix does it. Do not silence a problem with a cast, a suppression or a weaker type.
4. After each fix, get_diagnostics again on the files you changed and on those that use them: nothing new may appear.
At the end, tell me what was wrong, what you changed, and what you left alone and why.`,
  },
  {
    name: 'safe_rename',
    title: 'Rename safely',
    description: 'Rename a symbol everywhere it is used, and prove that nothing was missed.',
    arguments: [
      { name: 'symbol', description: 'Its name, or a path such as Cart/total.', required: true, kind: 'symbol' },
      { name: 'new_name', description: 'What it is to be called.', required: true, kind: 'text' },
    ],
    tools: ['search_symbols', 'find_references', 'rename_symbol', 'get_diagnostics'],
    text: ({ symbol, new_name }) => `Rename ${symbol} to ${new_name}.
1. search_symbols for "${new_name}": if the name is taken where it would clash, stop and tell me.
2. rename_symbol of "${symbol}" with new_name "${new_name}" and preview: read the diff and the errors that it would bring. If it is refused because uses may be missed, do not force it: wait and ask again.
3. The same without preview, without verify: it writes nothing where errors would appear. What it overrides and what overrides it go with it.
4. find_references of "${new_name}": as many as the rename edited. Then look at each file under mentions (strings, comments, configuration, other languages) that still holds the old name: change what means this symbol, and list for me what you were not sure of.
5. get_diagnostics: no new problems. If there are, repair them, or take the rename back with undo.
Tell me how many places in how many files changed.`,
  },
  {
    name: 'debug_bug',
    title: 'Find the bug with the debugger',
    description: 'Watch the program or a failing test run, and find where it first goes wrong.',
    arguments: [
      { name: 'symptom', description: 'What happens, and what should.', required: true, kind: 'text' },
      { name: 'file', description: 'A failing test or a program that shows it.', required: false, kind: 'file' },
    ],
    tools: [
      'debug_test',
      'start_debug_session',
      'list_run_configurations',
      'set_breakpoint',
      'read_debug_output',
      'step_into',
      'step_over',
      'get_variables',
      'set_variable',
      'remove_breakpoint',
      'stop_debug_session',
    ],
    text: ({ symptom, file }) => `Find the cause of this with the debugger: ${symptom}
1. ${file === undefined ? 'Choose what shows it, a failing test if there is one' : `${file} shows it`}; list_run_configurations tells how the project is run. Say what you expect to see, and which value would prove you wrong.
2. set_breakpoint with log_message on the lines that compute the wrong value: it records without stopping. debug_test for a test, start_debug_session for a program; then read_debug_output shows the values as a table. Find the first row that is wrong.
3. set_breakpoint there with a condition that holds only in the wrong case, and start again: the answer has the place, the stack, the variables and the source. step_into and step_over lead through it, resume to the next stop; get_variables and evaluate show what is believed and is not so.
4. When you know the cause, prove it before you change any code: set_variable to what it should be, go on, and see the symptom gone.
5. remove_breakpoint of each that you set, and stop_debug_session.
Tell me the cause with file and line, the values that show it, and the smallest change that fixes it. If the program did not show the symptom, say so instead of guessing.`,
  },
];

export function promptsFor(catalogue: Catalogue): Prompt[] {
  return prompts.filter(({ tools }) => tools.every((tool) => catalogue.find(tool) !== undefined));
}

export function installPrompts(server: Server, offered: readonly Prompt[]): void {
  server.setRequestHandler('prompts/list', (request, context) => {
    const { items, nextCursor } = listPage(offered.map(listed), request.params?.cursor, context.mcpReq._meta);
    return { prompts: items, ...(nextCursor !== undefined && { nextCursor }) };
  });
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = promptNamed(params.name, offered);
    const text = prompt.text(checked(prompt, params.arguments ?? {}));
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
}

export function promptNamed(name: string, offered: readonly Prompt[]): Prompt {
  const found = offered.find((prompt) => prompt.name === name);
  if (found !== undefined) return found;
  const names = offered.map((prompt) => prompt.name);
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no prompt named ${name}. Did you mean ${(closest(name, names, 2)[0] ?? names.join(' or ')) || 'a tool'}?`,
  );
}

function checked(prompt: Prompt, given: Readonly<Record<string, string>>): Record<string, string> {
  // A field of a form that was left empty was not given.
  const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''));
  const missing = prompt.arguments.filter(({ name, required }) => required && filled[name] === undefined).map(({ name }) => `${name} is missing`);
  const unknown = Object.keys(given)
    .filter((name) => prompt.arguments.every((argument) => argument.name !== name))
    .map((name) => `${name} is not an argument`);
  const problems = [...missing, ...unknown];
  if (problems.length > 0)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${prompt.name}: ${problems.join('; ')}. Its arguments are: ${prompt.arguments.map(({ name }) => name).join(', ')}.`,
    );
  return filled;
}

function listed({ name, title, description, arguments: given }: Prompt): ListedPrompt {
  return {
    name,
    title,
    description,
    arguments: given.map((argument) => ({ name: argument.name, description: argument.description, required: argument.required })),
  };
}
