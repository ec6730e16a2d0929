// Files that hold secrets by their names: what a person has open or selected there is sent to no agent that did not ask for it.

const SECRET_NAMES = [
  // Not the examples of it, which are there to be read.
  /^\.env(?!.*\.(?:example|sample|template|dist)$)(?:[._-].*)?$/i,
  /\.env$/i,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg)$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/i,
  /^\.(?:npmrc|pypirc|netrc|pgpass|my\.cnf|git-credentials|htpasswd|dockercfg|envrc|vault-token|vault_pass)$/i,
  /^_netrc$/i,
  /^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|properties|txt|tfvars))?$/i,
  /\.tfvars$/i,
];

// uri: or a path.
export function isSecretFile(uri: string): boolean {
  const name = /[^\\/]*$/.exec(uri)?.[0] ?? '';
  return SECRET_NAMES.some((pattern) => pattern.test(decoded(name)));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
