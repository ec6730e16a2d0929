// The terminals of the project, those that ended too.
import { z } from 'zod';
import { defineTool } from '../tool.ts';

const row = z.object({
  terminalId: z.string(),
  title: z.string(),
  state: z.enum(['running', 'ended']),
  exitCode: z.number().optional(),
  processId: z.number(),
  started: z.string(),
  // Opened through this connection.
  own: z.boolean(),
});

export const listTerminals = defineTool({
  name: 'list_terminals',
  title: 'List terminals',
  description: 'Terminals of the project: open ones, and those that ended last; shells of the machine.',
  effect: 'reads',
  needs: ['terminals'],
  hidden: true,
  input: z.strictObject({}),
  output: z.object({ terminals: z.array(row), shells: z.array(z.object({ name: z.string(), path: z.string(), default: z.boolean().optional() })) }),
  async run({ ide, owner }) {
    return {
      terminals: ide.terminals.list().map(({ id, title, state, processId, started, owner: opener }) => ({
        terminalId: id,
        title,
        state: state.state,
        ...(state.state === 'ended' && { exitCode: state.exitCode }),
        processId,
        started,
        own: opener === owner,
      })),
      shells: ide.terminals.shells().map(({ name, path, isDefault }) => ({ name, path, ...(isDefault && { default: true }) })),
    };
  },
  *tell({ terminals, shells }) {
    const known = `Shells: ${shells.map(({ name, path, default: isDefault }) => `${name} (${path}${isDefault === true ? ', default' : ''})`).join(', ') || 'none found'}`;
    const open = terminals.map(
      ({ terminalId, title, state, exitCode, own }) =>
        `${terminalId}  ${state}${exitCode === undefined ? '' : ` with ${exitCode}`}${own ? '' : " (another's)"}: ${title}`,
    );
    yield [...(open.length === 0 ? ['No terminal is open; run_in_terminal opens one.'] : open), known].join('\n');
  },
});
