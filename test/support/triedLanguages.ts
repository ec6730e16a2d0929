// Which of the languages a run tries: those whose servers come with us, and of those whose server is a download a third, chosen by the commit; `npm test -- --all-languages` tries all.

import { packageOf } from '../../src/machine/servers/packages.ts';
import { type ProvenRow, provenRows } from '../contract/languages/provenRows.ts';
import { chanceOfThisRun } from './thisRun.ts';

const THIRDS = 3;

export function triedLanguages(third: number | undefined = process.env['BINNACLE_EVERY_LANGUAGE'] ? undefined : chanceOfThisRun()): readonly ProvenRow[] {
  return provenRows.filter(({ server }, index) => third === undefined || packageOf(server) === undefined || index % THIRDS === third % THIRDS);
}
