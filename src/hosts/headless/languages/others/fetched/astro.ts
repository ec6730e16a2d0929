// Components of Astro, by a server that is fetched on need; what TypeScript knows of them it does not hear.
import { installedFile } from '../../engine/installed.ts';
import type { Language } from '../../engine/language/language.ts';
import { crossChecked, fetchedOnNeed } from './fetchedOnNeed.ts';

export const astro: Language = {
  name: 'Astro',
  servers: [
    {
      ...fetchedOnNeed,
      ...crossChecked({
        usedIn: /\.(?:[cm]?[jt]sx?|mdx)$/,
        renamesOwn: 'its declaration stands in another file, and nobody knows yet who else uses it there and in components.',
      }),
      id: 'astro-language-server',
      language: 'astro',
      languages: [{ id: 'astro', extensions: ['.astro'] }],
      rootMarkers: ['astro.config.mjs', 'astro.config.ts'],
      alsoReads: ['.ts', '.js', '.mts', '.mjs', 'tsconfig.json', 'jsconfig.json', 'package.json'],
      origin: { program: 'astro-ls' },
      command: (program) => ({ program, args: ['--stdio'] }),
      install: 'npm install -g @astrojs/language-server',
      // It brings no TypeScript.
      initializationOptions: () => Promise.resolve({ typescript: { tsdk: installedFile('typescript', 'lib') } }),
      // It publishes what the syntax says before what the types say, as if both were the same.
      cannotDiagnose: () => 'Components of Astro were not checked: their server does not say when it has found all problems. To check them: npx astro check.',
      untrustedProject: { refused: 'the server of Astro loads the packages that the project has installed.' },
    },
  ],
};
