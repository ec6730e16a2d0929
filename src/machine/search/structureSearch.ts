// Finds syntax with ast-grep, a program that knows the grammars of two dozen languages and runs nothing of the project.
import { join } from 'node:path';
import { z } from 'zod';
import { uriOf } from '../../base/files/fileUri.ts';
import { type Answer, complete, incomplete } from '../../ide/answer.ts';
import type { ListedFile } from '../../ide/doors/documents.ts';
import type { StructureFile, StructureMatch, StructureQuery } from '../../ide/doors/search.ts';
import { engineFailed, invalidPattern, unknownLanguage } from '../../ide/errors/errors.ts';
import type { Finished } from '../processes/spawnedProcess.ts';
import { LARGEST_SEARCHED } from '../programs/ripgrep.ts';
import { commandLines } from '../programs/searchProcess.ts';
import { AS_LISTED, AstNode, astGrep, endOf, runAstGrep } from '../syntax/astGrep.ts';
import { GRAMMARS, type Grammar, grammarsOf } from './grammars.ts';
import type { SearchDependencies } from './headlessSearch.ts';

// More than anybody pages through; the answer says that there are more.
const MOST_MATCHES = 5_000;
// What is printed for so many files stays within what may be read from a process.
const FILES_AT_ONCE = 2_000;

export async function searchStructure(room: SearchDependencies, query: StructureQuery, signal: AbortSignal): Promise<Answer<readonly StructureFile[]>> {
  const grammars = grammarsOf(query.language);
  if (grammars === undefined) throw unknownLanguage(query.language, Object.keys(GRAMMARS));
  const engine = `ast-grep ${astGrep(room.processes).version}`;
  const listed = (await room.documents.list(query.files, signal)).filter(({ bytes }) => bytes <= LARGEST_SEARCHED);
  const found = new Map<string, StructureMatch[]>();
  const problems: string[] = [];
  let count = 0;
  let unread = 0;
  let isCode = false;
  const searches = grammars.map((grammar) => ({ grammar, paths: pathsOf(room, grammar, listed) })).toSorted((a, b) => b.paths.length - a.paths.length);
  for (const { grammar, paths } of searches) {
    // A wrong pattern is reported also where there is nothing to search; one that is known to be code needs no such try.
    if (paths.length === 0 && isCode) continue;
    const groups = paths.length === 0 ? [[]] : commandLines(paths, (path) => path, FILES_AT_ONCE);
    for (const group of groups) {
      if (count >= MOST_MATCHES) {
        unread += group.length;
        continue;
      }
      const { matches, problem } = await matchesIn(room, query, grammar, group, signal);
      if (problem !== undefined) {
        problems.push(problem);
        break;
      }
      isCode = true;
      count += matches.length;
      for (const match of matches) {
        const uri = uriOf(match.file);
        found.set(uri, [...(found.get(uri) ?? []), structureMatch(match, query.pattern)]);
      }
    }
  }
  // JSX is wrong in one grammar of TypeScript and right in the other.
  if (!isCode) throw notCode(query, problems[0] ?? '');
  const files = [...found].map(([uri, matches]) => ({ uri, matches: matches.toSorted(byPlace) })).toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
  return unread === 0
    ? complete(files, { engine })
    : incomplete(files, `There are more matches than are counted: ${unread} files were not searched. Narrow the pattern or the files.`, { engine });
}

function pathsOf(room: SearchDependencies, { extensions }: Grammar, listed: readonly ListedFile[]): string[] {
  return listed.filter(({ path }) => extensions.some((extension) => path.endsWith(extension))).map(({ path }) => join(room.root, path));
}

const Match = AstNode.extend({
  file: z.string(),
  // The lines on which the match stands, whole.
  lines: z.string(),
  replacement: z.string().optional(),
  metaVariables: z.object({ single: z.record(z.string(), AstNode), multi: z.record(z.string(), z.array(AstNode)) }).optional(),
});
type Match = z.infer<typeof Match>;

interface AstGrepAnswer {
  readonly matches: readonly Match[];
  // Why the pattern is no code in this grammar.
  readonly problem?: string | undefined;
}

async function matchesIn(
  room: SearchDependencies,
  query: StructureQuery,
  grammar: Grammar,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<AstGrepAnswer> {
  const input = paths.length === 0 ? ['--stdin'] : ['--', ...paths];
  const finished = await runAstGrep(
    room.processes,
    ['run', '--lang', grammar.name, ...AS_LISTED, ...patternArguments(query.pattern, grammar), ...rewriteArguments(query), ...input],
    signal,
  );
  const problem = problemOf(finished);
  if (problem !== undefined) return { matches: [], problem };
  // 0: found; 1: nothing found.
  if (finished.code !== 0 && finished.code !== 1) throw engineFailed('ast-grep', finished.stderr.trim().split('\n')[0] ?? 'it said nothing');
  const rows = paths.length === 0 ? [] : finished.stdout.split('\n').filter((row) => row !== '');
  return { matches: rows.map((row) => Match.parse(JSON.parse(row))) };
}

function patternArguments(pattern: string, { aroundCalls }: Grammar): readonly string[] {
  const call = pattern.trim().replace(/;$/, '');
  if (aroundCalls === undefined || !isCall(call)) return [`--pattern=${pattern}`];
  return [`--pattern=${aroundCalls.before}${call}${aroundCalls.after}`, `--selector=${aroundCalls.node}`];
}

// It is only printed: ast-grep writes files when it is asked to update them, which nobody does here.
function rewriteArguments({ rewrite }: StructureQuery): readonly string[] {
  return rewrite === undefined ? [] : [`--rewrite=${rewrite}`];
}

// A name or a path of names, and brackets that close where the pattern ends.
function isCall(pattern: string): boolean {
  const [callee] = /^[\p{ID_Continue}$]+(?:(?:\.|->|::)[\p{ID_Continue}$]+)*(?=\()/u.exec(pattern) ?? [];
  if (callee === undefined || /^(?:if|for|while|switch|return|func|sizeof)$/.test(callee)) return false;
  let depth = 0;
  for (let at = callee.length; at < pattern.length; at++) {
    if (pattern[at] === '(') depth++;
    else if (pattern[at] === ')') depth--;
    if (depth === 0) return at === pattern.length - 1;
  }
  return false;
}

function notCode({ pattern, language }: StructureQuery, problem: string): Error {
  return invalidPattern(pattern, problem, `Write it as ${language} code that could stand alone, with $NAME for one node and $$$NAME for any number.`);
}

function problemOf({ stderr, stdout }: Finished): string | undefined {
  if (/Cannot parse query/.test(stderr))
    return (/╰▻ (.*)/.exec(stderr)?.[1] ?? 'it is not code').replace(/ ?Please check the pattern source.*$/, '').replace(/\.$/, '');
  // It would go on with what it could read, and find something else than was asked for, or nothing.
  return /contains an ERROR node/.test(stderr) && stdout === '' ? 'its syntax is wrong' : undefined;
}

// ast-grep counts columns in characters, the port in UTF-16 units.
function structureMatch({ range, lines, text, metaVariables, replacement }: Match, pattern: string): StructureMatch {
  const start = { line: range.start.line, character: [...lines].slice(0, range.start.column).join('').length };
  const end = endOf(start, text);
  const single = Object.entries(metaVariables?.single ?? {}).map(([name, node]): [string, string] => [name, node.text]);
  const multi = Object.entries(metaVariables?.multi ?? {}).map(([name, nodes]): [string, string] => [name, joined(nodes)]);
  // ast-grep gives them in no order; an answer must be the same each time.
  const bound = [...single, ...multi].sort(([a], [b]) => pattern.indexOf(`$${a}`) - pattern.indexOf(`$${b}`));
  return { range: { start, end }, text, variables: Object.fromEntries(bound), ...(replacement !== undefined && { replacement }) };
}

// Nodes that touched each other in the text do so here.
function joined(nodes: readonly AstNode[]): string {
  let text = '';
  let end: number | undefined;
  for (const { text: own, range } of nodes) {
    text += end === undefined || end === range.byteOffset.start ? own : ` ${own}`;
    end = range.byteOffset.end;
  }
  return text;
}

function byPlace(a: StructureMatch, b: StructureMatch): number {
  return a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character;
}
