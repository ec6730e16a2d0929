// What one person pays for one crossing, in cents.

export type Season = 'low' | 'high';

const BOARDING = 400;
const PER_KILOMETRE = 35;

export function crossingFare(kilometres: number, season: Season): number {
  const base = BOARDING + kilometres * PER_KILOMETRE;
  return roundToTen(season === 'high' ? base * 1.2 : base);
}

export function roundToTen(cents: number): number {
  return Math.round(cents / 10) * 10;
}
