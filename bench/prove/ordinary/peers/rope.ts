// rope, the refactoring library of Python editors.
import { z } from 'zod';
import { testTool } from '../../../../test/support/testTools.ts';
import type { Project } from '../corpora/project.ts';
import { askedOfPython } from '../python.ts';
import type { Peer } from './peer.ts';

const Answer = z.union([z.object({ files: z.record(z.string(), z.string()) }), z.object({ cannot: z.string() })]);

export async function ropePeer({ folder }: Project): Promise<Peer> {
  const { folder: packages } = await testTool('rope');
  return {
    name: 'rope',
    async refactored({ tool: _, input: __, what: ___, form: ____, ...place }) {
      const answer = Answer.parse(await askedOfPython('ropeChanges', { root: folder, ...place }, 'python3', { PYTHONPATH: packages }));
      return 'cannot' in answer || Object.keys(answer.files).length === 0 ? undefined : new Map(Object.entries(answer.files));
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
