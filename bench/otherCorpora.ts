// The code of Go and C++ that we are proven on, each as a project of its own that builds without the network.
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testTool } from '../test/support/testTools.ts';
import { type Corpus, targetIn } from './corpus.ts';

// Without what needs other modules, and without the hundreds of thousands of generated lines that only its tests need.
const GO_LEFT_OUT =
  /^(?:internal\/(?:testprotos|fuzz|fuzztest|weakdeps|protolegacy|cmd|benchmarks|conformance|race_test|reflection_test)|testing\/protocmp|cmd)\//;
const GO_SAMPLE = /^(?:encoding\/protowire|reflect\/protoreflect|internal\/(?:errors|detrand|pragma|flags|set|strs|order|encoding\/json|encoding\/text))\//;

export async function openProtobuf(): Promise<Corpus> {
  return protobuf('protobuf for Go', (file) => !GO_LEFT_OUT.test(file));
}

// A few of its packages, which need only each other.
export async function openProtobufPart(): Promise<Corpus> {
  return protobuf('packages of protobuf for Go', (file) => GO_SAMPLE.test(file));
}

async function protobuf(name: string, isWanted: (file: string) => boolean): Promise<Corpus> {
  const { folder: source, version } = await testTool('go-protobuf');
  const from = join(source, 'google.golang.org', `protobuf@v${version}`);
  const folder = await emptyFolder();
  const wanted = (await filesIn(from)).filter((file) => file.endsWith('.go') && isWanted(file));
  const packages = new Set(wanted.map((file) => dirname(file)));
  const texts = new Map<string, string>();
  for (const file of wanted) texts.set(file, await readFile(join(from, file), 'utf8'));
  // Tests of a package help each other, so they stay or go together.
  const incomplete = wanted.filter((file) => needsMore(texts.get(file) ?? '', packages));
  const untested = new Set(incomplete.filter((file) => file.endsWith('_test.go')).map((file) => dirname(file)));
  for (const [file, text] of texts) {
    const isForTests = file.endsWith('_test.go');
    if (isForTests && untested.has(dirname(file))) continue;
    if (incomplete.includes(file)) throw new Error(`${file} needs what was left out`);
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  await writeFile(join(folder, 'go.mod'), 'module google.golang.org/protobuf\n\ngo 1.22\n');
  const hot = await targetIn(folder, 'encoding/protowire/wire.go', 'Number', /^type Number\b/m);
  return { name: `${name} ${version}`, folder, files: (await filesIn(folder)).filter((file) => file.endsWith('.go')), hot, mid: hot, ...disposal(folder) };
}

// Packages of other modules, or of this one that are not there.
function needsMore(text: string, packages: ReadonlySet<string>): boolean {
  return [...text.matchAll(/^(?:import )?\t?(?:\w+ |\. |_ )?"([\w./-]+)"$/gm)].some(([, path = '']) => {
    const own = path.startsWith('google.golang.org/protobuf/') ? path.slice('google.golang.org/protobuf/'.length) : undefined;
    return own === undefined ? /^\w+\.\w+\//.test(path) : !packages.has(own);
  });
}

const CPP_ENDINGS = /\.(?:cc|h)$/;
const LEVELDB_LEFT_OUT =
  /_test\.cc$|^(?:doc|issues)\/|win|_bench\.cc$|leveldb_main|testharness|testutil|^port\/port_example|_main\.cc$|^db\/c\.|\bport_win|env_windows/;

// As classic-level ships it, which builds it into Node.
export async function openLeveldb(): Promise<Corpus> {
  const { folder: source, version } = await testTool('classic-level');
  const from = join(source, 'deps', 'leveldb', 'leveldb-1.20');
  const corpus = await cppProject(from, (file) => CPP_ENDINGS.test(file) && !LEVELDB_LEFT_OUT.test(file), [
    '-DLEVELDB_PLATFORM_POSIX',
    '-DOS_LINUX',
    '-Iinclude',
    '-I.',
  ]);
  const hot = await targetIn(corpus.folder, 'include/leveldb/slice.h', 'Slice', /^class LEVELDB_EXPORT Slice\b|^class Slice\b/m);
  return { ...corpus, name: `leveldb of classic-level ${version}`, hot, mid: hot };
}

// Its folder of small helpers, with the headers that they need.
export async function openLeveldbPart(): Promise<Corpus> {
  const { folder: source, version } = await testTool('classic-level');
  const from = join(source, 'deps', 'leveldb', 'leveldb-1.20');
  const isPart = (file: string) => /^(?:include|util|port)\//.test(file) && CPP_ENDINGS.test(file) && !LEVELDB_LEFT_OUT.test(file);
  const corpus = await cppProject(from, isPart, ['-DLEVELDB_PLATFORM_POSIX', '-DOS_LINUX', '-Iinclude', '-I.']);
  const hot = await targetIn(corpus.folder, 'include/leveldb/slice.h', 'Slice', /^class LEVELDB_EXPORT Slice\b|^class Slice\b/m);
  return { ...corpus, name: `a part of leveldb of classic-level ${version}`, hot, mid: hot };
}

async function cppProject(from: string, isWanted: (file: string) => boolean, flags: readonly string[]): Promise<Omit<Corpus, 'name' | 'hot' | 'mid'>> {
  const folder = await emptyFolder();
  const files = (await filesIn(from)).filter(isWanted);
  for (const file of files) await cp(join(from, file), join(folder, file));
  const commands = files
    .filter((file) => file.endsWith('.cc'))
    .map((file) => ({ directory: folder, file, arguments: ['c++', '-std=c++17', ...flags, '-c', file] }));
  await writeFile(join(folder, 'compile_commands.json'), `${JSON.stringify(commands, undefined, 1)}\n`);
  return { folder, files, ...disposal(folder) };
}

async function emptyFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-')));
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

function disposal(folder: string): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
