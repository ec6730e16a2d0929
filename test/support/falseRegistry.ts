// An npm registry on loopback that answers as a test wants: what a package is fetched from when something is wrong.
import { createServer, type ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { z } from 'zod';

export type RegistryAnswer = (response: ServerResponse) => void;

export interface FalseRegistry extends AsyncDisposable {
  readonly url: string;
  readonly asked: readonly string[];
}

const Address = z.object({ port: z.number() });

// The description of every package is whole, in whatever version; what comes as the package itself is what the test says.
export async function falseRegistry(versions: ReadonlyMap<string, string>, archive: RegistryAnswer, description?: RegistryAnswer): Promise<FalseRegistry> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    asked.push(path);
    if (path.endsWith('.tgz')) return archive(response);
    if (description !== undefined) return description(response);
    const name = path.slice(1);
    const version = versions.get(name) ?? '1.0.0';
    const dist = { tarball: `${url}/${name}/-/archive-${version}.tgz` };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dist } } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${Address.parse(server.address()).port}`;
  return {
    url,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// A package, though not the one that is pinned.
export const anotherPackage: RegistryAnswer = (response) => {
  const zip = createGzip();
  zip.pipe(response);
  zip.end(Buffer.alloc(10_240));
};

export const brokenOff: RegistryAnswer = (response) => {
  response.writeHead(200, { 'content-length': '100000' });
  response.write('half');
  setImmediate(() => response.socket?.destroy());
};

export const silence: RegistryAnswer = () => {};

export const status =
  (code: number): RegistryAnswer =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json' });
    response.end('{"error":"no"}');
  };
