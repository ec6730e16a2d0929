// Which of an adapter's exception filters the project's exception breakpoints mean.
import { closest } from '../../../base/text/closest.ts';
import type { Breakpoint, BreakpointBinding, ExceptionBreakpoint } from '../../../ide/breakpoints.ts';
import type { AdapterRow, ThrownFor } from '../adapters/adapterRow.ts';
import type { Capabilities } from '../adapters/dapShapes.ts';

// As setExceptionBreakpoints takes them. Without a breakpoint of the project the adapter's usual ones.
export function exceptionFilters(row: AdapterRow, capabilities: Capabilities, wanted: readonly ExceptionBreakpoint[], isTest: boolean): object {
  const known = (capabilities.exceptionBreakpointFilters ?? []).map(({ filter, default: isUsual }) => ({ filter, isUsual: isUsual === true }));
  const usual = row.usualFilters ?? known.filter(({ isUsual }) => isUsual).map(({ filter }) => filter);
  const caught = wanted.some((breakpoint) => breakpoint.caught);
  const uncaught = wanted.some((breakpoint) => breakpoint.uncaught);
  const isWanted = (filter: string) => (caught && isCaught(filter)) || (uncaught && isUncaught(filter) && !/user/i.test(filter));
  const plain = known.map(({ filter }) => filter).filter((filter) => (wanted.length === 0 ? usual.includes(filter) : isWanted(filter)));
  const also = (isTest ? (row.testFilters ?? []) : []).filter(({ filter }) => known.some((one) => one.filter === filter));
  const conditional = also.filter(({ condition }) => condition !== undefined && capabilities.supportsExceptionFilterOptions === true);
  return {
    filters: [...new Set([...plain, ...also.filter(({ condition }) => condition === undefined).map(({ filter }) => filter)])],
    ...(conditional.length > 0 && { filterOptions: conditional.map(({ filter, condition }) => ({ filterId: filter, condition })) }),
  };
}

// Whether it can stop at what this breakpoint means: by its own filters, by itself, or in a function in which what is thrown arrives.
export function exceptionBinding(
  row: AdapterRow,
  capabilities: Capabilities,
  breakpoint: Breakpoint & ExceptionBreakpoint,
  isThrown: (kind: ThrownFor) => boolean,
): Pick<BreakpointBinding, 'verified' | 'message'> {
  const filters = (capabilities.exceptionBreakpointFilters ?? []).map(({ filter }) => filter);
  const missing = [
    ...(breakpoint.caught && !filters.some(isCaught) && !isThrown('caught') ? ['caught'] : []),
    ...(breakpoint.uncaught && row.stopsAtUncaught !== true && !filters.some(isUncaught) && !isThrown('uncaught') ? ['uncaught'] : []),
  ];
  if (missing.length > 0) return { verified: false, message: `${row.id} has no filter for ${missing.join(' and ')} exceptions` };
  const doubt = breakpoint.hits > 0 ? undefined : doubtAbout(breakpoint.exception, row);
  return doubt === undefined ? { verified: true } : { verified: false, message: doubt };
}

// Whether it names the class that was thrown, with or without its module or namespace.
export function namesClass(exception: string | undefined, type: string): boolean {
  return exception === undefined || type === exception || type.endsWith(`.${exception}`) || type.endsWith(`::${exception}`);
}

// No debugger looks for a class by its name: it names the class of what is thrown, so one that is misspelled waits for ever.
function doubtAbout(exception: string | undefined, { exceptionClasses }: AdapterRow): string | undefined {
  if (exceptionClasses.some((name) => namesClass(exception, name)) || exception === undefined) return undefined;
  const [near] = closest(exception, exceptionClasses, 1);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${exception} is no exception of the language itself: whether the program has such a class is known when it is thrown.${meant}`;
}

// As adapters name them: raised, all, caught, cpp_throw … and uncaught, userUnhandled, unrecovered-panic. A rust_panic is both: few are caught.
function isUncaught(filter: string): boolean {
  return /uncaught|unhandled|unrecovered|panic/i.test(filter);
}

function isCaught(filter: string): boolean {
  return !/uncaught|unhandled|unrecovered/i.test(filter) && /raised|all|caught|throw|panic/i.test(filter);
}
