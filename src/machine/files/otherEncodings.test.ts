// Whether text in other encodings is read as its writer meant it, and every byte can be written back.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherBytesOf, otherTextOf } from './otherEncodings.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

test.each<[what: string, bytes: Buffer, encoding: string, text: string]>([
  ['Latin-1', latin1('Grüße\n'), 'windows-1252', 'Grüße\n'],
  ['quotes of Windows', Buffer.from([0x93, 0x61, 0x94]), 'windows-1252', '“a”'],
  ['what Python declares', latin1('#!/usr/bin/python\n# -*- coding: iso-8859-15 -*-\nprice = "5 \xa4"\n'), 'iso-8859-15', '5 €'],
  ['what XML declares', Buffer.concat([latin1('<?xml version="1.0" encoding="KOI8-R"?><a>'), Buffer.from([0xc1]), latin1('</a>')]), 'koi8-r', '<a>а</a>'],
  ['what a page declares', Buffer.concat([latin1('<meta charset="shift_jis">'), Buffer.from([0x82, 0xa0])]), 'shift_jis', 'あ'],
  ['Chinese', Buffer.concat([latin1('# coding: gbk\n'), Buffer.from([0xd6, 0xd0])]), 'gbk', '中'],
  ['a declaration that does not fit', Buffer.concat([latin1('# coding: gbk\n'), Buffer.from([0xd6])]), 'windows-1252', 'Ö'],
  ['UTF-8 with a spoilt byte', Buffer.concat([Buffer.from('Grüße an Zoë\n'), Buffer.from([0xff])]), 'utf-8 with invalid bytes', 'Grüße an Zoë\n\uf7ff'],
])('%s', (_, bytes, encoding, text) => {
  const found = otherTextOf(bytes);
  expect(found?.encoding).toBe(encoding);
  expect(found?.text).toContain(text);
  expect(otherBytesOf(found?.text ?? '', encoding).bytes).toEqual(bytes);
});

test('whatever is taken for text can be written back as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 60 }), (given) => {
      const bytes = Buffer.from(given);
      const found = otherTextOf(bytes);
      if (found !== undefined) expect(otherBytesOf(found.text, found.encoding).bytes).toEqual(bytes);
    }),
  );
});

test('control characters are no text, and a character that the encoding lacks is named', () => {
  expect(otherTextOf(Buffer.from([0xe9, 0x01, 0x41]))).toBeUndefined();
  expect(otherBytesOf('5 ✓', 'windows-1252')).toEqual({ missing: '✓' });
});
