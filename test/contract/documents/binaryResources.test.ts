// Files that are no text, read as resources from the built daemon over a real disk: at our own endpoint and at that of the JetBrains index server.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { type Caller, newerClient } from '../../doors/callers.ts';
import { type Home, temporaryHome } from '../../support/builtProgram.ts';
import { type ServedProject, serveProject } from '../../support/servedProject.ts';

const PNG = image();
const LARGEST = 4 * 1024 * 1024;
const FILES: Readonly<Record<string, Uint8Array | string>> = {
  'img/logo.png': PNG,
  // Its name says what it is not.
  'img/photo.jpg': PNG,
  'img/fake.png': Buffer.from([0, 1, 2, 3]),
  'fonts/plain.woff2': Buffer.concat([Buffer.from('wOF2'), Buffer.from([0, 1, 0, 0])]),
  'app.bin': Buffer.from(Array.from({ length: 256 }, (_, index) => index)),
  'largest.bin': Buffer.alloc(LARGEST),
  'tooLarge.bin': Buffer.alloc(LARGEST + 1),
  'notes.txt': 'Grüße\n',
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
};

let home: Home;
let project: string;
let served: ServedProject;

beforeAll(async () => {
  home = await temporaryHome();
  project = join(home.folder, 'shop');
  for (const folder of ['img', 'fonts']) await mkdir(join(project, folder), { recursive: true });
  await Promise.all(Object.entries(FILES).map(([name, content]) => writeFile(join(project, name), content)));
  await writeFile(join(home.folder, 'secret.png'), PNG);
  await symlink(join(home.folder, 'secret.png'), join(project, 'img', 'out.png'));
  await symlink(home.folder, join(project, 'outside'));
  await symlink(join(project, 'img', 'logo.png'), join(project, 'img', 'in.png'));
  served = await serveProject(home, project);
});

afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const endpoints = [
  { endpoint: '/mcp', uriFor: (file: string) => uriOf(join(project, file)), missing: -32602, tooLarge: -32602, wrong: -32602 },
  {
    endpoint: '/index-mcp',
    uriFor: (file: string) => `project://file/${encodeURI(file)}?project=${encodeURIComponent(project)}`,
    missing: -32002,
    tooLarge: -32603,
    wrong: -32002,
  },
];

const blob = z.object({ contents: z.tuple([z.object({ uri: z.string(), mimeType: z.string(), blob: z.base64() })]) });

describe.each(endpoints)('$endpoint', ({ endpoint, uriFor, missing, tooLarge, wrong }) => {
  let caller: Caller;
  beforeAll(async () => {
    const headers = { authorization: `Bearer ${served.token}` };
    caller = await newerClient(new StreamableHTTPClientTransport(new URL(`${served.url}${endpoint}`), { requestInit: { headers } }), '2026-07-28');
  });
  afterAll(() => caller.close());
  const read = (file: string) => caller.ask('resources/read', { uri: uriFor(file) });
  const refusal = (file: string) => read(file).catch((thrown: unknown) => thrown);

  test.each([
    ['img/logo.png', 'image/png'],
    ['img/photo.jpg', 'image/png'],
    ['img/in.png', 'image/png'],
    ['img/fake.png', 'application/octet-stream'],
    ['fonts/plain.woff2', 'font/woff2'],
    ['app.bin', 'application/octet-stream'],
    ['largest.bin', 'application/octet-stream'],
  ])('%s comes byte for byte, as %s', async (file, mimeType) => {
    const { contents } = blob.parse(await read(file));
    const expected = Buffer.from(FILES[file === 'img/in.png' ? 'img/logo.png' : file] ?? '');
    expect(contents[0]).toMatchObject({ uri: uriFor(file), mimeType });
    expect(Buffer.from(contents[0].blob, 'base64').equals(expected), file).toBe(true);
  });

  test.each(['notes.txt', 'logo.svg'])('%s is text', async (file) => {
    expect(await read(file)).toMatchObject({ contents: [{ uri: uriFor(file), mimeType: 'text/plain', text: FILES[file] }] });
  });

  test('what cannot be read is an error that says what to do', async () => {
    expect(await refusal('tooLarge.bin')).toMatchObject({
      code: tooLarge,
      message: expect.stringMatching(/tooLarge\.bin has 5 MB; the limit is 4 MB\. .+/),
      data: { error: 'file_too_large', details: expect.any(String) },
    });
    expect(await refusal('img/none.png')).toMatchObject({ code: missing, data: { error: 'file_not_found' } });
    expect(await refusal('img')).toMatchObject({ code: wrong, data: { error: 'is_a_folder' } });
    for (const file of ['../secret.png', 'img/out.png', 'outside/secret.png'])
      expect([file, await refusal(file)]).toMatchObject([file, { code: wrong, data: { error: expect.stringMatching(/outside_project|project_not_open/) } }]);
  });

  test('no template claims that every file is text', async () => {
    const { resourceTemplates } = z
      .looseObject({ resourceTemplates: z.array(z.looseObject({ uriTemplate: z.string(), mimeType: z.string().optional() })) })
      .parse(await caller.ask('resources/templates/list', {}));
    expect(resourceTemplates.map(({ mimeType }) => mimeType)).toEqual([undefined, 'application/json']);
  });
});

// One dark pixel.
function image(): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.from([0, 20, 30, 40]))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts]);
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
