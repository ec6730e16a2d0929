import type { Cents } from './money.ts';
import { applyVoucher, type Voucher } from './voucher.ts';

export interface Item {
  readonly name: string;
  readonly price: Cents;
  readonly count: number;
}

export class Cart {
  readonly items: Item[] = [];
  voucher: Voucher | undefined;

  add(item: Item): void {
    this.items.push(item);
  }

  /** What the customer pays, voucher included. */
  total(): Cents {
    const sum = this.items.reduce((amount, item) => amount + item.price * item.count, 0);
    return applyVoucher(sum, this.voucher);
  }
}

/** A cart of which the house pays for the wrapping. */
export class GiftCart extends Cart {
  override total(): Cents {
    return Math.max(0, super.total() - 250);
  }
}
