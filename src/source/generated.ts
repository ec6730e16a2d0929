// Which files are not written by the people of the project: generated ones, and other people's code that lies in the project.

// Locks, maps, bundles, and what compilers of schemas write.
const GENERATED_NAMES =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|flake\.lock)$|\.min\.(js|css|mjs)$|\.(js|css|mjs|cjs)\.map$|_pb2(_grpc)?\.pyi?$|\.pb\.go$/;

// Folders that hold copies of other projects, by custom.
const VENDORED = /(^|\/)(vendor|vendored|_vendor|third_party|third-party|thirdparty|node_modules|bower_components|site-packages|Pods|Carthage)\//;

// As Go, Facebook, protobuf, SWIG and many others write it.
const SAYS_SO = /@generated\b|\bcode generated\b.*\bdo not edit\b|\b(auto-?generated|automatically generated|this file (is|was) generated)\b/i;
const FIRST_PART = 1_000;
const FIRST_LINES = 8;

// By the path alone, which is relative to the project.
export function isForeignByName(path: string): boolean {
  return GENERATED_NAMES.test(path) || VENDORED.test(path);
}

// `text` may be the beginning of the file only.
export function isForeign(path: string, text: string): boolean {
  if (isForeignByName(path)) return true;
  const head = text.slice(0, FIRST_PART).split('\n', FIRST_LINES);
  // Only in a comment: a program that writes such a sentence is not written by one.
  return head.some((line) => /^\s*(\/\/|\/?\*|#|--|;|<!--|%|""")/.test(line) && SAYS_SO.test(line));
}

// Whoever names such a folder asks for what is in it.
export function isVendoredFolder(path: string): boolean {
  return VENDORED.test(`${path}/`);
}
