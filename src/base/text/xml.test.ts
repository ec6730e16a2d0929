// What is read out of XML, also where it is cut off or written to keep a reader busy.
import { expect, test } from 'vitest';
import { childOf, childrenOf, elementsOf, parseXml } from './xml.ts';

test('elements, attributes in both quotes, text, entities and CDATA are read; comments and declarations are not', () => {
  const suite = parseXml(
    `<?xml version="1.0"?><!DOCTYPE s [<!ELEMENT s ANY>]><!-- <no/> --><suite name='a > "b"' time = "1.5"><case id="1"/>a &lt;b&gt; &#65;&#x42; &amp;&nbsp;<![CDATA[<raw> & ]]><case id="2">in</case ></suite>`,
  );
  expect(suite).toMatchObject({ name: 'suite', attributes: { name: 'a > "b"', time: '1.5' }, text: 'a <b> AB &&nbsp;<raw> & ' });
  expect(childrenOf(suite, 'case').map(({ attributes, text }) => [attributes['id'], text])).toEqual([
    ['1', ''],
    ['2', 'in'],
  ]);
  expect(childOf(suite, 'none')).toBeUndefined();
});

test('a report that was cut off gives what is there', () => {
  const whole = '<suite><case name="a"><failure message="x">text</failure></case><!-- c --><case name="b"/><![CDATA[end]]></suite>';
  for (let length = 0; length <= whole.length; length += 1) {
    const names = [...elementsOf({ name: '', attributes: {}, text: '', children: [parseXml(whole.slice(0, length))].flatMap((root) => root ?? []) }, 'case')];
    expect(names.length).toBe((length >= whole.indexOf('<failure') ? 1 : 0) + (length >= whole.indexOf('<![CDATA') ? 1 : 0));
  }
});

test('what is no tag is text, and a number that is no character stays as it is written', () => {
  expect(parseXml('<a>1 < 2 <b c=d> &#1114112; &#x110000; <e>x</e></a>')).toMatchObject({
    text: '1 < 2 <b c=d> &#1114112; &#x110000; ',
    children: [{ name: 'e' }],
  });
  expect(parseXml('no xml')).toBeUndefined();
});

// Each of these kept an expression that backtracks busy for minutes, or is deeper than a stack.
test.each([
  ['comments', '<!--'],
  ['data', '<![CDATA['],
  ['declarations', '<!DOCTYPE a ['],
  ['instructions', '<?'],
  ['attributes', '<a b="'],
  ['attributes without a value', '<a b '],
  ['closing tags', '</a '],
  ['elements', '<a>'],
  ['brackets', '<!a'],
])('a megabyte of unclosed %s is read without backtracking', (_what, piece) => {
  const read = parseXml(`<root>${piece.repeat(Math.ceil(1e6 / piece.length))}`);
  expect(read?.name).toBe('root');
  expect([...elementsOf({ name: '', attributes: {}, text: '', children: read === undefined ? [] : [read] }, 'b')]).toEqual([]);
});
