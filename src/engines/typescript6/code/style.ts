// How new code is written: as the file around it is, since a project's formatter is nothing that we could know.
import ts from 'typescript';

export const PREFERENCES: ts.UserPreferences = {
  includeCompletionsForModuleExports: true,
  includeCompletionsWithInsertText: true,
  includeCompletionsForImportStatements: true,
  providePrefixAndSuffixTextForRename: true,
  allowRenameOfImportPath: false,
  allowTextChangesInNewFiles: true,
  provideRefactorNotApplicableReason: true,
  quotePreference: 'auto',
};

export function preferencesFor(text: string): ts.UserPreferences {
  const quote = quoteIn(text);
  return quote === undefined ? PREFERENCES : { ...PREFERENCES, quotePreference: quote === "'" ? 'single' : 'double' };
}

// As its imports have it, or its first text that does not hold the other one.
export function quoteIn(text: string): string | undefined {
  const imported = /^(?:import|export)\b[^'"\r\n]*(['"])/m.exec(text)?.[1];
  return imported ?? /(?<=[\s(=,:[])(['"])[^'"\r\n]*\1/.exec(text)?.[1];
}

const USUAL_INDENT = 2;
// Deeper is alignment, not indentation.
const DEEPEST_INDENT = 8;

// A file is written in one style, which its beginning shows; to read all of a large one takes as long as the refactoring.
const ENOUGH = 40_000;

export function formatOf(whole: string): ts.FormatCodeSettings {
  const text = whole.slice(0, ENOUGH);
  const tabs = /^\t+\S/m.test(text) && !/^ {2,}[^\s*]/m.test(text);
  const indentSize = tabs ? 4 : smallestIndent(text);
  return {
    ...ts.getDefaultFormatCodeSettings(/\r\n/.test(text) ? '\r\n' : '\n'),
    indentSize,
    tabSize: indentSize,
    convertTabsToSpaces: !tabs,
    insertSpaceAfterFunctionKeywordForAnonymousFunctions: /\bfunction \(/.test(text),
    // Ignoring means writing them.
    semicolons: usesSemicolons(text) ? ts.SemicolonPreference.Ignore : ts.SemicolonPreference.Remove,
  };
}

function smallestIndent(text: string): number {
  const depths = [...text.matchAll(/^( {2,})[^\s*]/gm)].map((found) => found[1]?.length ?? 0).filter((depth) => depth <= DEEPEST_INDENT);
  return depths.length === 0 ? USUAL_INDENT : Math.min(...depths);
}

// A text without any statement that could show it is taken to use them.
function usesSemicolons(text: string): boolean {
  return /;[ \t]*$/m.test(text) || !/^[ \t]*(?:const|let|var|import|export|return)\b.*[^\s;{,([]$/m.test(text);
}
