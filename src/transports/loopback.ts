// An HTTP server on the loopback address, and what a request to it asks for.
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import { seconds } from '../base/waiting/duration.ts';
import { CompressedResponse } from './compression.ts';
import type { Limits } from './limits.ts';

export function createLoopbackServer(limits: Limits): HttpServer {
  const http = createServer({
    ServerResponse: CompressedResponse,
    // For the arrival of a request; an event stream may last as long as it likes once its request is here.
    headersTimeout: seconds(15),
    requestTimeout: seconds(60),
    keepAliveTimeout: seconds(30),
  });
  http.maxConnections = limits.connections * 4;
  return http;
}

// The port, or why there is none. 0 is any.
export function listenOn(http: HttpServer, port: number): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error);
    http.once('error', fail);
    http.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      http.off('error', fail);
      const address = http.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

export function urlOf(request: IncomingMessage): URL {
  const target = request.url ?? '/';
  // "//name" would be read as a host, and an absolute target names one; only the path and the query count here.
  const path = target.startsWith('/') ? target : URL.canParse(target) ? target.slice(new URL(target).origin.length) : '/';
  return new URL(`http://localhost${path.startsWith('/') ? path : `/${path}`}`);
}
