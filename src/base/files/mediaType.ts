// Which kind of content the bytes of a file are, by how they begin and by the name of the file, in the words of the registry of media types.
import { extname } from 'node:path';

const UNKNOWN_MEDIA_TYPE = 'application/octet-stream';

// What it begins with counts more than its name: whoever shows a image refuses one that is not what it is said to be.
export function mediaTypeOf(name: string, bytes: Uint8Array): string {
  const ending = extname(name).toLowerCase().slice(1);
  const beginning = Buffer.from(bytes.subarray(0, LONGEST_BEGINNING)).toString('latin1');
  const fits = ({ begins = '', at = 0 }: MediaType) => beginning.startsWith(begins, at);
  const byName = MEDIA_TYPES.find((row) => row.endings.includes(ending) && fits(row));
  return (byName ?? MEDIA_TYPES.find((row) => row.begins !== undefined && fits(row)))?.type ?? UNKNOWN_MEDIA_TYPE;
}

interface MediaType {
  readonly type: string;
  readonly endings: readonly string[];
  // As Latin-1, from a place that is not always the first. Absent where the kind has no sign of its own.
  readonly begins?: string;
  readonly at?: number;
}

const LONGEST_BEGINNING = 300;

// Of several that begin alike the most general is first, for files whose name says nothing.
const MEDIA_TYPES: readonly MediaType[] = [
  { type: 'image/png', endings: ['png', 'apng'], begins: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', endings: ['jpg', 'jpeg', 'jfif'], begins: '\xff\xd8\xff' },
  { type: 'image/gif', endings: ['gif'], begins: 'GIF8' },
  { type: 'image/webp', endings: ['webp'], begins: 'WEBP', at: 8 },
  { type: 'image/avif', endings: ['avif'], begins: 'ftypavif', at: 4 },
  { type: 'image/heic', endings: ['heic', 'heif'], begins: 'ftypheic', at: 4 },
  { type: 'image/bmp', endings: ['bmp'], begins: 'BM' },
  { type: 'image/tiff', endings: ['tif', 'tiff'], begins: 'II*\0' },
  { type: 'image/tiff', endings: ['tif', 'tiff'], begins: 'MM\0*' },
  { type: 'image/vnd.microsoft.icon', endings: ['ico'], begins: '\0\0\x01\0' },
  { type: 'application/pdf', endings: ['pdf'], begins: '%PDF-' },
  { type: 'application/zip', endings: ['zip'], begins: 'PK\x03\x04' },
  { type: 'application/java-archive', endings: ['jar', 'war'], begins: 'PK\x03\x04' },
  { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', endings: ['docx'], begins: 'PK\x03\x04' },
  { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'], begins: 'PK\x03\x04' },
  { type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', endings: ['pptx'], begins: 'PK\x03\x04' },
  { type: 'application/gzip', endings: ['gz', 'tgz'], begins: '\x1f\x8b' },
  { type: 'application/zstd', endings: ['zst'], begins: '(\xb5/\xfd' },
  { type: 'application/x-xz', endings: ['xz'], begins: '\xfd7zXZ\0' },
  { type: 'application/x-tar', endings: ['tar'], begins: 'ustar', at: 257 },
  { type: 'application/wasm', endings: ['wasm'], begins: '\0asm' },
  { type: 'application/vnd.sqlite3', endings: ['sqlite', 'sqlite3', 'db'], begins: 'SQLite format 3\0' },
  { type: 'font/woff', endings: ['woff'], begins: 'wOFF' },
  { type: 'font/woff2', endings: ['woff2'], begins: 'wOF2' },
  { type: 'font/otf', endings: ['otf'], begins: 'OTTO' },
  { type: 'font/ttf', endings: ['ttf'], begins: '\0\x01\0\0' },
  { type: 'audio/mpeg', endings: ['mp3'], begins: 'ID3' },
  { type: 'audio/wav', endings: ['wav'], begins: 'WAVE', at: 8 },
  { type: 'audio/ogg', endings: ['ogg', 'oga', 'opus'], begins: 'OggS' },
  { type: 'audio/flac', endings: ['flac'], begins: 'fLaC' },
  { type: 'video/mp4', endings: ['mp4', 'm4v'], begins: 'ftyp', at: 4 },
  { type: 'video/quicktime', endings: ['mov'], begins: 'ftyp', at: 4 },
  { type: 'audio/mp4', endings: ['m4a'], begins: 'ftyp', at: 4 },
  { type: 'video/webm', endings: ['webm'], begins: '\x1aE\xdf\xa3' },
];
