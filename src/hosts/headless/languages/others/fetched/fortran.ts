// Fortran, by a server that is fetched on need.
import type { Language } from '../../engine/language/language.ts';
import { crossChecked, fetchedOnNeed } from './fetchedOnNeed.ts';

export const fortran: Language = {
  name: 'Fortran',
  servers: [
    {
      ...fetchedOnNeed,
      ...crossChecked({
        readsOnce: true,
        checksOnOpening: true,
        renamesWrongly: 'fortls leaves the result of a function under its old name. search_text finds all its places.',
      }),
      id: 'fortls',
      language: 'fortran',
      languages: [{ id: 'fortran', extensions: ['.f90', '.f95', '.f03', '.f08', '.f', '.for', '.F90'] }],
      rootMarkers: ['.fortls', '.fortlsrc', '.fortls.json'],
      alsoReads: ['.fortls', '.fortlsrc', '.fortls.json'],
      origin: { program: 'fortls', versionArguments: ['--version'] },
      command: (program) => ({ program, args: ['--disable_autoupdate'] }),
      install: 'pip install fortls',
      findsSymbols: true,
      untrustedProject: 'It parses Fortran and runs nothing.',
    },
  ],
};
