// Edits of other people's files: our entry comes and goes, and every other byte stays.
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { type ConfigurationText, valueIn, withEntry, withEntryOf, withItem, withoutEntry, withoutItem } from './format.ts';

const OURS = { command: '/usr/bin/node', args: ['/opt/binnacle.cjs', 'mcp'] };
const change = { set: OURS, usual: { env: {} }, drop: [] };
const json = (text: string): ConfigurationText => ({ format: 'json', text, file: 'settings.json' });
const toml = (text: string): ConfigurationText => ({ format: 'toml', text, file: 'config.toml' });

// Texts as people and programs write them: comments anywhere, any order, tabs or spaces, trailing commas, names twice, one line or many.
interface Writing {
  readonly unit: string;
  readonly eol: string;
  readonly comments: readonly string[];
  readonly hasTrailingComma: boolean;
  readonly isCompact: boolean;
}
const writing: fc.Arbitrary<Writing> = fc.record({
  unit: fc.constantFrom('  ', '    ', '\t'),
  eol: fc.constantFrom('\n', '\r\n'),
  comments: fc.array(fc.constantFrom('', '', '', '// note', '/* "binnacle": {} */', '/* } */'), { minLength: 8, maxLength: 8 }),
  hasTrailingComma: fc.boolean(),
  isCompact: fc.boolean(),
});
const names = fc.constantFrom('a', 'mcpServers', 'other', 'projects', 'x y', 'ü', 'binnacle-index', '', '"');
const leaves = fc.oneof(fc.string({ maxLength: 8 }), fc.integer(), fc.boolean(), fc.constant(null));
const tree: fc.Arbitrary<Tree> = fc.letrec<{ node: Tree }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaves.map((leaf) => ({ leaf })),
    fc.array(fc.tuple(names, tie('node')), { maxLength: 4 }).map((members) => ({ members })),
  ),
})).node;
type Tree = { readonly leaf: unknown } | { readonly members: readonly (readonly [string, Tree])[] };

function written(node: Tree, style: Writing, depth = 0): string {
  if ('leaf' in node) return JSON.stringify(node.leaf);
  if (node.members.length === 0) return '{}';
  const isOneLine = style.isCompact;
  const note = (index: number) => {
    const comment = style.comments[(index + depth) % style.comments.length] ?? '';
    return isOneLine && comment.startsWith('//') ? '' : comment;
  };
  const gap = (indentation: number) => (isOneLine ? '' : style.eol + style.unit.repeat(indentation));
  const members = node.members.map(([name, value], index) => {
    const isLast = index === node.members.length - 1;
    const comma = !isLast || style.hasTrailingComma ? ',' : '';
    const above = note(index + 3);
    return `${above === '' ? '' : gap(depth + 1) + above}${gap(depth + 1)}${JSON.stringify(name)}: ${written(value, style, depth + 1)}${comma}${note(index) && ` ${note(index)}`}`;
  });
  return `{${members.join('')}${gap(depth)}}`;
}

const root = fc.array(fc.tuple(names, tree), { minLength: 1, maxLength: 5 }).map((members): Tree => ({ members }));
const isContainer = (value: unknown) => value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));

describe('JSON with comments', () => {
  test('what is added and taken out again leaves the same bytes', () => {
    fc.assert(
      fc.property(root, writing, fc.boolean(), (node, style, hasEnd) => {
        const text = `${written(node, style)}${hasEnd ? style.eol : ''}`;
        const servers = valueIn(json(text), ['mcpServers']);
        fc.pre(isContainer(servers));
        const installed = withEntry(json(text), ['mcpServers', 'binnacle'], change);
        expect(valueIn(json(installed), ['mcpServers', 'binnacle'])).toEqual({ ...OURS, env: {} });
        expect(withEntry(json(installed), ['mcpServers', 'binnacle'], change)).toBe(installed);
        expect(withoutEntry(json(installed), ['mcpServers', 'binnacle'], servers === undefined ? 1 : 0)).toBe(text);
      }),
      { numRuns: 400 },
    );
  });

  test('an entry in the middle is updated and taken out, and everything else stays', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(names, tree), { maxLength: 3 }), fc.array(fc.tuple(names, tree), { maxLength: 3 }), writing, (before, after, style) => {
        const own: Tree = {
          members: [
            ['command', { leaf: 'old' }],
            ['timeout', { leaf: 5 }],
          ],
        };
        const text = written({ members: [['mcpServers', { members: [...before, ['binnacle', own], ...after] }]] }, style);
        const updated = withEntry(json(text), ['mcpServers', 'binnacle'], change);
        expect(valueIn(json(updated), ['mcpServers', 'binnacle'])).toEqual({ ...OURS, timeout: 5, env: {} });
        const others = (value: string) => ({ ...Object(parse(value)).mcpServers, binnacle: undefined });
        expect(others(updated)).toEqual(others(text));
        const removed = withoutEntry(json(updated), ['mcpServers', 'binnacle'], 0);
        expect({ ...others(removed) }).toEqual(others(text));
        for (const comment of ['// note', '/* } */'])
          expect(removed.split(comment).length).toBeGreaterThanOrEqual(withoutOwn(text, own, style).split(comment).length);
      }),
      { numRuns: 300 },
    );
  });

  // What our own entry held goes with it.
  const withoutOwn = (text: string, own: Tree, style: Writing) => text.replace(written(own, style, 2), '');

  test.each([
    ['', '{\n  "mcpServers": {\n    "binnacle": {\n      "command": "x"\n    }\n  }\n}\n'],
    ['{}', '{\n  "mcpServers": {\n    "binnacle": {\n      "command": "x"\n    }\n  }\n}'],
    ['{}\n', '{\n  "mcpServers": {\n    "binnacle": {\n      "command": "x"\n    }\n  }\n}\n'],
    ['// mine\n', '// mine\n{\n  "mcpServers": {\n    "binnacle": {\n      "command": "x"\n    }\n  }\n}\n'],
    ['{"a":1}', '{"a":1, "mcpServers":{"binnacle":{"command":"x"}}}'],
    ['{\n\t"mcpServers": {}\n}', '{\n\t"mcpServers": {\n\t\t"binnacle": {\n\t\t\t"command": "x"\n\t\t}\n\t}\n}'],
    [
      '{\r\n  "mcpServers": {\r\n    "a": {} // about a\r\n  }\r\n}\r\n',
      '{\r\n  "mcpServers": {\r\n    "a": {}, // about a\r\n    "binnacle": {\r\n      "command": "x"\r\n    }\r\n  }\r\n}\r\n',
    ],
  ])('%j becomes %j', (before, after) => {
    expect(withEntry(json(before), ['mcpServers', 'binnacle'], { set: { command: 'x' }, usual: {}, drop: [] })).toBe(after);
  });

  test('of two containers of one name the last one counts, as for every reader', () => {
    const text = '{\n  "mcpServers": {\n    "a": {}\n  },\n  "mcpServers": {\n    "b": {}\n  }\n}\n';
    const installed = withEntry(json(text), ['mcpServers', 'binnacle'], change);
    expect(JSON.parse(installed).mcpServers).toHaveProperty('binnacle');
    expect(withoutEntry(json(installed), ['mcpServers', 'binnacle'], 0)).toBe(text);
  });

  test('our entry twice goes twice', () => {
    const text = '{"mcpServers": {"binnacle": {"a": 1}, "b": {}, "binnacle": {"a": 2}}}';
    expect(withoutEntry(json(text), ['mcpServers', 'binnacle'], 0)).toBe('{"mcpServers": { "b": {}}}');
  });

  test.each([
    ['{\n  "mcpServers": {\n    "a": {\n}\n', 5],
    ['{\n  "a": 1\n  "b": 2\n}', 3],
    ['[]', 1],
    ['{\n  "mcpServers": []\n}', 2],
    ['{\n  "mcpServers": null\n}', 2],
    ['<<<<<<< HEAD\n{}', 1],
  ])('%j is refused with its line', (text, line) => {
    expect(() => withEntry(json(text), ['mcpServers', 'binnacle'], change)).toThrow(
      expect.objectContaining({ code: 'configuration_broken', message: expect.stringContaining(`line ${line}`) }),
    );
  });

  test('what is nested without end is refused', () => {
    const text = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}, /**/}`;
    expect(() => withEntry(json(text), ['mcpServers', 'binnacle'], change)).toThrow(expect.objectContaining({ code: 'configuration_unusable' }));
  });

  test('an item of a list comes, is replaced and goes', () => {
    const text = '{\n  "inputs": [\n    { "id": "a" } // first\n  ]\n}\n';
    const item = { id: 'binnacle-token', type: 'promptString' };
    const installed = withItem(json(text), 'inputs', item);
    expect(valueIn(json(installed), ['inputs'])).toEqual([{ id: 'a' }, item]);
    expect(withItem(json(installed), 'inputs', item)).toBe(installed);
    expect(valueIn(json(withItem(json(installed), 'inputs', { ...item, password: true })), ['inputs'])).toEqual([{ id: 'a' }, { ...item, password: true }]);
    expect(withoutItem(json(installed), 'inputs', 'binnacle-token', false)).toBe(text);
    expect(withoutItem(json(withItem(json('{\n  "a": 1\n}\n'), 'inputs', item)), 'inputs', 'binnacle-token', true)).toBe('{\n  "a": 1\n}\n');
  });

  test('an earlier form of the entry is put back into a file that changed', () => {
    const earlier = '{"mcpServers": {"binnacle": {"command": "old"}}}';
    const now = '{"new": 1, "mcpServers": {"binnacle": {"command": "new"}}}';
    expect(JSON.parse(withEntryOf(json(now), earlier, ['mcpServers', 'binnacle']))).toEqual({ new: 1, mcpServers: { binnacle: { command: 'old' } } });
  });
});

describe('TOML', () => {
  const lines = fc.array(
    fc.constantFrom(
      'model = "o3" # mine',
      '# a comment',
      '',
      '[mcp_servers.docs]',
      'command = "npx"',
      "args = ['-y', \"]\", # inside\n  'docs']",
      '[[profiles]]',
      'text = """\n[mcp_servers.binnacle]\ncommand = "fake" \\\n"""',
      "literal = '''\n[mcp_servers.binnacle]'''",
      '[mcp_servers.docs.env]',
      '  [projects."/a/b"]',
      'inline = { a = 1, "b.c" = "[x]" }',
      '[mcp_servers."binnacle-index"]',
      'when = 1979-05-27T07:32:00Z',
      'big = 9007199254740993',
    ),
    { maxLength: 10 },
  );
  const isValid = (text: string) => {
    try {
      parseToml(text);
      return true;
    } catch {
      return false;
    }
  };

  test('what is added and taken out again leaves the same bytes', () => {
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '\n', '\n\n', '  '), (each, eol, end) => {
        const text = (each.join('\n') + end).replaceAll('\n', eol);
        fc.pre(isValid(text));
        const installed = withEntry(toml(text), ['mcp_servers', 'binnacle'], { ...change, usual: {} });
        expect(valueIn(toml(installed), ['mcp_servers', 'binnacle'])).toEqual(OURS);
        expect(withEntry(toml(installed), ['mcp_servers', 'binnacle'], { ...change, usual: {} })).toBe(installed);
        expect(withoutEntry(toml(installed), ['mcp_servers', 'binnacle'], 0)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('an entry in the middle is updated and taken out, and everything else stays', () => {
    const own = '[mcp_servers.binnacle]\n# ours\ncommand = "old" # here\nstartup_timeout_sec = 20\n\n[mcp_servers.binnacle.env]\nA = "1"\n';
    const text = `model = "o3"\n\n# docs\n[mcp_servers.docs]\ncommand = "x"\n\n${own}\n# about tools\n[tools]\nweb = true\n`;
    const updated = withEntry(toml(text), ['mcp_servers', 'binnacle'], { ...change, usual: {} });
    expect(updated).toBe(
      text.replace(
        'command = "old" # here\nstartup_timeout_sec = 20\n',
        'command = "/usr/bin/node" # here\nstartup_timeout_sec = 20\nargs = ["/opt/binnacle.cjs", "mcp"]\n',
      ),
    );
    expect(withoutEntry(toml(updated), ['mcp_servers', 'binnacle'], 0)).toBe(
      'model = "o3"\n\n# docs\n[mcp_servers.docs]\ncommand = "x"\n\n# about tools\n[tools]\nweb = true\n',
    );
  });

  test.each([
    '[mcp_servers]\nbinnacle = { command = "old", timeout = 5 }\n',
    'mcp_servers.binnacle.command = "old"\nmcp_servers.binnacle.timeout = 5\n',
    '[mcp_servers]\nbinnacle.command = "old"\nbinnacle.timeout = 5\n',
  ])('%j is written as a table', (text) => {
    const updated = withEntry(toml(text), ['mcp_servers', 'binnacle'], { ...change, usual: {} });
    expect(valueIn(toml(updated), ['mcp_servers', 'binnacle'])).toEqual({ ...OURS, timeout: 5 });
  });

  test('a header in a table of its own becomes one line', () => {
    const text = '[mcp_servers.binnacle]\nurl = "http://127.0.0.1:1/mcp"\n\n[mcp_servers.binnacle.http_headers]\nAuthorization = "Bearer old"\n\n[other]\n';
    const updated = withEntry(toml(text), ['mcp_servers', 'binnacle'], {
      set: { url: 'http://127.0.0.1:2/mcp', http_headers: { Authorization: 'Bearer new' } },
      usual: {},
      drop: [],
    });
    expect(updated).toBe('[mcp_servers.binnacle]\nurl = "http://127.0.0.1:2/mcp"\nhttp_headers = { Authorization = "Bearer new" }\n\n[other]\n');
  });

  test('a table in one line, to which nothing can be added, is refused', () => {
    expect(() => withEntry(toml('mcp_servers = { a = { command = "x" } }\n'), ['mcp_servers', 'binnacle'], change)).toThrow(
      expect.objectContaining({ code: 'configuration_unusable' }),
    );
  });

  test('a broken file is refused with its line', () => {
    expect(() => withEntry(toml('a = 1\n[b\n'), ['mcp_servers', 'binnacle'], change)).toThrow(
      expect.objectContaining({ code: 'configuration_broken', message: expect.stringContaining('line 2') }),
    );
  });
});
