// Writes the locks of a language server: the version and the hash of its package and of everything that it brings.
// node scripts/lockServer.mjs npm|PyPI|Go ID NAME VERSION [FURTHER…]
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [registry, id, name, version, ...further] = process.argv.slice(2);
const target = fileURLToPath(new URL(`../src/machine/servers/locks/${id}/${version}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'binnacle-lock-'));
const run = (program, args, environment = {}) =>
  execFileSync(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
mkdirSync(target, { recursive: true });
try {
  ({ npm: lockNpm, PyPI: lockPyPI, Go: lockGo })[registry]();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// Without what only people read, and without addresses: npm asks the registry that it is set to.
function lockNpm() {
  const dependencies = Object.fromEntries([
    [name, version],
    ...further.map((spec) => [spec.slice(0, spec.lastIndexOf('@')), spec.slice(spec.lastIndexOf('@') + 1)]),
  ]);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--omit-lockfile-registry-resolved', '--no-audit', '--no-fund', '--omit=peer']);
  const { packages, ...rest } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const kept = Object.entries(packages).map(([path, entry]) => {
    const { funding: _f, license: _l, deprecated: _d, resolved: _r, engines: _e, bin: _b, hasInstallScript: _h, ...needed } = entry;
    if (path !== '' && needed.integrity === undefined) throw new Error(`${path} has no hash`);
    return `    ${JSON.stringify(path)}: ${JSON.stringify(needed)}`;
  });
  const { name: _n, ...head } = rest;
  const lines = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  writeFileSync(join(target, 'package-lock.json'), `{\n${lines.join('\n')}\n  "packages": {\n${kept.join(',\n')}\n  }\n}\n`);
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ private: true, dependencies })}\n`);
}

// The wheels of every system, for every version of Python: the hashes that the index has for each version that pip chose.
function lockPyPI() {
  const report = JSON.parse(
    run('python3', [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--dry-run',
      '--ignore-installed',
      '--only-binary=:all:',
      '--report',
      '-',
      `${name}==${version}`,
      ...further,
    ]),
  );
  const lines = report.install.map(({ metadata, download_info }) => {
    const all = hashesOf(metadata.name, metadata.version, `sha256:${download_info.archive_info.hashes.sha256}`);
    return [`${metadata.name}==${metadata.version}`, ...all.map((hash) => `    --hash=${hash}`)].join(' \\\n');
  });
  writeFileSync(join(target, 'requirements.txt'), `${lines.sort().join('\n')}\n`);
}

function hashesOf(project, wanted, own) {
  const index = (process.env.PIP_INDEX_URL ?? run('python3', ['-c', 'from pip._internal.models.index import PyPI; print(PyPI.simple_url)']).trim()).replace(
    /\/$/,
    '',
  );
  const page = run('curl', [
    '-sL',
    '-H',
    'Accept: application/vnd.pypi.simple.v1+json, text/html;q=0.5',
    `${index}/${project.toLowerCase().replace(/[-_.]+/g, '-')}/`,
  ]);
  const files = page.startsWith('{')
    ? JSON.parse(page).files.map(({ filename, hashes }) => ({ filename, sha256: hashes.sha256 }))
    : [...page.matchAll(/href="[^"#]*\/([^"#/]+)#sha256=([0-9a-f]{64})"/g)].map(([, filename, sha256]) => ({ filename, sha256 }));
  const plain = (text) => text.toLowerCase().replace(/[-_.]+/g, '_');
  const wheels = files.filter(({ filename }) => filename.endsWith('.whl') && plain(filename).startsWith(`${plain(project)}_${plain(wanted)}_`));
  return [...new Set([own, ...wheels.map(({ sha256 }) => `sha256:${sha256}`)])].sort();
}

function lockGo() {
  const environment = { GOFLAGS: '', GOWORK: 'off', GOTOOLCHAIN: 'local' };
  run('go', ['mod', 'init', 'binnacle/server'], environment);
  run('go', ['get', `${name}@v${version}`, ...further], environment);
  // Not the one that is installed here: any that can build it will do.
  run('go', ['mod', 'edit', `-go=${run('go', ['list', '-f', '{{.Module.GoVersion}}', name], environment).trim()}`], environment);
  for (const file of ['go.mod', 'go.sum']) writeFileSync(join(target, file), readFileSync(join(folder, file)));
}
