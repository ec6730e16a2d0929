// Methods that override each other: basedpyright knows each of them alone, so what must change together is put together here.
import type { Answer } from '../../../../ide/answer.ts';
import type { Place } from '../../../../ide/doors/languages.ts';
import { isRenamed, joinedRenamings, type Renaming } from '../../../../ide/renaming.ts';
import { wordAt } from '../../../../source/wordAt.ts';
import type { AskedLanguage, LanguageMiddleware, Relatives } from '../engine/language/languageMiddleware.ts';
import { relativesOf } from '../questions/relatives.ts';

export const pythonOverrides: LanguageMiddleware = {
  // It renames a method in one class; all other engines that we know rename it in the whole family, or refuse.
  async rename(asked, at, next) {
    const first = await next(at);
    const relatives = await overridesOf(asked, at);
    if (relatives === undefined) return first;
    const renamings = [first, ...relatives.gaps.map((why): Answer<Renaming> => ({ ...first, complete: false, why }))];
    for (const place of relatives.places) if (!renamings.some(({ value }) => isRenamed(value, place))) renamings.push(await next(place));
    const name = wordAt(await asked.ide.documents.read(at.uri, asked.signal), at.position);
    const { unread } = relatives;
    const notes = [
      ...renamings.flatMap((answer) => answer.notes ?? []),
      ...(unread.length > 0 ? [`Whether ${unread.join(', ')}, which a library declares, has a member ${name} too was not looked at.`] : []),
    ];
    return joinedRenamings(renamings, [...new Set(notes)]);
  },
  async relatives(asked, at) {
    // Each class has its own constructor.
    return wordAt(await asked.ide.documents.read(at.uri, asked.signal), at.position) === '__init__' ? undefined : overridesOf(asked, at);
  },
};

async function overridesOf(asked: AskedLanguage, at: Place): Promise<Relatives | undefined> {
  const found = await relativesOf(asked, at);
  return found === undefined ? undefined : { ...found, unread: found.unread.filter((name) => !WITHOUT_MEMBERS.has(name)) };
}

// Of the standard library: what is there for the type checker only, or for all classes.
const WITHOUT_MEMBERS: ReadonlySet<string> = new Set(['object', 'Protocol', 'Generic', 'ABC']);
