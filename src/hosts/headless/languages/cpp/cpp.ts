// C, C++ and Objective-C: clangd, and what is built beside it.
import { installCommand } from '../../../../machine/programs/installCommands.ts';
import { llvmFolders } from '../../../../machine/programs/machinePrograms.ts';
import type { Language } from '../engine/language/language.ts';
import { installedByPeople } from '../engine/language/usualServers.ts';
import { relativesOf } from '../questions/relatives.ts';
import { Clangd } from './clangd.ts';
import { compileCommandsArguments } from './compileCommands.ts';
import { calledInTemplates, constructionAt, maskedCpp } from './cppConstructions.ts';

export const cpp: Language = {
  name: 'C++',
  servers: [
    {
      ...installedByPeople,
      id: 'clangd',
      language: 'c, c++',
      languages: [
        { id: 'c', extensions: ['.c', '.h'] },
        { id: 'cpp', extensions: ['.cpp', '.cc', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.h++', '.ipp', '.inl'] },
        { id: 'objective-c', extensions: ['.m'] },
        { id: 'objective-cpp', extensions: ['.mm'] },
      ],
      rootMarkers: ['compile_commands.json', 'compile_flags.txt', '.clangd'],
      readsFromDisk: /\.(h|hpp|hh|hxx|h\+\+|ipp|inl)$/,
      alsoReads: ['compile_commands.json', 'compile_flags.txt', '.clangd'],
      // 14 ends at our flags; up to 17 it misses overrides, and code that the preprocessor leaves out.
      origin: { program: 'clangd', versionArguments: ['--version'], atLeast: '18', alsoIn: llvmFolders },
      // An index on disk would be written into the project. Completions from words alone, before a file is parsed, would look like an answer.
      command: (program, project) => ({
        program,
        args: [
          ...['--background-index=false', '--log=error', '--limit-results=0', '--limit-references=0', '--rename-file-limit=0', '--completion-parse=always'],
          ...compileCommandsArguments(project),
        ],
      }),
      install: clangdCommand,
      takenNames: 'seen in one file',
      untrustedProject: 'It only parses: it runs no compiler of a compilation database unless it is told to, and loads no plugins.',
      signatures: { language: 'cpp', constructions: { masked: maskedCpp, at: constructionAt, inTemplates: calledInTemplates } },
      checksCopies: true,
      // A declaration has no one place from which all its users include it, so it is not moved.
      builds: {
        kinds: ['extractFunction', 'extractVariable', 'inline'],
        build: async (building) => (await import('./refactorings/cppBuilder.ts')).buildCpp(building),
      },
      moves: 'edited',
      middleware: (session) => new Clangd(session),
      whole: { relatives: relativesOf },
    },
  ],
};

// Debian's own is too old up to 12, and nothing says which one apt would bring.
function clangdCommand(): string {
  const pip = installCommand({ apt: 'python3-pip', otherwise: '' });
  if (pip !== '') return `${pip} && binnacle doctor --install clangd`;
  return installCommand({
    dnf: 'clang-tools-extra',
    zypper: 'clang-tools',
    pacman: 'clang',
    apk: 'clang-extra-tools',
    brew: 'llvm',
    winget: 'LLVM.LLVM',
    otherwise: 'put clangd 18 or newer of LLVM on the PATH',
  });
}
