// Servers that need nothing but their settings.
import { z } from 'zod';
import type { ProtocolDiagnostic } from '../answers.ts';
import type { Quirk } from '../engineRow.ts';

const SCHEMA_NOT_LOADED = /(?:Unable to load schema|Problems loading reference).*https?:/s;

export const plainQuirk: Quirk = { configuration: () => null };

export const webQuirk: Quirk = { configuration: () => ({ validate: true }) };

// Its commands carry their edits, for the client that knows them to make.
const applyCodeAction = z.object({ command: z.literal('_css.applyCodeAction'), arguments: z.tuple([z.string(), z.number(), z.array(z.unknown())]) });

export const cssQuirk: Quirk = {
  ...webQuirk,
  editInCommand: (command) => {
    const found = applyCodeAction.safeParse(command);
    return found.success ? { changes: { [found.data.arguments[0]]: found.data.arguments[2] } } : undefined;
  },
};

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
