// What a certificate may say that makes our answer another than the engine's, and which places each saying covers.

export interface Compared {
  readonly tool: string;
  // Of our answer: why it is not whole, and its notes.
  readonly said: readonly string[];
  readonly engines: readonly string[];
  // Where the engine says that the symbol is declared.
  readonly declared: readonly string[];
  // How the names of the files end that the engine reads.
  readonly ending: string;
}

interface Explanation {
  readonly tool: string;
  readonly of: 'missing' | 'added';
  readonly isSaid: (compared: Compared) => boolean;
  readonly covers: (place: string, compared: Compared) => boolean;
  // Where the saying has a number: it covers exactly so many places that nothing else covers.
  readonly number?: RegExp;
}

const explanations: readonly Explanation[] = [
  {
    tool: 'find_implementations',
    of: 'missing',
    isSaid: ({ said }) => said.some((text) => /^Left out: its own declaration|^Nothing implements, extends or overrides it/.test(text)),
    covers: (place, { declared }) => declared.includes(place),
  },
  {
    tool: 'find_implementations',
    of: 'missing',
    isSaid: ({ said }) => said.some((text) => /^Left out: \d+ imports? or re-exports?/.test(text)),
    covers: () => true,
    number: /^Left out: (\d+) imports? or re-exports?/,
  },
  {
    tool: 'find_references',
    of: 'added',
    isSaid: ({ said }) => said.some((text) => /behind a renaming import; we added them/.test(text)),
    covers: () => true,
    number: /does not tell (\d+) uses? behind a renaming import/,
  },
  // A project in several languages: the certificate names the other engine that answered.
  {
    tool: 'search_symbols',
    of: 'added',
    isSaid: ({ engines }) => engines.length > 1,
    covers: (place, { ending }) => !place.replace(/(?::\d+){2}$/, '').endsWith(ending),
  },
  // An engine that returns only so many symbols leaves out others for us than for another client.
  {
    tool: 'search_symbols',
    of: 'missing',
    isSaid: ({ said }) => said.some((text) => /returns at most \d+ symbols/.test(text)),
    covers: () => true,
  },
  {
    tool: 'search_symbols',
    of: 'added',
    isSaid: ({ said }) => said.some((text) => /returns at most \d+ symbols/.test(text)),
    covers: () => true,
  },
];

// Every place must be covered by something that was said; that something was said is not enough.
export function isExplained(compared: Compared, missing: readonly string[], added: readonly string[]): boolean {
  return areCovered('missing', missing, compared) && areCovered('added', added, compared);
}

function areCovered(of: 'missing' | 'added', places: readonly string[], compared: Compared): boolean {
  const said = explanations.filter((each) => each.tool === compared.tool && each.of === of && each.isSaid(compared));
  const rest = places.filter((place) => !said.some((each) => each.number === undefined && each.covers(place, compared)));
  const counted = said.flatMap(({ number }) => compared.said.flatMap((text) => number?.exec(text)?.[1] ?? []));
  return rest.length === counted.reduce((sum, each) => sum + Number(each), 0);
}
