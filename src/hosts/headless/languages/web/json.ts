// What is particular about the JSON server: schemas from the network are never fetched, and that is not the file's fault.

import type { Middleware } from '../engine/middleware.ts';

const SCHEMA_NOT_LOADED = /^Unable to load schema from 'https?:/;

export const jsonMiddleware: Middleware = {
  configuration: (section) => (section === 'json' ? { validate: { enable: true } } : {}),
  diagnostics: async (_uri, next) => (await next()).filter(({ message }) => !SCHEMA_NOT_LOADED.test(message)),
};
