// A booking: who crosses how far, and what all of them pay.
import { crossingFare, groupDiscount, roundToTen, type Season } from '@ferries/fares';

export interface Booking {
  readonly people: number;
  readonly kilometres: number;
  readonly cents: number;
}

export function book(people: number, kilometres: number, season: Season): Booking {
  const full = people * crossingFare(kilometres, season);
  return { people, kilometres, cents: roundToTen(full * (1 - groupDiscount(people))) };
}
