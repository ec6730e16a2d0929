export { book, type Booking } from './booking.ts';
export { receipt } from './receipt.ts';
