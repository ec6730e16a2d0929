// Makes a fix that was listed, or every fix of a kind in a file or in the whole project, as one change.
import { z } from 'zod';
import { noQuickFix } from '../../ide/errors/editErrors.ts';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { editsBetween, type FileOperation } from '../../ide/workspaceEdit.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { carryOut, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { maxTokens } from '../words/page.ts';
import { fileInput, openDocument } from '../words/place.ts';
import { fixAll, isCode, isOfKind } from './words/fixing.ts';
import { fixById } from './words/quickFix.ts';

const output = z.object({
  ...changeOutput,
  fixes: z.array(z.object({ title: z.string(), count: z.number() })),
  // Problems of the kind that nothing fixes.
  left: z.number().optional(),
});

export const applyQuickFix = defineTool({
  name: 'apply_quick_fix',
  title: 'Apply quick fix',
  description: 'Apply one fix of list_quick_fixes by its id, or all of a kind in a file or, without file, in the project.',
  effect: 'edits',
  needs: ['changes'],
  hidden: true,
  input: z.strictObject({
    fix_id: z.string().min(1).optional().describe('From list_quick_fixes.'),
    kind: z.string().min(1).optional().describe('All of these: code of the problem (6133, no-var) or title of the fix.'),
    file: fileInput.optional(),
    ...changeInput,
    max_tokens: maxTokens,
  }),
  output,
  async run(context, input) {
    const { fix_id: id, kind, file, preview, verify } = input;
    if ((id === undefined) === (kind === undefined)) throw invalidArguments('apply_quick_fix', ['pass fix_id, or kind'], ARGUMENTS);
    if (id !== undefined && file !== undefined) throw invalidArguments('apply_quick_fix', ['fix_id needs no file'], ARGUMENTS);
    const how = { tool: 'apply_quick_fix', preview, verify };
    if (kind !== undefined) return applyAll(context, kind, file, how);
    const { fix } = await fixById(context, id ?? '');
    return { ...(await carryOut(context, fix.edit, { ...how, title: `fix: ${fix.title}` })), fixes: [{ title: fix.title, count: 1 }] };
  },
  *tell(value) {
    const made = value.fixes.map(({ title, count }) => `${count} × ${title}`);
    const left = value.left === undefined ? [] : [`${value.left} of this kind are left.`];
    for (const telling of tellChange(value)) yield [telling, ...made, ...left].join('\n');
  },
});

const ARGUMENTS = ['fix_id', 'kind', 'file', 'preview', 'verify', 'project_path'];

interface How {
  readonly tool: string;
  readonly preview: boolean;
  readonly verify: 'report' | 'refuse';
}

async function applyAll(context: ProjectContext<'changes'>, kind: string, file: string | undefined, how: How): Promise<z.infer<typeof output>> {
  const uris = file === undefined ? await filesWithProblems(context, kind) : [(await openDocument(context, file)).uri];
  const { texts, fixes, left, notes } = await fixAll(context, kind, uris);
  if (fixes.size === 0) throw noQuickFix(kind, file ?? 'the project', await offeredIn(context, kind, uris));
  const operations = await Promise.all([...texts].map(([uri, text]) => operationOf(context, uri, text)));
  const done = await carryOut(context, { operations }, { ...how, title: `fix all: ${kind}`, notes });
  return { ...done, fixes: [...fixes].map(([title, times]) => ({ title, count: times })), ...(left > 0 && { left }) };
}

async function operationOf({ ide, signal }: ProjectContext, uri: string, text: string): Promise<FileOperation> {
  return { kind: 'edit', uri, edits: editsBetween(await ide.documents.read(uri, signal), text) };
}

// Where the kind is a code, the files that have it; a title may be offered against any problem.
async function filesWithProblems({ ide, signal, progress }: ProjectContext, kind: string): Promise<readonly string[]> {
  const listed = (await ide.documents.list({}, signal)).map(({ uri }) => uri);
  const { value } = await ide.languages.diagnostics(ide.languages.diagnosable(listed), signal, progress);
  const withCode = value.files.filter(({ diagnostics }) => diagnostics.some(({ code }) => isCode(code, kind)));
  const withAny = value.files.filter(({ diagnostics }) => diagnostics.length > 0);
  return (withCode.length > 0 ? withCode : withAny).map(({ uri }) => uri);
}

// Few enough to read.
const MOST_OFFERED = 12;

// What the agent could have meant; of a project that would take too long.
async function offeredIn({ ide, signal }: ProjectContext, kind: string, uris: readonly string[]): Promise<readonly string[]> {
  const [uri, ...others] = uris;
  if (uri === undefined || others.length > 0) return [];
  const { value } = await ide.languages.quickFixes(uri, undefined, signal);
  const titles = value
    .filter((problem) => !isOfKind(problem, kind))
    .flatMap(({ diagnostic: { code }, fixes }) => fixes.map(({ title }) => (code === undefined ? title : `${code}: ${title}`)));
  return [...new Set(titles)].slice(0, MOST_OFFERED);
}
