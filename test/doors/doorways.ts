// Every door and protocol, as rows: how a client comes in, and how one can knock without one.
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { type Caller, newerClient, newerHttp, olderHttp, olderSse, script, scriptWithStream } from './callers.ts';
import { LineClientTransport, WebSocketClientTransport } from './clientTransports.ts';
import { type Entrance, TOKEN } from './house.ts';

export interface Knock {
  readonly token?: string | undefined;
  readonly host?: string;
  readonly origin?: string;
  // Others, where the door has headers.
  readonly headers?: Readonly<Record<string, string>>;
  // What is sent as the body, line or frame.
  readonly text: string;
}

// What came back: an HTTP status where there is one, the JSON-RPC message if there was one, and whether the connection was ended by the server.
export interface Reply {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Record<string, unknown>;
  readonly ended?: boolean;
}

export interface Doorway {
  readonly name: string;
  readonly dialect: boolean;
  enter(house: Entrance): Promise<Caller>;
  knock(house: Entrance, knock: Knock): Promise<Reply>;
}

export const doorways: readonly Doorway[] = [
  { name: 'stdio, 2025', dialect: false, enter: (house) => newerClient(new LineClientTransport(house.streamPort), '2025-11-25'), knock: knockLine },
  { name: 'stdio, 2026', dialect: false, enter: (house) => newerClient(new LineClientTransport(house.streamPort), '2026-07-28'), knock: knockLine },
  { name: 'http, 2025', dialect: false, enter: (house) => newerHttp(`${house.doors.url}/mcp${house.query}`, '2025-11-25'), knock: knockHttp('/mcp') },
  { name: 'http, 2025, older client', dialect: false, enter: (house) => olderHttp(`${house.doors.url}/mcp${house.query}`), knock: knockHttp('/mcp') },
  { name: 'http, 2026', dialect: false, enter: (house) => newerHttp(`${house.doors.url}/mcp${house.query}`, '2026-07-28'), knock: knockHttp('/mcp') },
  { name: 'sse', dialect: false, enter: (house) => olderSse(`${house.doors.url}/sse${house.query}`), knock: knockHttp('/messages') },
  { name: 'webSocket /, 2025', dialect: false, enter: (house) => newerClient(webSocket(house, '/'), '2025-11-25'), knock: knockWebSocket('/') },
  { name: 'webSocket /mcp, 2026', dialect: false, enter: (house) => newerClient(webSocket(house, '/mcp'), '2026-07-28'), knock: knockWebSocket('/mcp') },
  { name: 'dialect sse, older client', dialect: true, enter: (house) => olderSse(`${house.doors.url}/other-mcp/sse`), knock: knockHttp('/other-mcp/sse') },
  { name: 'dialect http, older client', dialect: true, enter: (house) => olderHttp(`${house.doors.url}/other-mcp`), knock: knockHttp('/other-mcp') },
  { name: 'dialect http, 2026', dialect: true, enter: (house) => newerHttp(`${house.doors.url}/other-mcp`, '2026-07-28'), knock: knockHttp('/other-mcp') },
  {
    name: 'dialect webSocket, 2025',
    dialect: true,
    enter: (house) => newerClient(webSocket(house, '/other-mcp'), '2025-11-25'),
    knock: knockWebSocket('/other-mcp'),
  },
  {
    name: 'dialect webSocket, 2026',
    dialect: true,
    enter: (house) => newerClient(webSocket(house, '/other-mcp'), '2026-07-28'),
    knock: knockWebSocket('/other-mcp'),
  },
  { name: 'dialect script with stream', dialect: true, enter: (house) => scriptWithStream(`${house.doors.url}/other-mcp/sse`), knock: knockHttp('/other-mcp') },
  { name: 'dialect script', dialect: true, enter: async (house) => script(`${house.doors.url}/other-mcp`), knock: knockHttp('/other-mcp') },
];

function webSocket(house: Entrance, path: string): WebSocketClientTransport {
  return new WebSocketClientTransport(`${house.doors.url.replace('http', 'ws')}${path}${house.query}`, TOKEN);
}

async function knockLine(house: Entrance, { text }: Knock): Promise<Reply> {
  const socket = connect(house.streamPort, '127.0.0.1');
  socket.on('error', () => {});
  const lines: string[] = [];
  createInterface({ input: socket }).on('line', (line) => lines.push(line));
  socket.write(`${text}\n`);
  const ended = once(socket, 'close').then(() => true);
  const answered = new Promise<boolean>((resolve) => {
    socket.once('data', () => setTimeout(() => resolve(false), 50));
  });
  const isOver = await Promise.race([ended, answered]);
  socket.destroy();
  return { ended: isOver, ...(lines[0] !== undefined && { body: lines[0] }) };
}

function headersOf({ token, host, origin, headers = {} }: Knock): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(host !== undefined && { host }),
    ...(origin !== undefined && { origin }),
    ...headers,
  };
}

function knockHttp(path: string): Doorway['knock'] {
  return (house, knock) =>
    new Promise((resolve, reject) => {
      const request = httpRequest(`${house.doors.url}${path}`, { method: 'POST', headers: headersOf(knock) }, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body, headers: response.headers, ended: response.headers.connection === 'close' }),
        );
      });
      request.on('error', reject);
      request.end(knock.text);
    });
}

function knockWebSocket(path: string): Doorway['knock'] {
  return (house, knock) =>
    new Promise((resolve) => {
      const { 'content-type': _type, accept: _accept, ...headers } = headersOf(knock);
      const socket = new WebSocket(`${house.doors.url.replace('http', 'ws')}${path}`, 'mcp', { headers });
      socket.on('unexpected-response', (_request, response) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, ended: true });
        response.resume();
      });
      socket.on('error', () => {});
      socket.on('open', () => socket.send(knock.text));
      socket.on('message', (data) => {
        resolve({ status: 101, body: data.toString() });
        socket.close();
      });
      socket.on('close', (code) => resolve({ status: 101, ended: true, body: JSON.stringify({ closed: code }) }));
    });
}
