// Writes a zip archive: names, deflated bytes and a directory at the end, the same bytes for the same files on every machine.
import { crc32, deflateRawSync } from 'node:zlib';

// files: name with forward slashes and bytes, in the order in which they are written.
export function zipOf(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const entry = { name: Buffer.from(name), crc: crc32(bytes), packed, size: bytes.length, offset };
    const head = Buffer.concat([number(0x04034b50, 4), common(entry), entry.name]);
    parts.push(head, packed);
    directory.push(Buffer.concat([number(0x02014b50, 4), number(VERSION, 2), common(entry), Buffer.alloc(10), number(offset, 4), entry.name]));
    offset += head.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.concat([
    number(0x06054b50, 4),
    Buffer.alloc(4),
    number(files.length, 2),
    number(files.length, 2),
    number(list.length, 4),
    number(offset, 4),
    Buffer.alloc(2),
  ]);
  return Buffer.concat([...parts, list, end]);
}

const VERSION = 20;
const NAMES_ARE_UTF8 = 0x0800;
const DEFLATED = 8;
// The first of January 1980, as far back as a zip can say.
const NO_TIME = 0x00210000;

function common({ name, crc, packed, size }) {
  return Buffer.concat([
    number(VERSION, 2),
    number(NAMES_ARE_UTF8, 2),
    number(DEFLATED, 2),
    number(NO_TIME, 4),
    number(crc, 4),
    number(packed.length, 4),
    number(size, 4),
    number(name.length, 2),
    number(0, 2),
  ]);
}

function number(value, bytes) {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}
