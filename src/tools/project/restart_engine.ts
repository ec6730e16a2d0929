// Starts the engine of a language anew, for one that answers wrongly or not at all.
import { z } from 'zod';
import { engineUnavailable, unknownLanguage, unsupportedByEngine } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { engineOutput, engineRow } from './index_status.ts';

export const restartEngine = defineTool({
  name: 'restart_engine',
  title: 'Restart engine',
  description: 'Start a language engine anew, for all agents; answers with its state.',
  effect: 'controls',
  hidden: true,
  input: z.strictObject({ language: z.string().min(1).describe('As in index_status.') }),
  output: z.object({ engines: z.array(engineOutput) }),
  async run(context, { language }) {
    const { languages } = context.ide;
    const known = await languages.status();
    const meant = known.filter((engine) => engine.language === language);
    if (meant.length === 0)
      throw unknownLanguage(
        language,
        known.map((engine) => engine.language),
      );
    const missing = meant.find(({ state }) => state === 'missing');
    if (missing !== undefined) throw engineUnavailable(missing.engine, `it is not installed. ${missing.install ?? ''}`.trim());
    if (languages.restart === undefined) throw unsupportedByEngine(meant[0]?.engine ?? language, 'being started anew from here');
    await languages.restart(language, context.signal);
    const after = await languages.status();
    return { engines: after.filter((engine) => engine.language === language).map((engine) => engineRow(context, engine)) };
  },
  *tell({ engines }) {
    yield engines.map(({ engine, state, restarts = 0 }) => `${engine} was started anew and is ${state} (${restarts} restarts).`).join('\n');
  },
});
