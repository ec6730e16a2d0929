// What the person's policy says about an expression.
import type { EvaluationPolicy } from '../../ide/doors/debugging.ts';
import { isPlainExpression } from '../../source/plainExpression.ts';

// Why it is not allowed; undefined where it is.
export function evaluationRefusal(policy: EvaluationPolicy, expression: string): string | undefined {
  if (policy === 'free') return undefined;
  if (policy === 'off') return 'evaluation is turned off';
  return isPlainExpression(expression) ? undefined : 'only expressions without calls and assignments are allowed';
}
