// Which files nobody wrote by hand: locks, maps, bundles, and what says so in its first lines.

const GENERATED_NAMES =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|flake\.lock)$|\.min\.(js|css|mjs)$|\.(js|css|mjs|cjs)\.map$|_pb2(_grpc)?\.pyi?$|\.pb\.go$/;

// As Go, Facebook, protobuf, SWIG and many others write it.
const SAYS_SO = /@generated\b|\bcode generated\b.*\bdo not edit\b|\b(auto-?generated|automatically generated|this file (is|was) generated)\b/i;
const FIRST_PART = 1_000;
const FIRST_LINES = 8;

export function isGenerated(path: string, bytes: Buffer): boolean {
  if (GENERATED_NAMES.test(path)) return true;
  const head = bytes.toString('utf8', 0, FIRST_PART).split('\n', FIRST_LINES);
  // Only in a comment: a program that writes such a sentence is not written by one.
  return head.some((line) => /^\s*(\/\/|\/?\*|#|--|;|<!--|%|""")/.test(line) && SAYS_SO.test(line));
}
