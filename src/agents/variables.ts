// What an agent that was started by us has in the environment of its connections: how many agents, each started by the next, stand above it, and whose it is.
export const DEPTH_VARIABLE = 'AGENT_DEPTH_IN_BINNACLE';
// The conversation that it belongs to.
export const SESSION_VARIABLE = 'AGENT_SESSION_IN_BINNACLE';
