// ESLint: a language server that only lints, beside the compiler of scripts.
import type { Language } from '../engine/language/language.ts';
import { brought, nodeServer } from '../engine/language/usualServers.ts';
import { EslintServer, eslintMarks, eslintRefused, eslintWants, FLAT_CONFIGS, OLD_CONFIGS } from './eslintServer.ts';

export const eslint: Language = {
  name: 'ESLint',
  servers: [
    {
      ...brought,
      id: 'eslint',
      languages: [
        { id: 'typescript', extensions: ['.ts', '.mts', '.cts'] },
        { id: 'typescriptreact', extensions: ['.tsx'] },
        { id: 'javascript', extensions: ['.js', '.mjs', '.cjs'] },
        { id: 'javascriptreact', extensions: ['.jsx'] },
      ],
      alsoReads: [...FLAT_CONFIGS, ...OLD_CONFIGS, '.eslintignore'],
      origin: { npm: 'vscode-langservers-extracted' },
      command: () => nodeServer('vscode-langservers-extracted', 'bin/vscode-eslint-language-server'),
      untrustedProject: { refused: 'ESLint runs the configuration and the plugins of the project.' },
      refusedIn: eslintRefused,
      lints: eslintWants,
      editCommands: /^eslint\.apply(SingleFix|SuggestionFix|SameFixes|AllFixes)$/,
      installMarks: eslintMarks,
      middleware: (session) => new EslintServer(session),
    },
  ],
};
