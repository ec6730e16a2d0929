// Usages in shell scripts are recognised by the text around a name, marked here as <<name>>.
import { expect, test } from 'vitest';
import { usageAt } from './usage.ts';

test.each([
  ['<<add>>() {', 'declaration'],
  ['function <<add>> {', 'declaration'],
  ['  local <<cents>>=$1', 'declaration'],
  ['<<total>>=0', 'write'],
  ['read -r <<line>>', 'write'],
  ['<<add>> 1', 'call'],
  ['if <<add>> 1; then', 'call'],
  ['x=$(<<add>> 1)', 'call'],
  ['echo "$<<total>>"', 'read'],
  ['# <<add>> adds', 'comment'],
])('%s is a %s', (code, usage) => {
  const start = code.indexOf('<<');
  expect(usageAt(code.replace('<<', '').replace('>>', ''), 'shellscript', start, code.indexOf('>>') - 2)).toBe(usage);
});
