// What an agent most likely means among things of one name: what is declared for others before what is local, sources before tests.

// The smaller, the likelier.
export function prominence(kind: string, uriOrPath: string): number {
  return (isTest(uriOrPath) ? KINDS.length + 1 : 0) + kindRank(kind);
}

// By the customs of the ecosystems: folders such as tests, __tests__ or e2e, and files such as cart.test.ts, test_cart.py or cart_test.go.
export function isTest(uriOrPath: string): boolean {
  return /(?:^|\/)(?:__tests__|tests?|testing|specs?|e2e|__benchmarks__)\/|(?:^|\/)test_[^/]*\.py$|[._-](?:test|spec|test-d|bench)\.[^/]+$/.test(uriOrPath);
}

const KINDS: readonly ReadonlySet<string>[] = [
  new Set(['class', 'interface', 'struct', 'enum', 'function', 'module', 'namespace', 'type alias']),
  new Set(['method', 'constructor']),
  new Set(['property', 'field', 'enumMember']),
];

function kindRank(kind: string): number {
  const rank = KINDS.findIndex((kinds) => kinds.has(kind));
  return rank < 0 ? KINDS.length : rank;
}
