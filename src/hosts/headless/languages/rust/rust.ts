// Rust: rust-analyzer, and what it must be sent before it starts.
import { toolchainCommand } from '../../../../machine/programs/installCommands.ts';
import { cargoFolders } from '../../../../machine/programs/machinePrograms.ts';
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';
import { MOST_SYMBOLS, RUST_OPTIONS, RustAnalyzer } from './rustAnalyzer.ts';

export const rust: Language = {
  name: 'Rust',
  servers: [
    {
      ...installedByPeople,
      id: 'rust-analyzer',
      language: 'rust',
      languages: [{ id: 'rust', extensions: ['.rs'] }],
      rootMarkers: ['Cargo.toml'],
      knowsWith: { files: ['Cargo.toml', 'rust-project.json'], remedy: 'Make one with cargo init.' },
      alsoReads: ['Cargo.toml', 'Cargo.lock'],
      origin: { program: 'rust-analyzer', versionArguments: ['--version'], alsoIn: cargoFolders },
      command: (program) => ({ program, args: [] }),
      install: () => toolchainCommand('rustup', 'component add rust-analyzer'),
      moves: 'edited in a folder',
      untrustedProject: { refused: 'rust-analyzer runs build scripts and procedural macros.' },
      mostSymbols: MOST_SYMBOLS,
      initializationOptions: RUST_OPTIONS,
      middleware: (session) => new RustAnalyzer(session),
    },
  ],
};
