// An exception that only a log has is an error of the question about that file, once.
import { expect, test } from 'vitest';
import { ThrownValidations } from './thrownValidations.ts';

test('a file whose validation threw has no diagnostics but an error, until it is validated again', () => {
  const thrown = new ThrownValidations('html');
  thrown.logged("Error while validating file:///a%20b.html: Cannot read properties of undefined (reading 'x')\n    at validate (file.js:1:1)");
  expect(thrown.checked('file:///other.html', [])).toEqual([]);
  expect(() => thrown.checked('file:///a%20b.html', [])).toThrow("html answered with an error: Cannot read properties of undefined (reading 'x')");
  expect(thrown.checked('file:///a%20b.html', [])).toEqual([]);
});
