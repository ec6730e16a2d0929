// What is particular about the JSON server: schemas from the network are never fetched, and that is not the file's fault.

import type { Quirk } from '../engine/engineRow.ts';
import type { ProtocolDiagnostic } from '../questions/answers.ts';

const SCHEMA_NOT_LOADED = /^Unable to load schema from 'https?:/;

export const jsonQuirk: Quirk = {
  configuration: (section) => (section === 'json' ? { validate: { enable: true } } : {}),
  keepsDiagnostic: (diagnostic: ProtocolDiagnostic) => !SCHEMA_NOT_LOADED.test(diagnostic.message),
};
