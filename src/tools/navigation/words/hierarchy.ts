// A tree that is grown by asking for the children of each item: cycles are cut, nothing is followed twice, and it is returned as deep as fits the budget.
import { z } from 'zod';
import { counted } from '../../../base/text/counted.ts';
import { seconds } from '../../../base/waiting/duration.ts';
import { type Page, type PageRequest, pageOf, weighJson } from '../../words/page.ts';

// Why the children of an item are not there. An item without this word and without children has none, or stands at the depth that was asked for.
const CUTS = ['cycle', 'shown elsewhere', 'not followed'] as const;
export const cutOutput = z.enum(CUTS).optional();

export interface Tree<Item> {
  readonly item: Item;
  readonly cut?: (typeof CUTS)[number];
  readonly children: readonly Tree<Item>[];
}

export type Nested<Fields> = Fields & { cut?: (typeof CUTS)[number] | undefined; children?: Nested<Fields>[] | undefined };

export interface Growth<Item> {
  readonly depth: number;
  childrenOf(item: Item): Promise<readonly Item[]>;
  // The same for the same function or type.
  keyOf(item: Item): string;
  // Whether its children are of interest, as those of a library are not.
  isFollowed(item: Item): boolean;
  // What an answer may cost: levels that could not be shown are not asked for.
  readonly budget: number;
}

export interface Grown<Item> {
  readonly trees: readonly Tree<Item>[];
  // There is a level below that was not grown, as it would not fit.
  readonly isCutShort: boolean;
}

// More questions than this would keep the agent waiting for an answer that it could not read.
const MOST_FOLLOWED = 300;
// Nor may they take longer than this, however few they are: a function that thousands call takes an engine a second for each of them.
const LONGEST_GROWTH = seconds(20);
// Engines answer one after the other, but our own work between the answers can overlap.
const AT_ONCE = 6;
// No row of a tree costs fewer tokens: a name, a path, a line, and their keys.
const LEAST_ROW = 15;

interface Growing<Item> {
  readonly item: Item;
  readonly parent: Growing<Item> | undefined;
  cut?: (typeof CUTS)[number];
  children: Growing<Item>[];
}

// What is below the root, level by level, so that what is nearest is never missing. Only whole levels are shown, so one of which
// a part is too much already is given up: of a function that everything calls, the callers' callers would take an engine minutes.
export async function growTree<Item>(root: Item, growth: Growth<Item>): Promise<Grown<Item>> {
  const top: Growing<Item> = { item: root, parent: undefined, children: [] };
  const followed = new Set([growth.keyOf(root)]);
  let level = [top];
  let rows = 0;
  const deadline = performance.now() + LONGEST_GROWTH;
  for (let depth = 0; depth < growth.depth && level.length > 0; depth++) {
    for (let from = 0; from < level.length; from += AT_ONCE) {
      if (performance.now() > deadline && depth > 0) {
        for (const node of level.slice(from)) node.cut = 'not followed';
        break;
      }
      const asked = level.slice(from, from + AT_ONCE);
      await Promise.all(
        asked.map(async (node) => {
          node.children = (await growth.childrenOf(node.item)).map((item) => ({ item, parent: node, children: [] }));
        }),
      );
      rows += asked.reduce((sum, { children }) => sum + children.length, 0);
      if (depth > 0 && rows * LEAST_ROW > growth.budget) {
        for (const node of level) {
          node.cut = 'not followed';
          node.children = [];
        }
        return { trees: top.children, isCutShort: true };
      }
    }
    level = level.flatMap(({ children }) => children.filter((child) => isToFollow(child, followed, growth, depth + 1 === growth.depth)));
  }
  return { trees: top.children, isCutShort: false };
}

// Said when levels are missing, as an agent would take the tree for the whole.
export function levelsNote(shown: number, { trees, isCutShort }: Grown<unknown>, where: string, what: string): string[] {
  const height = heightOf(trees);
  if (shown >= height && !isCutShort) return [];
  const cut = isCutShort ? `What is deeper than ${counted(shown, 'level')}${where} does not fit` : `Only ${counted(shown, 'level')} of ${height}${where} fit`;
  return [`${cut}; ask about one of the ${what} for more.`];
}

// At the depth that was asked for nothing is followed, however few there are.
function isToFollow<Item>(node: Growing<Item>, followed: Set<string>, growth: Growth<Item>, isDeepest: boolean): boolean {
  const key = growth.keyOf(node.item);
  if (!growth.isFollowed(node.item)) return false;
  if (isOnPath(node.parent, key, growth)) node.cut = 'cycle';
  else if (followed.has(key)) node.cut = 'shown elsewhere';
  else if (followed.size > MOST_FOLLOWED && !isDeepest) node.cut = 'not followed';
  if (node.cut !== undefined) return false;
  followed.add(key);
  return true;
}

function isOnPath<Item>(node: Growing<Item> | undefined, key: string, growth: Growth<Item>): boolean {
  return node !== undefined && (growth.keyOf(node.item) === key || isOnPath(node.parent, key, growth));
}

export interface Fitted<Fields> {
  readonly rows: readonly Nested<Fields>[];
  // How many levels of them are shown.
  readonly depth: number;
  readonly turn: Page<unknown>['turn'];
}

// As many levels as fit; when not even the first does, that one in pages.
export function fitTree<Item, Fields>(
  trees: readonly Tree<Item>[],
  fieldsOf: (item: Item) => Fields,
  asked: Pick<PageRequest<unknown>, 'tool' | 'input' | 'budget'>,
): Fitted<Fields> {
  const isWhole = asked.input.cursor === undefined && trees.length <= (asked.input.page_size ?? Number.POSITIVE_INFINITY);
  for (let depth = heightOf(trees); isWhole && depth > 0; depth--) {
    const rows = trees.map((tree) => nested(tree, fieldsOf, depth));
    if (weighJson(rows) <= asked.budget) return { rows, depth, turn: {} };
  }
  const page = pageOf({ ...asked, rows: trees.map((tree) => nested(tree, fieldsOf, 1)), weigh: weighJson });
  return { rows: page.rows, depth: trees.length === 0 ? 0 : 1, turn: page.turn };
}

function heightOf(trees: readonly Tree<unknown>[]): number {
  return trees.reduce((height, { children }) => Math.max(height, 1 + heightOf(children)), 0);
}

// Each row on its line, its children below it and indented; at most so many levels.
export function tellTree<Fields>(rows: readonly Nested<Fields>[], line: (row: Nested<Fields>) => string, levels: number, indent = '  '): string[] {
  return rows.flatMap((row) => [
    `${indent}${line(row)}${row.cut === undefined ? '' : ` (${row.cut})`}`,
    ...(levels > 1 ? tellTree(row.children ?? [], line, levels - 1, `${indent}  `) : []),
  ]);
}

function nested<Item, Fields>(tree: Tree<Item>, fieldsOf: (item: Item) => Fields, depth: number): Nested<Fields> {
  const isCut = depth === 1 && tree.children.length > 0;
  const cut = isCut ? 'not followed' : tree.cut;
  return {
    ...fieldsOf(tree.item),
    ...(cut !== undefined && { cut }),
    ...(!isCut && tree.children.length > 0 && { children: tree.children.map((child) => nested(child, fieldsOf, depth - 1)) }),
  };
}
