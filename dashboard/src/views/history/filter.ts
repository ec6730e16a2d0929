// The words of the history's filter line, such as `tool:rename* status:error >500ms "Cart"`, and which rows they mean.
import type { CallRow } from '../../../../src/dashboard/protocol/rows.ts';

export interface CallFilter {
  readonly tool?: string;
  readonly status?: CallRow['status'];
  readonly client?: string;
  readonly connection?: string;
  readonly project?: string;
  // In milliseconds.
  readonly slowerThan?: number;
  // Anywhere in what it says; several words are one text.
  readonly text?: string;
  // Also what is no call of a tool.
  readonly requests?: true;
}

export interface ParsedFilter {
  readonly filter: CallFilter;
  // What is not understood.
  readonly complaint?: string;
}

const WORD = /([a-z]+):("[^"]*"?|\S+)|>(\d+(?:\.\d+)?)(ms|s|m)?(?=\s|$)|"([^"]*)"?|(\S+)/g;
const STATUSES: Readonly<Record<string, CallRow['status']>> = {
  ok: 'success',
  success: 'success',
  error: 'error',
  failed: 'error',
  pending: 'pending',
  running: 'pending',
};
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

export function parseFilter(text: string): ParsedFilter {
  let filter: CallFilter = {};
  let complaint: string | undefined;
  for (const [whole, name, quoted = '', count, unit = 'ms', phrase, word] of text.matchAll(WORD)) {
    const value = quoted.replaceAll('"', '');
    if (count !== undefined) filter = { ...filter, slowerThan: Number(count) * (UNITS[unit] ?? 1) };
    else if (phrase !== undefined || word !== undefined) filter = withText(filter, phrase ?? word ?? '');
    else if (name === 'status') {
      const status = STATUSES[value];
      if (status === undefined) complaint = `status is ok, error or pending, not ${value}`;
      else filter = { ...filter, status };
    } else if (name === 'tool' || name === 'client' || name === 'project' || name === 'connection') filter = { ...filter, [name]: value };
    else if (name === 'requests') filter = { ...filter, requests: true };
    // A colon of a text, such as http://x.
    else filter = withText(filter, whole);
  }
  return { filter, ...(complaint !== undefined && { complaint }) };
}

function withText(filter: CallFilter, word: string): CallFilter {
  const text = [filter.text, word.toLowerCase()].filter((part) => part !== undefined && part !== '').join(' ');
  return text === '' ? filter : { ...filter, text };
}

export function isEverything(filter: CallFilter): boolean {
  return Object.keys(filter).length === 0;
}

// As history.list and history.export take it: a project is the person's short word for one, which is looked for here.
export function daemonFilter({ project: _, ...filter }: CallFilter): Omit<CallFilter, 'project'> {
  return filter;
}

// A part of its path, in any case.
export function isProject(path: string, wanted: string | undefined): boolean {
  return wanted === undefined || path.toLowerCase().includes(wanted.toLowerCase());
}

export function matcher(filter: CallFilter): (row: CallRow) => boolean {
  const { tool, status, client, connection, project, slowerThan, text, requests } = filter;
  const isNamed = tool === undefined ? undefined : nameMatcher(tool);
  const wantedClient = client?.toLowerCase();
  return (row) => {
    if (row.isRequest === true && requests !== true && isNamed === undefined) return false;
    if (isNamed !== undefined && !isNamed(row.tool) && !(row.ownTool !== undefined && isNamed(row.ownTool))) return false;
    if (status !== undefined && row.status !== status) return false;
    if (wantedClient !== undefined && !row.client.toLowerCase().includes(wantedClient)) return false;
    if (connection !== undefined && row.connection !== connection) return false;
    if (!isProject(row.project ?? '', project)) return false;
    if (slowerThan !== undefined && (row.milliseconds ?? 0) < slowerThan) return false;
    return text === undefined || searchText(row).includes(text);
  };
}

// Made once for each row: a person types letter by letter.
const said = new WeakMap<CallRow, string>();

function searchText(row: CallRow): string {
  const known = said.get(row);
  if (known !== undefined) return known;
  const { id, tool, ownTool, title, caption, client, project, error, changeId } = row;
  const text = [id, tool, ownTool, title, caption, client, project, error, changeId]
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
  said.set(row, text);
  return text;
}

// A star stands for anything; no expression that goes back over its choices.
function nameMatcher(pattern: string): (name: string) => boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  const last = rest.pop();
  if (last === undefined) return (name) => name.toLowerCase() === first;
  return (name) => {
    const text = name.toLowerCase();
    if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found === -1 || found + piece.length > text.length - last.length) return false;
      at = found + piece.length;
    }
    return true;
  };
}
