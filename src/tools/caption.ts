// What a call does, in a few words for people: the title of its tool and its subject, as in "Rename symbol total → sum".
import { CUT, redactedText, shortenedText } from '../base/text/redaction.ts';
import type { Tool } from './tool.ts';

const LONGEST = 120;
const DEEPEST = 4;

// A tool that has more to say brings `caption`; of any other the usual arguments tell.
export function captionOf(tool: Pick<Tool, 'title'>, given: unknown, own?: string): string {
  const subject = own ?? subjectOf(given);
  return subject === undefined || subject === '' ? tool.title : `${tool.title} ${inOneLine(subject)}`;
}

// What the arguments are about; the first that is there.
const ABOUT = [
  ...['symbol', 'command', 'pattern', 'query', 'expression', 'url', 'calls', 'test', 'file', 'files', 'paths', 'target', 'name', 'configuration', 'function'],
  ...['variable', 'exception', 'package', 'branch', 'commit', 'message', 'path', 'program', 'under', 'kind', 'fix_id', 'change_id', 'run_id', 'breakpoint_id'],
  ...['watch_id', 'process_id', 'port', 'terminal_id', 'session_id', 'text'],
];
// What becomes of it.
const BECOMES = ['new_name', 'new_file', 'to_file', 'rewrite'];

function subjectOf(given: unknown): string | undefined {
  const fields = fieldsOf(given);
  const action = textIn(fields.get('action'));
  const subject = [...withWhere(fields)][0];
  const becomes = BECOMES.map((name) => textIn(fields.get(name))).find((text) => text !== undefined);
  const whole = [action, subject].filter((part) => part !== undefined).join(' ');
  return becomes === undefined ? whole : `${whole} → ${becomes}`;
}

function* withWhere(fields: ReadonlyMap<string, unknown>): Generator<string> {
  for (const name of ABOUT) {
    const text = textIn(fields.get(name));
    if (text === undefined) continue;
    const line = name === 'file' ? (textIn(fields.get('line')) ?? textIn(fields.get('start_line'))) : undefined;
    yield line === undefined ? text : `${text}:${line}`;
  }
}

// A name, the first of several and how many more, or where a symbol is.
function textIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined;
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    const text = textIn(first, depth + 1);
    return text === undefined || others.length === 0 ? text : `${text} and ${others.length} more`;
  }
  const fields = fieldsOf(value);
  const name = ['name', 'tool', 'snippet'].map((key) => textIn(fields.get(key), depth + 1)).find((text) => text !== undefined);
  if (name !== undefined) return name;
  const [file, line] = [textIn(fields.get('file'), depth + 1), textIn(fields.get('line'), depth + 1)];
  return file === undefined || line === undefined ? file : `${file}:${line}`;
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

// Whatever an agent writes there: no control characters, nothing that turns the text around, no secret.
function inOneLine(text: string): string {
  const short = redactedText(shortenedText(text, LONGEST * 10))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return short.length <= LONGEST ? short : `${short.slice(0, LONGEST - 1)}${CUT}`;
}
