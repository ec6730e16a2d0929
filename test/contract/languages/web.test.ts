// What HTML, style sheets, YAML and shell scripts mean, asked of the real engines over real files.
import { expect, onTestFinished, test } from 'vitest';
import { live, openWorkspace } from './workspace.ts';

test('CSS: diagnostics, outline, references and definition, also in SCSS', async () => {
  const workspace = await openWorkspace({
    'a.css': ':root { --brand: red; }\n.button { color: var(--brand); colour: blue; }\n',
    'b.scss': '$gap: 4px;\n.list { margin: $gap; padding: $gap; }\n',
  });
  expect((await workspace.diagnosticsOf('a.css')).map(({ message }) => message)).toEqual(["Unknown property: 'colour'"]);
  expect(await workspace.diagnosticsOf('b.scss')).toEqual([]);
  const outline = await workspace.languages.outline(workspace.uri('a.css'), live());
  expect(outline.value.map(({ name }) => name)).toEqual([':root', '.button']);
  const at = await workspace.place('b.scss', 'gap');
  expect(workspace.shown((await workspace.languages.references(at, { includeDeclaration: true }, live())).value)).toEqual([
    'b.scss:1:1',
    'b.scss:2:17',
    'b.scss:2:32',
  ]);
  expect(await workspace.languages.definition({ ...at, position: { line: 1, character: 18 } }, live())).toMatchObject({
    value: [{ range: { start: { line: 0 } } }],
  });
});

test('HTML: diagnostics of the styles and scripts in it, and an outline', async () => {
  const workspace = await openWorkspace({
    'index.html': '<!doctype html>\n<html>\n<head><style>.a { colour: red; }</style></head>\n<body><main id="top"><p class="a">x</p></main></body>\n</html>\n',
  });
  expect((await workspace.diagnosticsOf('index.html')).map(({ message }) => message)).toEqual(["Unknown property: 'colour'"]);
  const outline = await workspace.languages.outline(workspace.uri('index.html'), live());
  expect(JSON.stringify(outline.value)).toContain('main#top');
});

test('HTML: a script that is broken is reported beside the styles, and what is right is not', async () => {
  const page = (script: string) =>
    `<!doctype html>\n<html>\n<head><style>.a { colour: red; }</style></head>\n<body><script>\n${script}\n</script></body>\n</html>\n`;
  const workspace = await openWorkspace({
    'broken.html': page('let x = ;\nfunction f( {'),
    'right.html': page(
      'const items = new Map([[1, "a"]]);\nfor (const [key, value] of items) document.body.append(`${key}${value ?? ""}`);\nfetch("/x").then((r) => r.json());\n$("#a").hide();',
    ),
    'module.html': page('</script><script type="module">\nimport { a } from "./a.js";\nexport const b = await a;'),
  });
  await workspace.write('template.html', page('const data = {{ data|tojson }};\nlet x = ;'));
  expect(await workspace.languages.diagnostics([workspace.uri('template.html')], live(), () => {})).toMatchObject({
    value: { files: [{ diagnostics: [] }] },
    notes: ['Not checked, because only what is made of them is HTML: 1 template.'],
  });
  const reported = async (path: string) => (await workspace.diagnosticsOf(path)).map(({ range, message }) => `${range.start.line + 1}: ${message}`);
  expect(await reported('broken.html')).toEqual(expect.arrayContaining(["3: Unknown property: 'colour'", '5: Expression expected.']));
  expect(await reported('right.html')).toEqual(["3: Unknown property: 'colour'"]);
  expect(await reported('module.html')).toEqual(["3: Unknown property: 'colour'"]);
});

test('YAML: a broken file is reported, and once fixed is not', async () => {
  const workspace = await openWorkspace({
    'compose.yaml': 'services:\n  web:\n    image: a\n    image: b\n',
    'ok.yml': '# yaml-language-server: $schema=https://example.com/schema.json\na: 1\n',
  });
  expect((await workspace.diagnosticsOf('compose.yaml')).map(({ message }) => message)).toEqual(['Map keys must be unique']);
  expect(await workspace.diagnosticsOf('ok.yml')).toEqual([]);
  const outline = await workspace.languages.outline(workspace.uri('compose.yaml'), live());
  expect(outline.value).toMatchObject([{ name: 'services', children: [{ name: 'web' }] }]);
  await workspace.write('compose.yaml', 'services:\n  web:\n    image: a\n');
  expect(await workspace.diagnosticsOf('compose.yaml')).toEqual([]);
});

test('YAML: tags belong to who reads a file, and a template is said to be unchecked', async () => {
  const workspace = await openWorkspace({
    'template.yaml': "Name: !Sub '${AWS::StackName}-data'\nTags: !If [HasTags, [1], !Ref 'AWS::NoValue']\n",
    'mkdocs.yml': 'emoji: !!python/name:material.extensions.emoji.twemoji\n',
    'rules.yml': 'summary: |\n  {{ $labels.instance }}\na: 1\na: 2\n',
    '.github/workflows/ci.yml': 'jobs:\n  a:\n    if: ${{ always() }}\n    steps: [{ run: "echo {{ x }}" }]\n',
    'chart/templates/deploy.yaml':
      'metadata:\n  labels:\n    {{- include "x.labels" . | nindent 4 }}\n  {{- if .Values.a }}\n  replicas: {{ .Values.replicas }}\n  {{- end }}\n',
  });
  for (const path of ['template.yaml', 'mkdocs.yml', '.github/workflows/ci.yml']) expect(await workspace.diagnosticsOf(path)).toEqual([]);
  expect((await workspace.diagnosticsOf('rules.yml')).map(({ message }) => message)).toEqual(['Map keys must be unique']);
  expect(await workspace.languages.diagnostics([workspace.uri('chart/templates/deploy.yaml')], live(), () => {})).toMatchObject({
    value: { files: [{ diagnostics: [] }] },
    notes: ['Not checked, because only what is made of them is YAML: 1 template.'],
  });
});

test('YAML: a schema beside the file is applied', async () => {
  const workspace = await openWorkspace({
    'schema.json': JSON.stringify({ type: 'object', properties: { port: { type: 'number' } } }),
    'config.yaml': '# yaml-language-server: $schema=./schema.json\nport: eighty\n',
  });
  expect((await workspace.diagnosticsOf('config.yaml')).map(({ message }) => message)).toEqual([expect.stringContaining('Expected "number"')]);
});

test('Bash: definition and references across scripts that nobody has opened, symbols and outline', async () => {
  const workspace = await openWorkspace({
    'lib/log.sh': 'greet() {\n  echo "hello $1"\n}\n',
    'run.sh': '#!/bin/bash\nsource ./lib/log.sh\ngreet world\n',
    'old.sh': 'greet nobody\n',
  });
  const definition = await workspace.languages.definition(await workspace.place('run.sh', 'greet'), live());
  expect(workspace.shown(definition.value)).toEqual(['lib/log.sh:1:1']);
  expect([...workspace.shown((await workspace.references('lib/log.sh', 'greet')).value)].sort()).toEqual(['lib/log.sh:1:1', 'old.sh:1:1', 'run.sh:3:1']);
  expect((await workspace.languages.symbols('greet', live())).value.map(({ name }) => name)).toEqual(['greet']);
  expect((await workspace.languages.outline(workspace.uri('lib/log.sh'), live())).value).toMatchObject([{ name: 'greet', kind: 'function' }]);
  await workspace.remove('old.sh');
  await workspace.write('new.sh', '\n\ngreet again\n');
  expect([...workspace.shown((await workspace.references('lib/log.sh', 'greet')).value)].sort()).toEqual(['lib/log.sh:1:1', 'new.sh:3:1', 'run.sh:3:1']);
});

test('Bash: without ShellCheck scripts are said to be unchecked, not clean', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = '';
  onTestFinished(() => {
    process.env['PATH'] = path;
  });
  const workspace = await openWorkspace({ 'broken.sh': 'if true; then\n' });
  const answer = await workspace.languages.diagnostics([workspace.uri('broken.sh')], live(), () => {});
  expect(answer).toMatchObject({ value: { files: [], unserved: [workspace.uri('broken.sh')] }, notes: [expect.stringContaining('To install it')] });
  expect(workspace.languages.diagnosable([workspace.uri('broken.sh')])).toEqual([]);
});
