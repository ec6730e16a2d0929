// Shell scripts, with ShellCheck where that is installed.
import type { Language } from '../engine/language/language.ts';
import { brought, nodeServer } from '../engine/language/usualServers.ts';
import { BashServer, withoutShellCheck } from './bash.ts';

export const shell: Language = {
  name: 'Shell',
  servers: [
    {
      ...brought,
      id: 'bash',
      languages: [{ id: 'shellscript', extensions: ['.sh', '.bash', '.bashrc', '.bash_profile', '.bash_aliases'] }],
      origin: { npm: 'bash-language-server' },
      command: () => nodeServer('bash-language-server', 'out/cli.js', {}, 'start'),
      untrustedProject: 'It parses scripts; ShellCheck is started only for a trusted project.',
      findsSymbols: true,
      cannotDiagnose: withoutShellCheck,
      middleware: (session) => new BashServer(session),
    },
  ],
};
