// What rows have in common whose server is fetched when somebody needs it: their files stand beside the code of many projects.
import type { EngineRow } from '../../engine/engineRow.ts';
import type { EngineSession } from '../../engine/engineSession.ts';
import { installedByPeople } from '../../engine/language/usualServers.ts';
import { CrossChecked, type SmallServer } from './crossChecked.ts';

export const fetchedOnNeed = {
  ...installedByPeople,
  findsSymbols: false,
  isOptional: true as const,
  middleware: (session: EngineSession) => new CrossChecked(session, {}),
} satisfies Partial<EngineRow>;

export function crossChecked(server: SmallServer): Pick<EngineRow, 'middleware'> {
  return { middleware: (session) => new CrossChecked(session, server) };
}
