// Which kind of content some bytes are said to be.
import { expect, test } from 'vitest';
import { mediaTypeOf } from './mediaType.ts';

const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';

test.each([
  ['logo.png', PNG, 'image/png'],
  ['LOGO.PNG', PNG, 'image/png'],
  ['logo.jpg', PNG, 'image/png'],
  ['logo', PNG, 'image/png'],
  ['logo.png', '\0\x01\x02', 'application/octet-stream'],
  ['shop.jar', 'PK\x03\x04\0', 'application/java-archive'],
  ['shop.vsix', 'PK\x03\x04\0', 'application/zip'],
  ['a.webp', 'RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['a.wav', 'RIFF\x10\0\0\0WAVEfmt ', 'audio/wav'],
  ['a.mov', '\0\0\0\x14ftypqt  ', 'video/quicktime'],
  ['a.tar', `a.txt${'\0'.repeat(252)}ustar`, 'application/x-tar'],
  ['nothing.png', '', 'application/octet-stream'],
])('%s that begins with %j is %s', (name, beginning, type) => {
  expect(mediaTypeOf(name, Buffer.from(beginning, 'latin1'))).toBe(type);
});
