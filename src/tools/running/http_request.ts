// One HTTP request, to a server of this machine or to a host that the policy allows.
import { z } from 'zod';
import { seconds } from '../../base/waiting/duration.ts';
import { invalidArguments } from '../../ide/errors/errors.ts';
import { defineTool } from '../tool.ts';
import { maxTokens } from '../words/page.ts';
import { fittingText, secondsInput } from '../words/run.ts';

const USUAL_WAIT = 30;
const LARGEST_BODY = 1024 * 1024;

export const httpRequest = defineTool({
  name: 'http_request',
  title: 'HTTP request',
  description: 'Send an HTTP request: to this machine always, to other hosts by policy.',
  effect: 'runs',
  hidden: true,
  input: z.strictObject({
    url: z.string().min(1).describe('http or https.'),
    method: z
      .string()
      .refine((name) => /^[A-Za-z]+$/.test(name), 'letters only')
      .optional()
      .describe('Default GET.'),
    headers: z.record(z.string(), z.string()).optional().describe('By name.'),
    body: z
      .string()
      .refine((text) => text.length <= LARGEST_BODY, 'at most 1 MB')
      .optional()
      .describe('Text.'),
    json: z.unknown().optional().describe('Instead of body.'),
    redirects: z.boolean().optional().describe('False: not followed.'),
    timeout: secondsInput(600, 'Seconds; 30.'),
    max_tokens: maxTokens,
  }),
  output: z.object({
    status: z.number(),
    statusText: z.string(),
    // Where the answer came from, after redirects.
    url: z.string().optional(),
    redirects: z.array(z.string()).optional(),
    notFollowed: z.object({ to: z.string(), why: z.string() }).optional(),
    headers: z.record(z.string(), z.string()),
    // Absent where it is not text.
    body: z.string().optional(),
    bytes: z.number(),
    // There is more than this.
    cut: z.boolean().optional(),
    durationMs: z.number(),
  }),
  async run({ ide, permission, signal, budget }, input) {
    if (input.body !== undefined && input.json !== undefined) throw invalidArguments('http_request', ['body and json exclude each other'], ['body', 'json']);
    const isJson = input.json !== undefined;
    const answer = await ide.http.request(
      {
        url: input.url,
        method: (input.method ?? 'GET').toUpperCase(),
        headers: { ...(isJson && { 'content-type': 'application/json' }), ...input.headers },
        body: isJson ? JSON.stringify(input.json) : input.body,
        followsRedirects: input.redirects !== false,
        milliseconds: seconds(input.timeout ?? USUAL_WAIT),
      },
      {
        first: (host, isLoopback) => permission.host(host, isLoopback),
        refusal: (host, isLoopback) => permission.hostRefusal(host, isLoopback),
        isOurs: (port) => permission.isOurPort(port),
      },
      signal,
    );
    const { status, statusText, headers, redirects, notFollowed, body } = answer;
    const shown = body.text === undefined ? undefined : fittingText(body.text, budget * 0.7);
    return {
      status,
      statusText,
      ...(redirects.length > 0 && { url: answer.url, redirects: [...redirects] }),
      ...(notFollowed !== undefined && { notFollowed }),
      headers: { ...headers },
      ...(shown !== undefined && { body: shown.text }),
      bytes: body.bytes,
      ...((body.isCut || shown?.isCut === true) && { cut: true }),
      durationMs: answer.milliseconds,
    };
  },
  *tell({ status, statusText, url, notFollowed, headers, body, bytes, cut, durationMs }) {
    const head = [
      `${status} ${statusText}${url === undefined ? '' : ` from ${url}`}, ${bytes} bytes${cut === true ? ' (cut)' : ''}, ${durationMs} ms`,
      ...(notFollowed === undefined ? [] : [`Not followed to ${notFollowed.to}: ${notFollowed.why}`]),
    ];
    const names = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const text = body === undefined ? '(not text)' : body;
    yield [...head, ...names, '', text].join('\n');
    yield [...head, text].join('\n');
    yield head.join('\n');
  },
});
