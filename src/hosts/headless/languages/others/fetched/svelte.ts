// Components of Svelte, by a server that is fetched on need; what TypeScript knows of them it does not hear.
import type { Language } from '../../engine/language/language.ts';
import { crossChecked, fetchedOnNeed } from './fetchedOnNeed.ts';

export const svelte: Language = {
  name: 'Svelte',
  servers: [
    {
      ...fetchedOnNeed,
      ...crossChecked({
        usedIn: /\.[cm]?[jt]sx?$/,
        renamesOwn: 'its declaration stands in another file, and nobody knows yet who else uses it there and in components.',
      }),
      id: 'svelte-language-server',
      language: 'svelte',
      languages: [{ id: 'svelte', extensions: ['.svelte'] }],
      rootMarkers: ['svelte.config.js', 'svelte.config.ts'],
      alsoReads: ['.ts', '.js', '.mts', '.mjs', 'tsconfig.json', 'jsconfig.json', 'package.json'],
      origin: { program: 'svelteserver' },
      command: (program) => ({ program, args: ['--stdio'] }),
      install: 'npm install -g svelte-language-server',
      untrustedProject: { refused: 'svelte-language-server runs svelte.config.js and the compiler that the project has installed.' },
    },
  ],
};
