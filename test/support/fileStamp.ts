// Everything below a folder, down to the byte, the mode and the time: two looks are equal where nothing has touched it.
//
// Git marks objects that it needs again as young, also where it borrows them, so that nobody prunes them meanwhile: their times say nothing.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

export type Stamped = readonly [name: string, time: string, what: string];

export async function fileStamp(root: string): Promise<readonly Stamped[]>;
export async function fileStamp(root: string, times: 'without times'): Promise<readonly (readonly [string, string])[]>;
export async function fileStamp(root: string, times?: 'without times'): Promise<readonly (Stamped | readonly [string, string])[]> {
  const rows: Stamped[] = [];
  const look = (below: string) => {
    for (const name of readdirSync(join(root, below)).sort()) {
      const path = below === '' ? name : `${below}/${name}`;
      const at = join(root, path);
      const stats = lstatSync(at, { bigint: true });
      const what = stats.isSymbolicLink() ? readlinkSync(at) : stats.isFile() ? createHash('sha256').update(readFileSync(at)).digest('hex') : '';
      rows.push([path, /(^|\/)\.git\/(.*\/)?objects\/./.test(path) ? '' : String(stats.mtimeNs), `${stats.mode.toString(8)} ${what}`]);
      if (stats.isDirectory()) look(path);
    }
  };
  look('');
  return times === undefined ? rows : rows.map(([name, , what]) => [name, what] as const);
}
