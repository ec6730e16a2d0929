// Protocol Buffers, by a server that is fetched on need.
import type { Language } from '../../engine/language/language.ts';
import { crossChecked, fetchedOnNeed } from './fetchedOnNeed.ts';

export const protobuf: Language = {
  name: 'Protocol Buffers',
  servers: [
    {
      ...fetchedOnNeed,
      ...crossChecked({ readsOnce: true }),
      id: 'buf',
      language: 'protobuf',
      languages: [{ id: 'proto', extensions: ['.proto'] }],
      rootMarkers: ['buf.yaml', 'buf.work.yaml'],
      alsoReads: ['buf.yaml', 'buf.lock', 'buf.work.yaml'],
      origin: { program: 'buf', versionArguments: ['--version'] },
      command: (program) => ({ program, args: ['lsp', 'serve'] }),
      install: 'pip install buf-bin',
      findsSymbols: true,
      untrustedProject: { refused: 'buf runs the plugins that a buf.yaml names, and fetches the modules that it depends on.' },
    },
  ],
};
