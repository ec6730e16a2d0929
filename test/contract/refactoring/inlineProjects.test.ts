// Symbols put where they are used in several projects of one repository, each with a configuration of its own.
import { test } from 'vitest';
import { rowsProject } from './rows.ts';

const { follows } = rowsProject();

const TSCONFIG =
  '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "allowImportingTsExtensions": true, "types": [] }, "include": ["src"] }';

test('a function goes into the files of another project, with what its body needs', () =>
  follows({
    files: {
      'package.json': '{ "type": "module" }',
      'packages/tide/tsconfig.json': TSCONFIG,
      'packages/tide/src/moon.ts': 'export const phase = (day: number) => day / 28;\n',
      'packages/tide/src/level.ts':
        "import { phase } from './moon.ts';\n\nexport function level(day: number) {\n  return phase(day) * 2;\n}\n\nexport const own = level(1);\n",
      'packages/quay/tsconfig.json': TSCONFIG,
      'packages/quay/src/main.ts': "import { level, own } from '../../tide/src/level.ts';\n\nexport const all = [level(14) + 1, own];\n",
    },
    tool: 'inline_symbol',
    given: { symbol: { file: 'packages/tide/src/level.ts', line: 3, name: 'level' } },
    after: {
      'packages/tide/src/level.ts': "import { phase } from './moon.ts';\n\nexport const own = phase(1) * 2;\n",
      'packages/quay/src/main.ts':
        "import { own } from '../../tide/src/level.ts';\nimport { phase } from '../../tide/src/moon.ts';\n\nexport const all = [phase(14) * 2 + 1, own];\n",
    },
  }));
