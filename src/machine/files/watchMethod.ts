// How changes on disk can be heard of on this machine and file system.
import { statfsSync } from 'node:fs';

// folders: one watch per folder, all in one queue whose order a cookie proves. recursive: one watch for the tree, order unproven.
// stat: nothing is heard, everything is looked at.
export type WatchMode = 'folders' | 'recursive' | 'stat';

// File systems on which others write without our kernel knowing: NFS, SMB, 9p (WSL, virtual machines), FUSE (sshfs, Docker Desktop), VirtualBox.
const DEAF_FILE_SYSTEMS = new Set([0x6969, 0xff534d42, 0xfe534d42, 0x517b, 0x01021997, 0x65735546, 0x786f4256]);

export function hearingOf(root: string): WatchMode {
  if (process.platform !== 'linux') return 'recursive';
  return DEAF_FILE_SYSTEMS.has(fileSystemType(root)) ? 'stat' : 'folders';
}

function fileSystemType(root: string): number {
  try {
    return statfsSync(root).type;
  } catch {
    return 0;
  }
}
