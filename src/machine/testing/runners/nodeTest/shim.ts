// What test files get when they import node:test while they are only listed.
import { surface } from './surface.ts';

export default surface.default;
export const { test, it, describe, suite, before, after, beforeEach, afterEach, mock, run, skip, todo, only } = surface;
