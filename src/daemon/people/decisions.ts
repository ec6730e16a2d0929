// What people decide about the calls of agents in this process: one by one in reviews, and for a while with grants.
import type { ServerParts } from '../../server/call/callTool.ts';
import type { Connections } from '../../server/clients/connections.ts';
import { GrantSuggestions } from '../../server/permission/grantSuggestions.ts';
import { Grants } from '../../server/permission/grants.ts';
import { Reviews } from '../../server/reviews/reviews.ts';

export interface DecisionParts extends Pick<ServerParts, 'catalogue'> {
  readonly connections: Connections;
  readonly projects: () => ReturnType<ServerParts['workbench']['projects']>;
  // How long a person may take to answer a review, in milliseconds.
  readonly longestReview?: number | undefined;
}

export class Decisions {
  readonly reviews: Reviews;
  readonly grants: Grants;
  readonly grantSuggestions: GrantSuggestions;

  constructor({ longestReview, ...parts }: DecisionParts) {
    const reviews = new Reviews({ longest: longestReview });
    this.reviews = reviews;
    this.grants = new Grants({ ...parts, reviews });
    this.grantSuggestions = new GrantSuggestions(reviews);
  }
}
