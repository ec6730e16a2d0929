// C and C++ where nobody says how files are compiled, or the preprocessor leaves a part out: answers say so, and nothing is renamed by half.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { onPath, programOf } from './rows.ts';

const program = await programOf('clangd');

const SOURCES = {
  'include/cart.h': '#ifndef CART_H\n#define CART_H\nint total(const int *cents, int count);\nint class_of(int new);\n#endif\n',
  'src/cart.c':
    '#include "cart.h"\nint total(const int *cents, int count) {\n  int sum = 0;\n  for (int i = 0; i < count; i++) sum += cents[i];\n  return sum;\n}\n',
  'src/main.c': '#include "cart.h"\nint main(void) {\n  int cents[] = {1, 2};\n  return total(cents, 2);\n}\n',
};
const TOTAL = { file: 'src/cart.c', name: 'total' };
const ADVICE = ['CMAKE_EXPORT_COMPILE_COMMANDS', 'bear', 'compile_flags.txt'];

describe.skipIf(program === undefined)('with clangd', () => {
  beforeAll(() => {
    if (program !== undefined) onPath(program);
  });

  describe('without a word about how files are compiled', () => {
    let real: RealAgent;
    beforeAll(async () => {
      real = await realAgentOn(SOURCES);
    });
    afterAll(() => real?.close());

    test('references are not called complete, and the reason says what to do; a header beside C files is C', async () => {
      const { value } = await real.agent.call('find_references', { symbol: TOTAL });
      expect(value).toMatchObject({ complete: false, total: 3, files: [{ file: 'include/cart.h' }, { file: 'src/cart.c' }, { file: 'src/main.c' }] });
      for (const advice of ADVICE) expect(value['why']).toContain(advice);
    });

    test.each([
      ['rename_symbol', { symbol: TOTAL, new_name: 'summed' }],
      ['change_signature', { symbol: TOTAL, parameters: [{ name: 'count' }, { name: 'cents' }] }],
      ['safe_delete', { symbol: { file: 'include/cart.h', name: 'class_of' } }],
    ])('%s is refused until it is allowed on incomplete knowledge', async (tool, given) => {
      const refusal = await real.agent.refusal(tool, given);
      expect(refusal).toMatchObject({ error: 'knowledge_incomplete', next: expect.stringContaining('allow_incomplete') });
      for (const advice of ADVICE) expect(refusal['message']).toContain(advice);
      const { value } = await real.agent.call(tool, { ...given, allow_incomplete: true, verify: 'report', preview: true });
      // Said once, with what to do.
      expect(notes(value).filter((note) => note.includes('compile_flags.txt'))).toEqual([expect.stringContaining('bear')]);
    });

    test('an allowed rename reaches the prototype in the header', async () => {
      const { value } = await real.agent.call('rename_symbol', { symbol: TOTAL, new_name: 'summed', allow_incomplete: true });
      expect(value).toMatchObject({ applied: true, edits: 3, newErrors: [] });
      expect(await readFile(join(real.agent.ide.project.path, 'include/cart.h'), 'utf8')).toContain('int summed(const int *cents');
      await real.agent.call('undo', { change_id: value['changeId'] });
    });

    test('a local variable is renamed without further ado: nothing outside of its function can name it', async () => {
      const { value } = await real.agent.call('rename_symbol', { symbol: { file: 'src/cart.c', line: 3, name: 'sum' }, new_name: 'whole' });
      expect(value).toMatchObject({ applied: true, edits: 3, newErrors: [] });
      await real.agent.call('undo', { change_id: value['changeId'] });
    });

    test('with a compile_flags.txt the same project is known at once', async () => {
      await real.agent.call('write_file', { file: 'compile_flags.txt', text: '-xc\n-Iinclude\n' });
      expect((await real.agent.call('find_references', { symbol: TOTAL })).value).toMatchObject({ complete: true, total: 3 });
      expect((await real.agent.call('rename_symbol', { symbol: TOTAL, new_name: 'summed' })).value).toMatchObject({ applied: true, edits: 3 });
    });
  });

  test('a .clangd counts only where it says something of flags, and an empty database not at all', async () => {
    const mute = await opened({ ...SOURCES, '.clangd': 'Diagnostics:\n  UnusedIncludes: None\n', 'build/compile_commands.json': '[]\n' });
    expect((await mute.agent.call('find_references', { symbol: TOTAL })).value).toMatchObject({ complete: false });
    const configured = await opened({ ...SOURCES, '.clangd': 'CompileFlags:\n  Add: [-xc, -I../include]\n' });
    expect((await configured.agent.call('find_references', { symbol: TOTAL })).value).toMatchObject({ complete: true, total: 3 });
  });

  test('what the preprocessor leaves out is named, and refuses a rename until it is allowed', async () => {
    const real = await opened({
      'compile_flags.txt': '-xc\n',
      'a.c':
        'int total(int a);\nint plain(int a);\n#ifdef _WIN32\nint run(void) { return total(1); }\n#else\nint run(void) { return total(2) + plain(1); }\n#endif\n#if 0\nplain(2);\n#endif\n',
    });
    const left = 'a.c:4';
    const { value } = await real.agent.call('find_references', { symbol: { file: 'a.c', line: 1, name: 'total' } });
    expect(value).toMatchObject({ complete: false, total: 2, why: expect.stringContaining(left) });
    const given = { symbol: { file: 'a.c', line: 1, name: 'total' }, new_name: 'summed' };
    expect(await real.agent.refusal('rename_symbol', given)).toMatchObject({ error: 'knowledge_incomplete', message: expect.stringContaining(left) });
    const allowed = await real.agent.call('rename_symbol', { ...given, allow_incomplete: true, preview: true });
    expect(allowed.value).toMatchObject({ edits: 2, notes: [expect.stringContaining(left)] });
    // Dead code says nothing.
    expect((await real.agent.call('rename_symbol', { ...given, symbol: { file: 'a.c', line: 2, name: 'plain' } })).value).toMatchObject({ edits: 2 });
  });

  test('a header of the project that is not found is named', async () => {
    const real = await opened({
      'compile_flags.txt': '-xc\n',
      'deep/include/cart.h': 'int total(int a);\n',
      'a.c': '#include "cart.h"\nint run(void) { return total(1); }\n',
    });
    const { value } = await real.agent.call('find_references', { symbol: { file: 'deep/include/cart.h', name: 'total' } });
    expect(value).toMatchObject({ complete: false, why: expect.stringContaining('cart.h') });
    const refusal = await real.agent.refusal('rename_symbol', { symbol: { file: 'deep/include/cart.h', name: 'total' }, new_name: 'summed' });
    expect(refusal).toMatchObject({ error: 'knowledge_incomplete', message: expect.stringContaining('a.c') });
  });
});

async function opened(files: Readonly<Record<string, string>>): Promise<RealAgent> {
  const real = await realAgentOn(files);
  onTestFinished(() => real.close());
  return real;
}

function notes(value: Readonly<Record<string, unknown>>): string[] {
  return z.array(z.string()).parse(value['notes'] ?? []);
}
