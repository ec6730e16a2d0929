// An IDE that is a VS Code window: its editors' text and its extensions' knowledge, over a disk that another room reads.
import type { Documents } from '../../ide/doors/documents.ts';
import type { Git } from '../../ide/doors/git.ts';
import type { Http } from '../../ide/doors/http.ts';
import type { IdeLog } from '../../ide/doors/ideLog.ts';
import type { Packages } from '../../ide/doors/packages.ts';
import type { Search } from '../../ide/doors/search.ts';
import type { Toolchains } from '../../ide/doors/toolchains.ts';
import type { Ide, Project } from '../../ide/ide.ts';
import type { OptionalDoor } from '../../ide/optionalDoors.ts';
import { Extensions } from './extensions.ts';
import { HeardChanges } from './pendingChanges.ts';
import type { VscodeDiffs } from './vscodeDiffs.ts';
import { VscodeDocuments } from './vscodeDocuments.ts';
import { VscodeGit } from './vscodeGit.ts';
import { VscodeLanguages } from './vscodeLanguages.ts';
import { VscodeSearch } from './vscodeSearch.ts';

// What an extension cannot ask of VS Code: the disk without a window, as the port has it.
export interface Disk {
  readonly documents: Documents;
  readonly search: Search;
  readonly toolchains: Toolchains;
  readonly packages: Packages;
  readonly git: Git;
  readonly http: Http;
  readonly log: IdeLog;
  close(): Promise<void>;
}

// What runs on this machine for the project, as far as this window has it; WindowWorkbench names the same doors.
export type WindowDoors = Pick<Ide, OptionalDoor> & { close(): Promise<void> };

// The diffs are the window's, however many folders it has. What runs reads the texts that a program would read, so it is given the documents of the window.
export function openVscodeIde(project: Project, disk: Disk, diffs: VscodeDiffs, open: (documents: Documents) => WindowDoors): Ide {
  const extensions = new Extensions();
  const heard = new HeardChanges({ project, disk: disk.documents, matters: (uri) => !uri.includes('/node_modules/') && extensions.serves(uri) });
  const documents = new VscodeDocuments(project, disk.documents, heard);
  const { close, ...doors } = open(documents);
  return {
    ...doors,
    project,
    documents,
    languages: new VscodeLanguages({ project, documents, extensions, heard }),
    search: new VscodeSearch(project, disk.search, documents),
    toolchains: disk.toolchains,
    packages: disk.packages,
    git: new VscodeGit(project, disk.git, documents),
    http: disk.http,
    log: disk.log,
    diffs,
    async close() {
      await close();
      heard[Symbol.dispose]();
      extensions[Symbol.dispose]();
      await disk.close();
    },
  };
}
