// What each agent was shown: which text of which file, and whether what it asked before a change was answered completely.
import type { Evidence } from '../../ide/doors/changes.ts';
import type { Tool } from '../../tools/tool.ts';

interface SeenInProject {
  // By the file as agents write it, the newest last.
  readonly hashes: Map<string, string>;
  // Since its last change.
  answers: number;
  incomplete: IncompleteAnswer[];
}

interface IncompleteAnswer {
  readonly tool: string;
  readonly why: string;
}

const MOST_FILES = 2_000;
const MOST_AGENTS = 500;
const MOST_INCOMPLETE = 10;
const LONGEST_WHY = 200;

export class SeenAnswers {
  // By agent and project, who called last is last.
  readonly #seen = new Map<string, SeenInProject>();

  lastSeen(agent: string, project: string | undefined, file: string): string | undefined {
    return this.#seen.get(keyOf(agent, project))?.hashes.get(file);
  }

  // Of a change, what is known of the reads before it; undefined where there were none, or it is no change.
  answered(agent: string, project: string | undefined, tool: Pick<Tool, 'name' | 'effect'>, value: Readonly<Record<string, unknown>>): Evidence | undefined {
    const seen = this.#of(keyOf(agent, project));
    const file = fileIn(value);
    const hash = value['hash'];
    // A text of the past is not what the file holds.
    if (file !== undefined && typeof hash === 'string' && value['at'] === undefined) keepNewest(seen.hashes, file, hash, MOST_FILES);
    if (value['applied'] === true && typeof value['changeId'] === 'string') {
      const evidence = readsEvidence(seen);
      seen.answers = 0;
      seen.incomplete = [];
      return evidence;
    }
    if (tool.effect === 'reads' && typeof value['complete'] === 'boolean') {
      seen.answers += 1;
      const why = typeof value['why'] === 'string' ? value['why'].slice(0, LONGEST_WHY) : 'not all was known';
      if (value['complete'] === false) seen.incomplete = [...seen.incomplete, { tool: tool.name, why }].slice(-MOST_INCOMPLETE);
    }
    return undefined;
  }

  #of(key: string): SeenInProject {
    const seen = this.#seen.get(key) ?? { hashes: new Map(), answers: 0, incomplete: [] };
    keepNewest(this.#seen, key, seen, MOST_AGENTS);
    return seen;
  }
}

function readsEvidence({ answers, incomplete }: SeenInProject): Evidence | undefined {
  if (answers === 0) return undefined;
  const time = new Date().toISOString();
  if (incomplete.length === 0) return { kind: 'reads', verdict: 'good', summary: `${counted(answers)} before it, complete`, time, facts: { answers } };
  const tools = [...new Set(incomplete.map(({ tool }) => tool))].join(', ');
  const summary = `followed ${counted(incomplete.length, 'incomplete ')} (${tools})`;
  return { kind: 'reads', verdict: 'doubtful', summary, time, facts: { answers, incomplete } };
}

function counted(count: number, kind = ''): string {
  return `${count} ${kind}answer${count === 1 ? '' : 's'}`;
}

// Of an answer about one file.
function fileIn(value: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof value['file'] === 'string') return value['file'];
  const files: unknown = value['files'];
  const [only] = Array.isArray(files) && files.length === 1 ? files : [];
  return typeof only === 'object' && only !== null && 'file' in only && typeof only.file === 'string' ? only.file : undefined;
}

function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

function keyOf(agent: string, project: string | undefined): string {
  return JSON.stringify([agent, project ?? '']);
}
