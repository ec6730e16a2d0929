// What a call does, in a few words for people: the title of its tool and its subject, as in "Rename symbol total → sum".
import { isRecord } from '../base/isRecord.ts';
import { CUT, redactedText, shortenedText } from '../base/text/redaction.ts';
import type { Tool } from './tool.ts';

const LONGEST = 120;
const DEEPEST = 4;
// A path or a name, as most are.
const PLAIN = /^[!-~]{1,120}$/;

// A tool that has more to say brings `caption`; of any other the usual arguments tell.
export function captionOf(tool: Pick<Tool, 'title'>, given: unknown, own?: string): string {
  const subject = own ?? subjectOf(given);
  return subject === '' ? tool.title : `${tool.title} ${inOneLine(subject)}`;
}

// What the arguments are about; the first that is there.
const ABOUT = [
  ...['symbol', 'command', 'pattern', 'query', 'expression', 'url', 'calls', 'test', 'file', 'files', 'paths', 'target', 'name', 'configuration', 'function'],
  ...['variable', 'exception', 'package', 'branch', 'commit', 'message', 'path', 'program', 'under', 'kind', 'fix_id', 'change_id', 'run_id', 'breakpoint_id'],
  ...['watch_id', 'process_id', 'port', 'terminal_id', 'session_id', 'text'],
];
// What becomes of it.
const BECOMES = ['new_name', 'new_file', 'to_file', 'rewrite'];
// Of what an argument that is no text says.
const NAMES = ['name', 'tool', 'snippet'];

type Fields = Readonly<Record<string, unknown>>;

function subjectOf(given: unknown): string {
  const fields = isRecord(given) ? given : {};
  const action = textIn(fields['action']);
  const subject = whereIn(fields);
  const becomes = firstOf(BECOMES, fields, 0);
  const whole = action === undefined || subject === undefined ? (action ?? subject ?? '') : `${action} ${subject}`;
  return becomes === undefined ? whole : `${whole} → ${becomes}`;
}

function whereIn(fields: Fields): string | undefined {
  for (const name of ABOUT) {
    const text = textIn(fields[name]);
    if (text === undefined) continue;
    const line = name === 'file' ? (textIn(fields['line']) ?? textIn(fields['start_line'])) : undefined;
    return line === undefined ? text : `${text}:${line}`;
  }
  return undefined;
}

function firstOf(names: readonly string[], fields: Fields, depth: number): string | undefined {
  for (const name of names) {
    const text = textIn(fields[name], depth);
    if (text !== undefined) return text;
  }
  return undefined;
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
  if (!isRecord(value)) return undefined;
  const name = firstOf(NAMES, value, depth + 1);
  if (name !== undefined) return name;
  const [file, line] = [textIn(value['file'], depth + 1), textIn(value['line'], depth + 1)];
  return file === undefined || line === undefined ? file : `${file}:${line}`;
}

// Whatever an agent writes there: no control characters, nothing that turns the text around, no secret.
function inOneLine(text: string): string {
  const short = PLAIN.test(text)
    ? redactedText(text)
    : redactedText(shortenedText(text, LONGEST * 10))
        .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
        .trim();
  return short.length <= LONGEST ? short : `${short.slice(0, LONGEST - 1)}${CUT}`;
}
