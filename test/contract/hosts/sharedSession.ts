// A debug session that both hosts are taken through, and in which words the debugger of a window says the same, each with its reason.
import type { SessionScript, Step } from '../../support/debugSession.ts';

// Of wholeSession what a window's debugger can: it has no breakpoints on functions, and a step is lost where a breakpoint counts.
export const sharedSession: SessionScript = ({ file, start, words }, lineOf) => {
  const at = (mark: string) => ({ file, line: lineOf(mark) });
  const step = (thought: string, tool: string, given: Readonly<Record<string, unknown>> = {}): Step => ({ thought, tool, arguments: given });
  return [
    step('Stop at a line.', 'set_breakpoint', at('total')),
    step('Stop where something is true.', 'set_breakpoint', { ...at('add'), condition: words.condition }),
    step('Only tell.', 'set_breakpoint', { ...at('price'), log_message: words.log }),
    step('Stop once.', 'set_breakpoint', { ...at('sum'), temporary: true }),
    step('There is nothing to stop at.', 'set_breakpoint', at('nothing')),
    step('Watch a value.', 'add_watch', { expression: words.watch }),
    step('Run it.', start.tool, start.arguments),
    step('Are they in place?', 'list_breakpoints'),
    step('Who called?', 'get_stack_trace', { max_frames: 2 }),
    ...words.nested.map((name) => step(`What is in ${name}?`, 'expand_variable', { variable_id: `<id of ${name}>` })),
    step('What is this worth?', 'evaluate', { expression: words.evaluate }),
    step('And what cannot be evaluated?', 'evaluate', { expression: words.throwing }),
    step('Into the function.', 'step_into'),
    step('To the next line.', 'step_over'),
    step('Try another value.', 'set_variable', words.set),
    step('There is no such variable.', 'set_variable', { name: 'nowhere', value: '1' }),
    step('On, to what is true.', 'resume'),
    step('Into what is called there.', 'step_into'),
    step('And out.', 'step_out'),
    step('On, to what stops once.', 'resume'),
    step('That one is gone.', 'list_breakpoints'),
    step('What was logged?', 'read_debug_output', { only: 'trace' }),
    step('To this line.', 'run_to_line', at('print')),
    step('Stop at what is thrown and caught.', 'set_exception_breakpoint', {
      ...(words.caught !== undefined && { exception: words.caught }),
      caught: true,
      uncaught: false,
    }),
    step('On, to the throw.', 'resume'),
    step('What does its caller know?', 'evaluate', { expression: words.inCaller, frame_index: 1 }),
    step('No more of these.', 'remove_breakpoint', { breakpoint_id: 'b6' }),
    step('Stop at what nobody catches.', 'set_exception_breakpoint', { ...(words.uncaught !== undefined && { exception: words.uncaught }) }),
    step('On; it does not stop.', 'resume', { timeout: 0.5 }),
    step('Nothing can be evaluated in what runs.', 'evaluate', { expression: words.evaluate }),
    step('Stop wherever it is.', 'pause'),
    step('Let the loop end.', 'set_variable', words.go),
    step('On, to what nobody catches.', 'resume'),
    step('And to the end.', 'resume'),
    step('It is over.', 'evaluate', { expression: words.evaluate }),
    step('What did it print?', 'read_debug_output', { only: 'stdout' }),
    step('Run it again.', start.tool, start.arguments),
    step('Enough.', 'stop_debug_session'),
    step('It is over too.', 'step_over'),
  ];
};

interface Wording {
  readonly because: string;
  readonly from: RegExp;
  readonly to: string;
}

// What is left out of the transcripts of both before they are compared.
const WORDING: readonly Wording[] = [
  { because: 'js-debug has a session that starts the program and one for each process, whose number is in its name', from: / ?\[\d+\](?=\))/g, to: '' },
  { because: 'the same, so sessions have other numbers', from: /\bs\d+(?:\.\d+)*\b/g, to: 's' },
  { because: 'js-debug asks V8 for the object that a function is called on', from: /\bglobal\.(?=\w)/g, to: '' },
  { because: 'js-debug shows functions with their text, and counts them as objects', from: /\n {2}\w+: [Ff]unction = .*/g, to: '' },
  { because: 'js-debug shows what this is as an object without its members', from: /\n {2}this: .*/g, to: '' },
  {
    because: 'js-debug says of an error where it was thrown, and says its name twice',
    from: /Uncaught (\w+) \1: (.*?)(?:\\n)? +at eval \([^)]*\)/g,
    to: '$1: $2',
  },
  { because: 'js-debug shows what was thrown in no scope, only in the stop', from: /\n {2}exception: \w+ = .*/g, to: '' },
  { because: 'js-debug counts threads from 0', from: /(?<=Session s, thread )\d+/g, to: '' },
  { because: 'js-debug logs a string as it shows values', from: /(?<=^\d+ \| )'(\w+)'$/gm, to: '$1' },
  { because: 'js-debug does not say with what a program has ended', from: /(has ended)(?:: [^.\n]*)?\./g, to: '$1.' },
];

// Answers that hold what a debugger or VS Code sends by itself, in its own time: tests that wait for it assert it.
const SENT_LATER = /\n> (?:read_debug_output|list_breakpoints|resume \{"timeout":0\.5\})/;

// By step, the same in both hosts.
export function withoutWording(transcript: string): readonly string[] {
  const steps = transcript.split('\n\n# ').filter((step) => !SENT_LATER.test(step));
  return steps.map((step) => sorted(WORDING.reduce((text, { from, to }) => text.replace(from, to), step)));
}

// V8 has no order of variables that would mean something, and a debugger may sort them by their names.
function sorted(step: string): string {
  return step
    .replace(/(?<=\nVariables:\n)(?: {2}\S.*\n)+/, inOrder)
    .replace(/(?<=\nIn s:\n)(?: {2}\S.*\n?)+/, inOrder)
    .replace(/(?<=There are )[\w, ]+(?=\.)/, (names) =>
      names
        .split(', ')
        .filter((name) => !FUNCTIONS.has(name))
        .toSorted()
        .join(', '),
    );
}

const FUNCTIONS: ReadonlySet<string> = new Set(['this', 'price', 'total', 'greet', 'refuse']);

function inOrder(lines: string): string {
  return `${lines.trimEnd().split('\n').toSorted().join('\n')}\n`;
}
