/** An amount in cents; never a fraction of a cent. */
export type Cents = number;

export function percentOf(amount: Cents, percent: number): Cents {
  return Math.round((amount * percent) / 100);
}

export function format(amount: Cents): string {
  return `${(amount / 100).toFixed(2)} EUR`;
}
