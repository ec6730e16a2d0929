// A transcript without what differs from run to run and from machine to machine.

export function stabilised(transcript: string, places: { project: string; home: string }): string {
  return (
    transcript
      .replaceAll(json(places.project), '<project>')
      .replaceAll(json(places.home), '<home>')
      .replace(/"(pid|memoryMb|durationMs|bytes)": [\d.]+/g, '"$1": 0')
      // Which programs a machine has is its own business; every one that runs this has Node.
      .replace(/"toolchains": \[[^\]]*\](,\n\s*"missing": \[[^\]]*\])?/g, '"toolchains": [{ "name": "node", "path": "<path>", "version": "<version>" }]')
      .replace(/"Toolchains: [^"]*"(,\n\s*"Missing: [^"]*")?/g, '"Toolchains: node <version>"')
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<id>')
      // Names of changes, and when they were made.
      .replace(/\b[0-9a-f]{12}\b/g, '<change>')
      .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
      // Cursors are made of the rows, and the rows of the catalogue change with every tool.
      .replace(/\b[0-9a-z]{1,7}\.[\w-]{8}\.[\w-]{8}(?![\w-])/g, '<cursor>')
      .replace(/\bpid \d+/g, 'pid 0')
      .replace(/\b\d+(\.\d+)? MB\b/g, '0 MB')
  );
}

// A path as it stands inside a JSON string: on Windows its backslashes are doubled.
function json(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}
