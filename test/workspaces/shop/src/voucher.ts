import { type Cents, percentOf } from './money.ts';

export interface Voucher {
  readonly code: string;
  readonly percent: number;
}

/** The amount that is left to pay once the voucher has been taken off. */
export function applyVoucher(amount: Cents, voucher: Voucher | undefined): Cents {
  return voucher === undefined ? amount : amount - percentOf(amount, voucher.percent);
}
