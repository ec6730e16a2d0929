// A file of a change with what its texts do not say, in words.
import type { HunkedFile } from '../../../../src/dashboard/protocol/diffs.ts';
import type { ShownFile } from '../../../../src/dashboard/protocol/shownChanges.ts';

export function withAbout(file: ShownFile): ShownFile & HunkedFile {
  const about = [
    file.isLink === true && 'a link',
    file.encoding !== undefined && `in ${file.encoding}`,
    file.binaryBytes !== undefined && `${file.binaryBytes.toLocaleString('en')} bytes that are not text`,
    file.isCut === true && 'too long to be shown here',
  ].filter((word) => word !== false);
  return about.length === 0 ? file : { ...file, about: about.join(', ') };
}
