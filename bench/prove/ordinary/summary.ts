// What a run found, as tables: kinds by languages, refusals by reason with an example each, and how often we refuse what a peer does rightly.
import type { Outcome } from './outcome.ts';
import { ORDINARY_KINDS } from './places/place.ts';

// Of the places where the peer's result passes the judge.
const MOST_REFUSED = 0.1;

export interface Summary {
  readonly text: string;
  readonly wrong: number;
  readonly holds: boolean;
}

export function summaryOf(outcomes: readonly Outcome[]): Summary {
  const wrong = outcomes.filter(({ outcome }) => outcome === 'silent' || outcome === 'reported' || outcome === 'failed').length;
  const compared = outcomes.filter(({ peer }) => peer === 'passes');
  const needless = compared.filter(({ outcome }) => outcome === 'refused');
  const share = compared.length === 0 ? 0 : needless.length / compared.length;
  const corpora = new Set(outcomes.map(({ corpus }) => corpus)).size;
  const lines = [
    `${outcomes.length} refactorings in ${corpora} code bases, at commit ${[...new Set(outcomes.map(({ commit }) => commit))].join(', ')}`,
    ...table(outcomes),
    ...suites(outcomes),
    ...refusals(outcomes),
    `${share <= MOST_REFUSED ? 'holds' : 'FAILS'}: refused ${needless.length} of ${compared.length} that TypeScript 6 or rope does and the judge passes (${percent(share)}, at most ${percent(MOST_REFUSED)})`,
    ...byKind(compared),
    ...outcomes.filter(({ untrue }) => untrue !== undefined).map((each) => `untrue: ${each.corpus} ${each.kind} ${each.what}: ${each.untrue?.[0]}`),
    ...outcomes.flatMap((each) => (each.outcome === 'done' || each.outcome === 'refused' ? [] : tellWrong(each))),
    `${wrong === 0 ? 'holds' : 'FAILS'}: ${wrong} wrong or failed`,
  ];
  return { text: lines.join('\n'), wrong, holds: wrong === 0 && share <= MOST_REFUSED && outcomes.length > 0 };
}

function table(outcomes: readonly Outcome[]): readonly string[] {
  const head = ['kind', 'language', 'all', 'done', 'refused', 'wrong, silent', 'wrong, reported', 'failed', 'seconds of an answer (median, longest)'];
  const rows = ORDINARY_KINDS.flatMap((kind) =>
    (['typescript', 'python'] as const).flatMap((language) => {
      const own = outcomes.filter((each) => each.kind === kind && each.language === language);
      const count = (outcome: Outcome['outcome']) => String(own.filter((each) => each.outcome === outcome).length);
      const times = own.map(({ answered }) => answered).toSorted((one, other) => one - other);
      const spent = `${times[Math.floor(times.length / 2)]}, ${times.at(-1)}`;
      return own.length === 0
        ? []
        : [[kind, language, String(own.length), count('done'), count('refused'), count('silent'), count('reported'), count('failed'), spent]];
    }),
  );
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
}

function suites(outcomes: readonly Outcome[]): readonly string[] {
  const count = (tests: Outcome['tests']) => outcomes.filter((each) => each.tests === tests).length;
  return [`${count('affected')} judged by affected tests, ${count('whole')} by the whole suite`];
}

function refusals(outcomes: readonly Outcome[]): readonly string[] {
  const byReason = new Map<string, Outcome[]>();
  for (const each of outcomes.filter(({ outcome }) => outcome === 'refused')) {
    const reason = `${each.kind} ${each.language} ${each.error}: ${reasonIn(each.message ?? '')}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), each]);
  }
  return [...byReason]
    .toSorted((one, other) => other[1].length - one[1].length)
    .map(([reason, list]) => {
      const needless = list.filter(({ peer }) => peer === 'passes');
      const example = needless[0] ?? list[0];
      return `  ${list.length} refused, ${needless.length} of them done by the peer; ${reason}\n      e.g. ${example?.corpus}: ${example?.what}`;
    });
}

function byKind(compared: readonly Outcome[]): readonly string[] {
  return ORDINARY_KINDS.flatMap((kind) =>
    (['typescript', 'python'] as const).flatMap((language) => {
      const own = compared.filter((each) => each.kind === kind && each.language === language);
      const refused = own.filter(({ outcome }) => outcome === 'refused').length;
      return own.length === 0 ? [] : [`    ${kind} ${language}: ${refused} of ${own.length} (${percent(refused / own.length)})`];
    }),
  );
}

function tellWrong({ outcome, corpus, kind, what, error, message, said = [], seed, index }: Outcome): readonly string[] {
  const lines = said.slice(0, 4).map((line) => `      ${line.slice(0, 240)}`);
  return [
    `  ${outcome.toUpperCase()} ${corpus} ${kind} (seed ${seed}, number ${index}): ${what}${error === undefined ? '' : ` ${error}: ${message?.slice(0, 240)}`}`,
    ...lines,
  ];
}

// Names and places make every message another; what stays is the reason.
function reasonIn(message: string): string {
  return message
    .replaceAll(/[\w@./-]+\.(?:[cm]?[jt]sx?|pyi?)\b(?::\d+)*/g, '<file>')
    .replaceAll(/["'`“][^"'`”]*["'`”]/g, '<name>')
    .replaceAll(/\b\w*[Ff]resh_?\d+\b/g, '<name>')
    .replaceAll(/\b\d+\b/g, 'N')
    .replace(/^(The parameters of|Cannot \w+) [\w$.#]+/, '$1 <name>')
    .slice(0, 150);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
