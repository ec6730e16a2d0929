// What the reading tools say about pages, style sheets, data and shell scripts, through MCP, and what they say that they cannot.
import { expect, test } from 'vitest';
import { knowledgeOf } from './knowledge.ts';
import { webProject } from './webProject.ts';

const open = knowledgeOf({ files: webProject });

test('outlines are nested as the files are written', async (context) => {
  const code = await open(context);
  expect(await code.outline('index.html')).toEqual([
    '2-14 field html',
    '  3-8 field head',
    '    4 field link',
    '    5-7 field style',
    '      6 class .note',
    '  9-13 field body',
    '    10-12 field main#top',
    '      11 field p.button.note',
  ]);
  expect(await code.outline('style.css')).toEqual(['1-3 class :root', '4-8 class .button', '9-11 module @media print', '  10 class .button']);
  expect(await code.outline('theme.scss')).toEqual(['1 variable $gap', '2-4 method padded', '5-8 class .list', '  7 class .item']);
  expect(await code.outline('data.json')).toEqual([
    '2 string name shop',
    '3 array items',
    '  3 module 0',
    '    3 number cents 1',
    '  3 module 1',
    '    3 number cents 2',
  ]);
  expect(await code.outline('run.sh')).toEqual(['2 variable total', '3-6 function add']);
  expect((await code.outline('compose.yaml')).slice(0, 2)).toEqual(['1-9 module services', '  2-5 module web']);
});

test('problems of every language at once', async (context) => {
  const code = await open(context);
  expect(await code.value('get_diagnostics', {})).toMatchObject({
    counts: { error: 2, warning: 2 },
    files: [
      { file: 'compose.yaml', diagnostics: [{ line: 8, message: 'Map keys must be unique' }] },
      { file: 'data.json', diagnostics: [{ line: 3, column: 41, message: 'Trailing comma' }] },
      { file: 'index.html', diagnostics: [{ line: 6, message: "Unknown property: 'colour'" }] },
      { file: 'style.css', diagnostics: [{ line: 7, message: "Unknown property: 'widht'" }] },
    ],
  });
});

test('style sheets: variables are whole, selectors and other files are said to be missing', async (context) => {
  const code = await open(context);
  expect(await code.references(['style.css', 'color: var(--<<brand>>)'])).toEqual([
    'style.css:2:3 reference',
    'style.css:5:14 reference',
    'style.css:6:25 reference',
  ]);
  expect(await code.definitions(['theme.scss', '@include <<padded>>'])).toEqual(['theme.scss:2:1']);
  expect(await code.about('find_references', ['style.css', '.<<button>> {\n  color'])).toMatchObject({
    complete: false,
    why: expect.stringMatching(/2 other files hold the word, and does not look for a selector in other rules: search_text finds all/),
    mentions: { files: [{ file: 'index.html' }, { file: 'notes.txt' }] },
  });
  expect(await code.about('find_definition', ['index.html', 'class="<<button>> note"'])).toMatchObject({ definitions: [], notes: [expect.any(String)] });
});

test('what properties and elements mean, without images', async (context) => {
  const code = await open(context);
  const color = await code.about('inspect_symbol', ['style.css', '<<color>>: var']);
  expect(color).toMatchObject({ type: "Sets the color of an element's text", documentation: expect.stringContaining('Syntax: <color>') });
  expect(JSON.stringify(color)).not.toContain('data:image');
  expect(await code.about('get_documentation', ['index.html', '<<<main>> id'])).toMatchObject({ signature: expect.stringContaining('main content') });
});

test('shell scripts: functions in sourced files', async (context) => {
  const code = await open(context);
  expect(await code.definitions(['run.sh', '<<greet>> "$total"'])).toEqual(['lib.sh:1:1']);
  expect(await code.references('greet')).toEqual(['lib.sh:1:1 declaration', 'run.sh:9:1 call']);
  expect(await code.references('add')).toEqual(['run.sh:3:1 declaration', 'run.sh:7:1 call']);
  expect(await code.about('inspect_symbol', ['run.sh', '<<greet>> "$total"'])).toMatchObject({ kind: 'function', declared: [{ file: 'lib.sh' }] });
  expect(await code.symbols('add')).toEqual(['function add run.sh:3']);
});

test('what an engine does not offer, and a file that none serves, is refused with a reason', async (context) => {
  const code = await open(context);
  expect(await code.refusal('call_hierarchy', { symbol: { file: 'style.css', snippet: '.<<button>> {\n  color' } })).toMatchObject({ error: 'unsupported' });
  expect(await code.refusal('find_references', { symbol: { file: 'data.json', snippet: '"<<cents>>": 1' } })).toMatchObject({ error: 'unsupported' });
  expect(await code.refusal('get_file_outline', { file: 'notes.txt' })).toMatchObject({ error: 'no_engine' });
});
