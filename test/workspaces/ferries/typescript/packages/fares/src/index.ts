export { crossingFare, roundToTen, type Season } from './crossing.ts';
export { groupDiscount, GROUP_SIZE } from './group.ts';
