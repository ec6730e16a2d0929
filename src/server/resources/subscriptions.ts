// What one connection hears of the projects: the lists that changed, and the resources it subscribed to.
import type { Server, ServerContext } from '@modelcontextprotocol/server';
import type { ProjectEvent } from '../projects/projectEvents.ts';

// What a URI stands for, in the one spelling that events use, and the project it belongs to.
export interface Watched {
  readonly uri: string;
  readonly project: string;
}

const LISTS = {
  tools_list_changed: 'notifications/tools/list_changed',
  prompts_list_changed: 'notifications/prompts/list_changed',
  resources_list_changed: 'notifications/resources/list_changed',
} as const;

export class Subscriptions {
  readonly #server: Server;
  readonly #watch: (uri: string, context: ServerContext) => Promise<Watched>;
  // By the URI as the client spelled it, which is how it wants to hear of it.
  readonly #watched = new Map<string, Watched>();

  // `watch` throws the error that the client gets when there is no such resource.
  constructor(server: Server, watch: (uri: string, context: ServerContext) => Promise<Watched>) {
    this.#server = server;
    this.#watch = watch;
    server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
      this.#watched.set(uri, await this.#watch(uri, context));
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
      this.#watched.delete(uri);
      return {};
    });
  }

  // To a client that subscribes by requests of its own.
  tellSubscriber(event: ProjectEvent): void {
    if (event.kind !== 'resource_updated') this.#tellList(event);
    else
      for (const [uri, watched] of this.#watched) {
        if (watched.uri === event.uri && watched.project === event.project) this.#tellUpdate(uri);
      }
  }

  // To a transport that itself picks out what its client listens to, as 2026-07-28 has it.
  tellTransport(event: ProjectEvent): void {
    if (event.kind !== 'resource_updated') this.#tellList(event);
    else this.#tellUpdate(event.uri);
  }

  #tellUpdate(uri: string): void {
    this.#send({ method: 'notifications/resources/updated', params: { uri } });
  }

  #tellList({ kind }: ProjectEvent): void {
    if (kind !== 'resource_updated') this.#send({ method: LISTS[kind] });
  }

  // A connection that is gone has nobody left to notify.
  #send(notification: Parameters<Server['notification']>[0]): void {
    this.#server.notification(notification).catch(() => {});
  }
}
