// What a person has allowed for a while, how long still, and how often it was used.
import type { Grant, Grants } from '../../server/permission/grants.ts';
import type { GrantRow } from '../protocol/rows.ts';
import type { TopicSource } from '../sources.ts';
import { shortText } from './shortText.ts';

const LONGEST_NAME = 60;
const LONGEST_GLOB = 100;

export function grantsTopic(grants: Grants): TopicSource<'grants'> {
  return {
    topic: 'grants',
    rows: async () => grants.list().map(grantRow),
    onChange: (listener) =>
      grants.onChange(({ kind, grant }) =>
        listener(kind === 'ended' ? { kind: 'rows', rows: [], removed: [String(grant.id)] } : { kind: 'rows', rows: [grantRow(grant)] }),
      ),
  };
}

export function grantRow({ id, tool, glob, project, connection, client, until, passed }: Grant): GrantRow {
  return {
    id: String(id),
    tool,
    glob: shortText(glob, LONGEST_GLOB),
    project,
    ...(connection !== undefined && { connection }),
    ...(client !== undefined && { client: shortText(client, LONGEST_NAME) }),
    expires: until,
    passed,
  };
}
