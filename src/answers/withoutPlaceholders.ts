// The text of a snippet as it is written, without the places at which a person would type on.

// `${1:name}` is its name, `${1|a,b|}` its first choice, and $1 is nothing.
export function withoutPlaceholders(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|([^,|}]*)[^}]*\|\}/g, '$1')
    .replace(/\$\{\d+:([^}]*)\}/g, '$1')
    .replace(/\$\{\d+\}|\$\d+/g, '')
    .replace(/\\([$}\\])/g, '$1');
}
