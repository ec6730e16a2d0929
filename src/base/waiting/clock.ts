// The time, as whoever waits for it asks: the machine's, or one that a test moves.

export interface Clock {
  // The time of day, for people: milliseconds since the epoch. Somebody may set it back.
  now(): number;
  // For durations: milliseconds that never go back. They begin as the time of day, and are it no longer once somebody has set that.
  steady(): number;
  // Once, unless it is disposed of before.
  after(milliseconds: number, work: () => void): Disposable;
}

// A time of day that is this much ahead of what has passed has leapt: the machine slept, or somebody has set it.
const LEAP = 1_000;

// What passes, with what the machine slept through, which its own count leaves out. A time of day that is set back prolongs nothing.
export function steadyTime(timeOfDay: () => number, passed: () => number): () => number {
  let [lastDay, last] = [timeOfDay(), passed()];
  let steady = lastDay;
  return () => {
    const [day, now] = [timeOfDay(), passed()];
    const leap = day - lastDay - (now - last);
    steady += now - last + (leap > LEAP ? leap : 0);
    [lastDay, last] = [day, now];
    return steady;
  };
}

// What waits for it keeps no process alive.
export const machineClock: Clock = {
  now: () => Date.now(),
  steady: steadyTime(
    () => Date.now(),
    () => performance.now(),
  ),
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    timer.unref();
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};
