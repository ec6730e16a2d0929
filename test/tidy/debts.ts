// What is not yet divided as it should be: it may only become less.

// How many source files stand flat in one folder, where they are more than 25.
export const crowdedFolders: Readonly<Record<string, number>> = {};

// How often tools name an engine where an agent must read or write that name itself: the adapters that it may choose, and the types of a launch.json.
export const engineNamesInTools: Readonly<Record<string, number>> = {
  'src/tools/debugging/attach_debugger.ts': 5,
  'src/tools/running/words/configurationFile.ts': 2,
};

// How often tools say what is so in one language only, which its folder should know.
export const languageIdsInTools: Readonly<Record<string, number>> = {
  'src/tools/editing/create_scratch_file.ts': 8,
  'src/tools/editing/words/declarationParts.ts': 2,
  'src/tools/editing/words/reindent.ts': 2,
  'src/tools/editing/words/symbolEdit.ts': 1,
  'src/tools/navigation/find_references.ts': 1,
  'src/tools/navigation/find_super_methods.ts': 1,
  'src/tools/navigation/inspect_symbol.ts': 1,
  'src/tools/project/download_sources.ts': 1,
  'src/tools/project/get_project_info.ts': 9,
  'src/tools/project/manifests/go.ts': 1,
  'src/tools/project/manifests/manifest.ts': 2,
  'src/tools/project/manifests/projectManifests.ts': 2,
  'src/tools/project/manifests/python.ts': 5,
  'src/tools/project/modules.ts': 1,
  'src/tools/project/packageManagers.ts': 3,
  'src/tools/project/wantedPackages.ts': 2,
  'src/tools/refactoring/words/declarationText.ts': 2,
  'src/tools/refactoring/words/identifiers.ts': 4,
  'src/tools/refactoring/words/publicElsewhere.ts': 2,
  'src/tools/refactoring/words/unresolvedPaths.ts': 1,
  'src/tools/running/http_request.ts': 1,
  'src/tools/words/mentions/projectModules.ts': 3,
  'src/tools/words/symbol.ts': 1,
  'src/tools/words/symbolByName.ts': 1,
  'src/tools/words/verification/dependents.ts': 9,
};

// Names that several exported types have.
export const typesDefinedTwice: readonly string[] = [];

const PULL = 'the argument of git_pull that agents write';

// Retired words that must stay, with the reason.
export const retiredWords: Readonly<Record<string, { readonly words: readonly string[]; readonly because: string }>> = {
  'src/ide/doors/git.ts': { words: ['manner'], because: PULL },
  'src/machine/git/remotes.ts': { words: ['manner'], because: PULL },
  'src/tools/git/git_pull.test.ts': { words: ['manner'], because: PULL },
  'src/tools/git/git_pull.ts': { words: ['manner'], because: PULL },
  'test/contract/git/remotes.test.ts': { words: ['manner'], because: PULL },
  'test/journeys/commitAFix.test.ts': { words: ['manner'], because: PULL },
};
