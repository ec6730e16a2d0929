// Which of many files are opened when not all can be: as many projects as possible.

// One of each folder before a second of any: files of one folder are mostly of one project.
export function chosenFiles(uris: readonly string[], most: number): { readonly chosen: readonly string[]; readonly foldersLeftOut: number } {
  const firsts = new Map<string, string>();
  const others: string[] = [];
  for (const uri of uris) {
    const folder = uri.slice(0, uri.lastIndexOf('/'));
    if (firsts.has(folder)) others.push(uri);
    else firsts.set(folder, uri);
  }
  return { chosen: [...firsts.values(), ...others].slice(0, most), foldersLeftOut: Math.max(0, firsts.size - most) };
}
