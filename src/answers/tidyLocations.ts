// Places in one order, with one spelling of each file and none twice, however an engine returned them.
import { normalizeUri } from '../base/files/fileUri.ts';
import { compare, type Location } from '../ide/text.ts';

export function tidyLocations(locations: readonly Location[]): readonly Location[] {
  // A server repeats the same few URIs thousands of times, and parsing one costs more than looking it up.
  const uris = new Map<string, string>();
  const normal = (uri: string) => {
    const known = uris.get(uri);
    if (known !== undefined) return known;
    const normalized = normalizeUri(uri);
    uris.set(uri, normalized);
    return normalized;
  };
  const sorted = locations.map((entry) => ({ uri: normal(entry.uri), range: entry.range })).sort(inOrder);
  return sorted.filter((entry, index) => {
    const before = sorted[index - 1];
    return before === undefined || inOrder(before, entry) !== 0;
  });
}

function inOrder(a: Location, b: Location): number {
  return (a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : 0) || compare(a.range.start, b.range.start) || compare(a.range.end, b.range.end);
}
