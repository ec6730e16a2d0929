// A long answer in pages: as many rows as fit the budget, and a cursor that says when the rows behind it have changed.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { estimateTokens } from '../../base/text/tokens.ts';
import { answerTooLarge, invalidCursor } from '../../ide/errors/errors.ts';

// What one call may cost, when the agent knows better than the default; defineTool makes it the call's budget.
export const maxTokens = z.int().min(500).max(100_000).optional().describe('Of the answer.');

export const pageInput = {
  cursor: z.string().optional().describe('From the last answer, for more.'),
  page_size: z.int().min(1).max(500).optional().describe('Most rows.'),
  max_tokens: maxTokens,
};

export const pageOutput = {
  // Present when there is more.
  cursor: z.string().optional(),
  // The rows changed since the cursor was given out; this is the page at its place in the new rows.
  stale: z.boolean().optional(),
};

export interface PageRequest<Row> {
  readonly tool: string;
  // The call's arguments; the cursor belongs to them.
  readonly input: Readonly<Record<string, unknown>> & z.infer<z.ZodObject<typeof pageInput>>;
  readonly rows: readonly Row[];
  // What the row costs as JSON behind the previous one; the first row of a group also pays for its group.
  readonly weigh: (row: Row, previous: Row | undefined) => number;
  // Called with each row that fits, right after it was weighed.
  readonly taken?: (row: Row) => void;
  // What makes two rows the same, when the whole row would be too much to compare.
  readonly identify?: (row: Row) => string;
  // Tokens for the rows: the answer's budget without what surrounds them.
  readonly budget: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly isFirst: boolean;
  // What the answer carries: nothing when this page is the whole.
  readonly turn: { readonly cursor?: string; readonly stale?: true };
}

const LONGEST_PAGE = 500;
// An estimate may be four percent below the truth, and the budget is not to be broken.
const SURE = 0.96;
// The same cursor always shows the same rows, so it holds the offset and what it was given out for, nothing that lives in memory.
const CURSOR = /^([0-9a-z]{1,7})\.([\w-]{8})\.([\w-]{8})$/;

export function pageOf<Row>(request: PageRequest<Row>): Page<Row> {
  const { cursor, page_size: pageSize, max_tokens: _, ...asked } = request.input;
  const question = fingerprint(request.tool, asked);
  // Only a cursor needs it, and most answers are one page.
  const knowledge = () => fingerprint(request.identify === undefined ? request.rows : request.rows.map(request.identify));
  const from = cursor === undefined ? { offset: 0, stale: false } : offsetOf(cursor, question, knowledge(), request.rows.length);
  const rows = fittingRows(request, from.offset, pageSize ?? LONGEST_PAGE);
  const next = from.offset + rows.length;
  return {
    rows,
    isFirst: from.offset === 0,
    turn: {
      ...(next < request.rows.length && { cursor: `${next.toString(36)}.${question}.${knowledge()}` }),
      ...(from.stale && { stale: true }),
    },
  };
}

export interface GroupedRequest<Row, Shown> extends Omit<PageRequest<Row>, 'weigh'> {
  // Rows of one group follow one another.
  readonly groupOf: (row: Row) => string;
  // The row as the answer has it: made for rows of this page only, and once.
  readonly rowOf: (row: Row) => Shown;
  // What it costs as JSON, and what the group costs before its first row.
  readonly weigh: (shown: Shown) => number;
  readonly weighGroup: (group: string) => number;
}

export interface GroupedPage<Shown> extends Omit<Page<unknown>, 'rows'> {
  readonly groups: readonly { readonly group: string; readonly rows: Shown[] }[];
  // How many rows all groups have.
  readonly shown: number;
}

// A page whose rows are made, weighed and grouped in one pass.
export function groupedPageOf<Row, Shown>({ groupOf, rowOf: tell, weigh, weighGroup, ...request }: GroupedRequest<Row, Shown>): GroupedPage<Shown> {
  const groups = new Map<string, Shown[]>();
  let shown: Shown;
  const page = pageOf({
    ...request,
    weigh: (row, previous) => {
      shown = tell(row);
      const group = groupOf(row);
      return weigh(shown) + (previous !== undefined && groupOf(previous) === group ? 0 : weighGroup(group));
    },
    taken: (row) => {
      const group = groups.get(groupOf(row));
      if (group === undefined) groups.set(groupOf(row), [shown]);
      else group.push(shown);
    },
  });
  return { groups: [...groups].map(([group, rows]) => ({ group, rows })), shown: page.rows.length, isFirst: page.isFirst, turn: page.turn };
}

export interface WindowRequest<Row> extends Omit<PageRequest<Row>, 'rows' | 'identify'> {
  // Those from the place of the cursor on, and at least one more than the page may have, where there are more.
  readonly rows: readonly Row[];
  // What the rows were taken from: equal as long as they are the same.
  readonly knowledge: string;
}

// Where the rows of a window begin, for whoever fetches only those.
export function windowStart({ tool, input }: Pick<WindowRequest<unknown>, 'tool' | 'input'>): { readonly skip: number; readonly most: number } {
  const { cursor, page_size: pageSize = LONGEST_PAGE, max_tokens: _, ...asked } = input;
  if (cursor === undefined) return { skip: 0, most: pageSize };
  const [, offsetText, ofQuestion] = CURSOR.exec(cursor) ?? [];
  if (offsetText === undefined || ofQuestion !== fingerprint(tool, asked)) throw invalidCursor(cursor);
  return { skip: Number.parseInt(offsetText, 36), most: pageSize };
}

// A page of rows of which there may be far more than anybody should fetch.
export function windowOf<Row>(request: WindowRequest<Row>): Page<Row> {
  const { skip, most } = windowStart(request);
  const { cursor, page_size: _, max_tokens: __, ...asked } = request.input;
  const knowledge = fingerprint(request.knowledge);
  const rows = fittingRows(request, 0, most);
  return {
    rows,
    isFirst: skip === 0,
    turn: {
      ...(rows.length < request.rows.length && { cursor: `${(skip + rows.length).toString(36)}.${fingerprint(request.tool, asked)}.${knowledge}` }),
      ...(cursor !== undefined && !cursor.endsWith(knowledge) && { stale: true }),
    },
  };
}

// The weight of a row that stands alone in its list.
export function weighJson(row: unknown): number {
  return estimateTokens(JSON.stringify(row)) + 1;
}

function offsetOf(cursor: string, question: string, knowledge: string, rowCount: number): { offset: number; stale: boolean } {
  const [, offsetText, ofQuestion, ofKnowledge] = CURSOR.exec(cursor) ?? [];
  if (offsetText === undefined || ofQuestion !== question) throw invalidCursor(cursor);
  const offset = Number.parseInt(offsetText, 36);
  const stale = ofKnowledge !== knowledge;
  if (!stale && offset >= rowCount) throw invalidCursor(cursor);
  return { offset, stale };
}

function fittingRows<Row>(request: Omit<PageRequest<Row>, 'identify'>, offset: number, most: number): Row[] {
  const rows: Row[] = [];
  let weight = 0;
  for (const row of request.rows.slice(offset, offset + most)) {
    weight += request.weigh(row, rows.at(-1));
    if (weight > request.budget * SURE) break;
    rows.push(row);
    request.taken?.(row);
  }
  // An empty page with a cursor would make the agent ask the same again and again.
  if (rows.length === 0 && offset < request.rows.length) throw answerTooLarge(`Even one row of ${request.tool}`);
  return rows;
}

function fingerprint(...parts: readonly unknown[]): string {
  return createHash('sha1').update(JSON.stringify(parts)).digest('base64url').slice(0, 8);
}
