// Which Binnacle this is. The bundler writes both words in; from source it is the development build.
declare const BINNACLE_VERSION: string | undefined;
declare const BINNACLE_BUILD: string | undefined;

export const version = typeof BINNACLE_VERSION === 'string' ? BINNACLE_VERSION : '0.0.0-development';

// Two builds of one version may differ while someone works on Binnacle, and a door of one must not talk to a daemon of the other.
export const build = typeof BINNACLE_BUILD === 'string' ? BINNACLE_BUILD : 'source';
