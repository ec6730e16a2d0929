// Whether a package exports a symbol to the world, through which file, and how its old name can stay there when it gets another.
import type { Location } from '../../../ide/text.ts';
import type { FileOperation, WorkspaceEdit } from '../../../ide/workspaceEdit.ts';
import { familyOf } from '../../../source/language.ts';
import type { ProjectContext } from '../../tool.ts';
import type { PointedSymbol } from '../../words/symbol.ts';
import { publicInPython } from './publicInPython.ts';
import { publicInRust } from './publicInRust.ts';
import { publicInTypescript } from './publicInTypescript.ts';

export interface PublicName {
  // The file through which others find it.
  readonly entry: string;
  // Whoever installs the package may use it.
  readonly isPublished: boolean;
  // Modules whose lists of exports name it: there `new as old` keeps it.
  readonly keptIn: readonly string[];
  // What keeps it where no list does, given the edits of the rename; undefined where nothing can.
  readonly withAlias: ((newName: string, edit: WorkspaceEdit) => readonly FileOperation[]) | undefined;
}

export interface Exposed {
  readonly symbol: PointedSymbol;
  readonly declared: Location;
  // What a rename of everything changes.
  readonly edit: WorkspaceEdit;
}

type Looking = (context: ProjectContext, exposed: Exposed) => Promise<PublicName | undefined>;

const LANGUAGES: Readonly<Record<string, Looking>> = { typescript: publicInTypescript, python: publicInPython, rust: publicInRust };

// Undefined for what no package exports by its entry, and for languages in which nobody knows.
export async function publicNameOf(context: ProjectContext, symbol: PointedSymbol, edit: WorkspaceEdit): Promise<PublicName | undefined> {
  const look = LANGUAGES[familyOf(symbol.document.languageId)];
  if (look === undefined) return undefined;
  const [declared] = (await context.ide.languages.definition(symbol.place, context.signal)).value;
  return declared === undefined ? undefined : look(context, { symbol, declared, edit });
}
