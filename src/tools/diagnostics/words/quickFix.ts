// A fix by its id: the same while the text of its file is the same, and recognised as stale when it is not.
import { createHash } from 'node:crypto';
import { staleQuickFix, unknownQuickFix } from '../../../ide/errors/errors.ts';
import type { FixableProblem, QuickFix } from '../../../ide/quickFixes.ts';
import type { TextSnapshot } from '../../../ide/text.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf, openDocument } from '../../words/place.ts';

export interface NamedFix {
  readonly id: string;
  readonly problem: FixableProblem;
  readonly fix: QuickFix;
}

// The file, where its problem begins, and what the text and the fix are: enough to find it again in another process.
const ID = /^(.+)@([0-9a-z]+)\.([\w-]{6})([\w-]{6})$/;

export function namedFixes(context: ProjectContext, document: TextSnapshot, problems: readonly FixableProblem[]): readonly NamedFix[] {
  const text = fingerprint(document.text);
  const file = fileOf(context.ide.project, document.uri);
  const given = new Map<string, number>();
  return problems.flatMap((problem) =>
    problem.fixes.map((fix) => {
      const { range, message, source, code } = problem.diagnostic;
      const what = [range, message, source, code, fix.title, fix.kind, fix.engine];
      const count = (given.get(JSON.stringify(what)) ?? 0) + 1;
      given.set(JSON.stringify(what), count);
      return { id: `${file}@${document.offsetAt(range.start).toString(36)}.${text}${fingerprint([...what, count])}`, problem, fix };
    }),
  );
}

// Throws stale_quick_fix when the text has changed since, and unknown_quick_fix when there never was such a fix.
export async function fixById(context: ProjectContext, id: string): Promise<NamedFix & { readonly document: TextSnapshot }> {
  const [, file, offset, text] = ID.exec(id) ?? [];
  if (file === undefined || offset === undefined) throw unknownQuickFix(id);
  const document = await openDocument(context, file);
  if (fingerprint(document.text) !== text) throw staleQuickFix(id, file);
  const start = document.positionAt(Number.parseInt(offset, 36));
  const { value } = await context.ide.languages.quickFixes(document.uri, { start, end: start }, context.signal);
  const found = namedFixes(context, document, value).find((named) => named.id === id);
  // The text is the same but what it imports, or a configuration, may not be.
  if (found === undefined) throw unknownQuickFix(id);
  return { ...found, document };
}

function fingerprint(what: unknown): string {
  return createHash('sha1').update(JSON.stringify(what)).digest('base64url').slice(0, 6);
}
