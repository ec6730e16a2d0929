// npm run package:vscode: bundles the extension and packs it as a .vsix, the archive that VS Code, its relatives and both galleries take.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipOf } from './zip.mjs';

const own = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(own, '..', 'dist', 'binnacle.vsix'));
// What nobody would download for an extension that brings no engines.
const LARGEST = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'binnacle-vsix-'));
try {
  execFileSync(process.execPath, [join(own, 'bundle.mjs'), folder], { stdio: 'inherit' });
  const ignored = readFileSync(join(own, '.vscodeignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const paths = filesIn(folder).filter((path) => !ignored.some((start) => path.startsWith(start)));
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = [
    ['extension.vsixmanifest', Buffer.from(vsixManifest(manifest))],
    ['[Content_Types].xml', Buffer.from(contentTypes(paths))],
    ...paths.map((path) => [`extension/${path}`, readFileSync(join(folder, path))]),
  ];
  const archive = zipOf(files);
  const pictures = files.reduce((sum, [name, bytes]) => sum + (/\.png$/.test(name) ? bytes.length : 0), 0);
  if (archive.length - pictures > LARGEST)
    throw new Error(`without its pictures the package has ${archive.length - pictures} bytes; at most ${LARGEST} may be downloaded`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, archive);
  process.stdout.write(`${target}: ${files.length} files, ${Math.round(archive.length / 1000)} KB\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function filesIn(top) {
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(top, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

function contentTypes(paths) {
  const known = { '.json': 'application/json', '.md': 'text/markdown', '.png': 'image/png', '.svg': 'image/svg+xml', '.vsixmanifest': 'text/xml' };
  const extensions = new Set([...paths.map((path) => extname(path)), '.vsixmanifest']);
  const rows = [...extensions]
    .filter((one) => one !== '')
    .sort()
    .map((one) => `<Default Extension="${one}" ContentType="${known[one] ?? 'application/octet-stream'}"/>`);
  // Files without an extension, such as a licence.
  const whole = paths.filter((path) => extname(path) === '').map((path) => `<Override PartName="/extension/${escaped(path)}" ContentType="text/plain"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[...rows, ...whole].join('')}</Types>\n`;
}

// As the galleries read it. What an editor needs stands in package.json.
function vsixManifest({ name, publisher, version, displayName, description, keywords, categories, engines, galleryBanner, icon, extensionKind }) {
  const property = (id, value) => `<Property Id="Microsoft.VisualStudio.${id}" Value="${escaped(value)}"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped(keywords.join(','))}</Tags>
    <Categories>${escaped(categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <License>extension/dist/LICENSE</License>
    <Icon>extension/${icon}</Icon>
    <Properties>
      ${property('Code.Engine', engines.vscode)}
      ${property('Code.ExtensionKind', extensionKind.join(','))}
      ${property('Code.ExecutesCode', 'true')}
      ${property('Services.Branding.Color', galleryBanner.color)}
      ${property('Services.Branding.Theme', galleryBanner.theme)}
      ${property('Services.GitHubFlavoredMarkdown', 'true')}
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/dist/LICENSE" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/${icon}" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
