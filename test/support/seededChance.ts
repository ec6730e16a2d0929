// Property tests begin where the commit says: one that fails fails again, and what a later commit meets is new. `npm test -- --all` leaves it to chance.
import fc from 'fast-check';
import { chanceOfThisRun } from './thisRun.ts';

const seed = chanceOfThisRun();
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seed | 0 });
