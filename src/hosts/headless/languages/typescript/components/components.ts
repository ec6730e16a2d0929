// Components (.vue): TypeScript 6 with packages that know what a component stands for, asked beside TypeScript's own engines, which read none.
import { NODE_ENVIRONMENT } from '../../../../../machine/programs/ourEngines.ts';
import type { EngineRow } from '../../engine/engineRow.ts';
import { nodeModules } from '../../engine/installedPackages.ts';
import type { Language } from '../../engine/language/language.ts';
import { exportedNames } from '../exportedNames.ts';
import { builtProgram, LANGUAGES, renamedWhole, rootMarkers, UNREAD } from '../typescript.ts';
import { filesThatMayUse } from '../usingFiles.ts';
import { COMPONENTS, componentPackages } from './componentPackages.ts';
import { ComponentsTypescript } from './componentsTypescript.ts';

// Nobody's project shows which of the names of a component its users write with hyphens.
function hyphenated(name: string): string {
  return name.replace(/\B([A-Z])/g, '-$1').toLowerCase();
}

const row: EngineRow = {
  id: COMPONENTS,
  name: 'vue on typescript',
  // Those of TypeScript are served by its own rows, which come first.
  languages: [{ id: 'vue', extensions: ['.vue'] }, ...LANGUAGES],
  rootMarkers,
  unread: UNREAD,
  alsoReads: ['.json'],
  origin: { npm: 'typescript' },
  lacks: () => (componentPackages() === undefined ? 'The packages that read components have not been fetched.' : undefined),
  install: `binnacle doctor --install ${COMPONENTS}`,
  installMarks: nodeModules,
  command: () => ({
    program: process.execPath,
    args: ['--max-old-space-size=4096', builtProgram(), '--components', componentPackages() ?? ''],
    environment: NODE_ENVIRONMENT,
  }),
  untrustedProject:
    'Our server drives the language service with packages of our own; it loads no plugins of a tsconfig.json or of vueCompilerOptions, and fetches no types.',
  embeds: {
    row: 'typescript',
    mayUse: async ({ documents }, word, from, signal) => {
      const { text } = await documents.read(from, signal);
      return filesThatMayUse(documents, [word, hyphenated(word), ...exportedNames(text, word)], from, signal);
    },
  },
  cannotDiagnose: () =>
    componentPackages() === undefined
      ? `Components (.vue) were not checked: the packages that read them have not been fetched. To fetch them: ${row.install}`
      : undefined,
  diagnosesClosedFiles: true,
  findsSymbols: true,
  mostSymbols: 256,
  moves: 'edited',
  checksCopies: true,
  whole: renamedWhole,
  initializationOptions: { partial: false },
  middleware: (session) => new ComponentsTypescript(session),
};

export const components: Language = { name: 'Components', servers: [row] };
