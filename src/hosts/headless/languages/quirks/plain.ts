// Servers that need nothing but their settings.
import type { ProtocolDiagnostic } from '../answers.ts';
import type { Quirk } from '../engineRow.ts';

const SCHEMA_NOT_LOADED = /(?:Unable to load schema|Problems loading reference).*https?:/s;

export const plainQuirk: Quirk = { configuration: () => null };

export const webQuirk: Quirk = { configuration: () => ({ validate: true }) };

// Schemas from the network are never fetched, and that is not the file's fault.
export const yamlQuirk: Quirk = {
  configuration: (section) => {
    if (section === 'yaml') return { validate: true, hover: true, schemaStore: { enable: false }, kubernetesCRDStore: { enable: false } };
    return section === 'http' ? { proxy: NOWHERE } : {};
  },
  keepsDiagnostic: (diagnostic: ProtocolDiagnostic) => !SCHEMA_NOT_LOADED.test(diagnostic.message),
};

// Nothing listens on the port "discard"; whoever is sent there reaches no network.
export const NOWHERE = 'http://127.0.0.1:9';
