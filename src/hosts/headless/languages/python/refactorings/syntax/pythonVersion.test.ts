// The versions that manifests ask for, as they are written in the wild.
import { expect, test } from 'vitest';
import { leastMinor } from './pythonVersion.ts';

test.each([
  ['requires-python = ">=3.9"', 9],
  ["requires-python = '>= 3.6, <4'", 6],
  ['[options]\npython_requires = >=3.7\n', 7],
  ['setup(\n    name="old",\n    python_requires=">=2.7, !=3.0.*",\n)', -1],
  ['[tool.poetry.dependencies]\npython = "^3.10"\n', 10],
  ['python_requires="~=3.6"', 6],
  ['[project]\nname = "none"\npython-version = "3.5"\n', undefined],
  ['requires-python = ">=3"', undefined],
])('%j', (manifest, least) => {
  expect(leastMinor(manifest)).toBe(least);
});
