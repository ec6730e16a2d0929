// Testing where the host is a VS Code window: runs belong to the person who looks, so agents use a Binnacle beside it.
import { testsElsewhere } from '../../ide/testErrors.ts';
import type { Testing } from '../../ide/testing.ts';

export function vscodeTesting(root: string): Testing {
  const refuse = async () => {
    throw testsElsewhere(root);
  };
  const refuseAtOnce = () => {
    throw testsElsewhere(root);
  };
  return { list: refuse, start: refuse, runs: refuseAtOnce, results: refuseAtOnce, coverage: refuse };
}
