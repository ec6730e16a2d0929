// The types above and below a type: as an extension returns them or, where it cannot, built from what it can return.
import { builtTypes } from '../../answers/builtTypes.ts';
import type { Place, TypeDirection, TypeRelations } from '../../ide/doors/languages.ts';
import { cancelled, IdeError, unsupportedByEngine } from '../../ide/errors/errors.ts';
import type { TextSnapshot } from '../../ide/text.ts';
import { argumentsAt, ask, ENGINE, openDocument, snapshotOf } from './ask.ts';
import { locationsOf, typeItemsOf } from './convert.ts';

// Languages whose headers can be read.
const READABLE: ReadonlySet<string> = new Set(['typescript', 'typescriptreact', 'javascript', 'javascriptreact', 'python']);

export interface ReportedTypes {
  readonly value: TypeRelations | undefined;
  readonly gap?: string | undefined;
}

export async function typeRelations(at: Place, direction: TypeDirection, language: string, signal: AbortSignal): Promise<ReportedTypes> {
  const [item] = typeItemsOf(await ask('vscode.prepareTypeHierarchy', argumentsAt(at), signal));
  if (item !== undefined) {
    const command = direction === 'up' ? 'vscode.provideSupertypes' : 'vscode.provideSubtypes';
    return { value: { of: item.symbol, related: typeItemsOf(await ask(command, [item.original], signal)).map(({ symbol }) => symbol) } };
  }
  if (!READABLE.has(language)) throw unsupportedByEngine(ENGINE, `its extension for ${language} tells no type hierarchy`);
  const { value, unresolved } = await builtTypes(questions(signal), at, direction);
  return { value, gap: unresolved.length === 0 ? undefined : `${ENGINE} does not know where ${unresolved.join(', ')} is declared.` };
}

function questions(signal: AbortSignal) {
  const locations = async (command: string, at: Place) => locationsOf(await ask(command, argumentsAt(at), signal));
  return {
    definition: (at: Place) => locations('vscode.executeDefinitionProvider', at),
    typeDefinition: (at: Place) => locations('vscode.executeTypeDefinitionProvider', at),
    references: (at: Place) => locations('vscode.executeReferenceProvider', at),
    text: (uri: string) => textOrNothing(uri, signal),
  };
}

// Also of libraries: VS Code opens any file.
async function textOrNothing(uri: string, signal: AbortSignal): Promise<TextSnapshot | undefined> {
  try {
    return snapshotOf(await openDocument(uri, signal));
  } catch (error) {
    if (signal.aborted) throw cancelled();
    if (error instanceof IdeError) return undefined;
    throw error;
  }
}
