// What the engines that come with us have in common.

export const REINSTALL = 'Reinstall Binnacle: npm install -g binnacle-ide';

// For servers that are Node programs. Extra certificates cost 88 ms per start and nothing here speaks TLS;
// options meant for another Node, such as --inspect, would break the protocol on standard output.
export const NODE_ENVIRONMENT = { ELECTRON_RUN_AS_NODE: '1', NODE_EXTRA_CA_CERTS: undefined, NODE_OPTIONS: undefined };
