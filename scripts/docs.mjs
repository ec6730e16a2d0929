// npm run docs: writes docs/tools, the table of languages and the manifest of the VS Code extension from the catalogue and the settings.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importTypescript, root } from './typescript.mjs';

const { pagesOfTools } = await importTypescript('scripts/docsInput.ts');
const folder = join(root, 'docs', 'tools');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [name, text] of await pagesOfTools()) await writeFile(join(folder, name), text);

const { extensionManifest } = await importTypescript('scripts/extensionManifest.ts');
await writeFile(join(root, 'extension', 'package.json'), extensionManifest());

const { languagePage } = await importTypescript('scripts/languagePage.ts');
await writeFile(join(root, 'docs', 'languages.md'), languagePage());
