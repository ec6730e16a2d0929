// Places as agents name them (paths, lines and columns from 1) and as the port does (URIs, from 0): the only conversion.
import { z } from 'zod';
import { isFileUri, pathOf } from '../../base/files/fileUri.ts';
import { lineOutOfRange } from '../../ide/errors/errors.ts';
import type { Project } from '../../ide/ide.ts';
import type { Position, Range, TextSnapshot } from '../../ide/text.ts';
import type { ProjectContext } from '../tool.ts';
import { type CutText, longestText } from './room.ts';

export const fileInput = z.string().min(1).describe('Path, project-relative or absolute.');
export const lineNumber = z.int().min(1);

export const placeOutput = z.object({ file: z.string(), line: z.number(), column: z.number() });
export type AgentPlace = z.infer<typeof placeOutput>;

// Project-relative with forward slashes; what lies outside the project, such as the standard library, is named by an absolute path.
export function fileOf(project: Project, uri: string): string {
  if (isInProject(project, uri)) return decodeURIComponent(uri.slice(rootOf(project).length));
  return isFileUri(uri) ? pathOf(uri) : uri;
}

export function isInProject(project: Project, uri: string): boolean {
  return uri.startsWith(rootOf(project));
}

// Somebody else's code: outside the project, or installed into it.
export function isLibrary(project: Project, uri: string): boolean {
  return !isInProject(project, uri) || /\/(node_modules|site-packages|dist-packages)\//.test(uri);
}

export function placeOf(project: Project, uri: string, position: Position): AgentPlace {
  return { file: fileOf(project, uri), ...lineAndColumn(position) };
}

export function lineAndColumn(position: Position): { line: number; column: number } {
  return { line: position.line + 1, column: position.character + 1 };
}

export function positionAt(line: number, column: number): Position {
  return { line: line - 1, character: column - 1 };
}

// Whole lines, both inclusive and counted from 1.
export function linesRange(startLine: number, endLine: number): Range {
  return { start: { line: startLine - 1, character: 0 }, end: { line: endLine, character: 0 } };
}

export async function openDocument(context: ProjectContext, file: string): Promise<TextSnapshot> {
  const uri = await context.ide.documents.locate(file);
  return context.ide.documents.read(uri, context.signal);
}

// As an editor counts them: the line break at the end of a file does not begin another line.
export function lineCountOf(document: TextSnapshot): number {
  const last = document.lineCount - 1;
  return last > 0 && document.line(last) === '' ? last : document.lineCount;
}

export function lineOf(document: TextSnapshot, file: string, line: number): string {
  const text = line <= lineCountOf(document) ? document.line(line - 1) : undefined;
  if (text === undefined) throw lineOutOfRange(file, line, lineCountOf(document));
  return text;
}

// One line for a row of an answer; of a long one, the part around the place.
export function excerpt(line: string, character: number, longest = LONGEST_EXCERPT): string {
  if (line.length <= longest) return line.trim();
  const start = Math.max(0, Math.min(character - longest / 2, line.length - longest));
  const end = start + longest;
  return `${start > 0 ? '…' : ''}${line.slice(start, end).trim()}${end < line.length ? '…' : ''}`;
}

// With how long the line is, where it is not all of it; the whole line for those who have room for it.
export function lineExcerpt(room: Pick<ProjectContext, 'budget'>, line: string, character: number): CutText {
  const longest = longestText(room, LONGEST_EXCERPT);
  return { text: excerpt(line, character, longest), ...(line.length > longest && { length: line.length }) };
}

// Hand-written lines are shorter; what is longer is mostly generated, and a row must stay a row.
const LONGEST_EXCERPT = 160;

function rootOf(project: Project): string {
  return project.uri.endsWith('/') ? project.uri : `${project.uri}/`;
}
