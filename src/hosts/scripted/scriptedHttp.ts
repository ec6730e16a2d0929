// A web that the script holds: what is at each address, and redirects between them.
import type { Http, HttpAnswer } from '../../ide/doors/http.ts';
import { invalidUrl, requestFailed } from '../../ide/errors/runErrors.ts';
import type { ScriptedBehaviour } from './scriptedLanguages.ts';

export function scriptedHttp({ web = {}, onQuestion }: ScriptedBehaviour): Http {
  return {
    async request({ url, method, headers, body }, hosts): Promise<HttpAnswer> {
      if (!URL.canParse(url)) throw invalidUrl(url, 'it is not a URL');
      const host = (of: string) => new URL(of).hostname;
      const isLoopback = (of: string) => host(of) === 'localhost';
      hosts.first(host(url), isLoopback(url));
      onQuestion?.(`${method} ${url} ${JSON.stringify(headers)} ${body ?? ''}`);
      const found = web[url];
      if (found === undefined) throw requestFailed(new URL(url).origin, 'nobody listens there');
      const to = web[found] === undefined ? undefined : found;
      const why = to === undefined ? undefined : hosts.refusal(host(to), isLoopback(to));
      const answer = { url, status: 200, statusText: 'OK', headers: { 'content-type': 'text/plain' }, milliseconds: 1, redirects: [] };
      if (to === undefined) return { ...answer, body: { text: found, bytes: found.length, isCut: false } };
      if (why !== undefined) return { ...answer, status: 302, statusText: 'Found', body: { text: '', bytes: 0, isCut: false }, notFollowed: { to, why } };
      const text = web[to] ?? '';
      return { ...answer, url: to, redirects: [to], body: { text, bytes: text.length, isCut: false } };
    },
  };
}
