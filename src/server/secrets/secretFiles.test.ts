// Which files hold secrets by their names, and which only look like it.
import { expect, test } from 'vitest';
import { isSecretFile } from './secretFiles.ts';

test.each([
  '.env',
  '.env.local',
  '.env.production',
  'prod.env',
  'server.key',
  'CERT.PEM',
  'id_ed25519',
  '.npmrc',
  '.netrc',
  'credentials',
  'secrets.yaml',
  'prod.tfvars',
  '.env%2Elocal',
])('%s does', (name) => expect([isSecretFile(`file:///project/src/${name}`), isSecretFile(`C:\\project\\${name}`)]).toEqual([true, true]));

test.each([
  '.env.example',
  '.env.sample',
  'env.ts',
  'environment.ts',
  'id_ed25519.pub',
  'keys.ts',
  'monkey.ts',
  'credentials.ts',
  'secrets.test.ts',
  'secretFiles.ts',
  'npmrc.md',
  'a%zz.ts',
])('%s does not', (name) => expect(isSecretFile(`file:///project/.env/${name}`)).toBe(false));
