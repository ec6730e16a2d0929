// What time it is, once a second while somebody looks, and times in words.
import { signal } from '@preact/signals';

export const now = signal(Date.now());

// Ticks while the page is in sight.
export function startClock(): void {
  setInterval(() => {
    if (!document.hidden) now.value = Date.now();
  }, 1_000);
  document.addEventListener('visibilitychange', () => {
    now.value = Date.now();
  });
}

// 12:04:31, in the person's zone.
export function clockTime(time: string | number | Date): string {
  return formatter.format(new Date(time));
}

// A long date for titles of elements.
export function fullTime(time: string | number | Date): string {
  return full.format(new Date(time));
}

const formatter = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium' });

// 0:48, 12:04, 1:02:03: how long something runs or is left.
export function stopwatch(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

// 8s, 4m, 3h, 2d: how long ago.
export function ago(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)}h` : `${Math.floor(seconds / 86_400)}d`;
}

// 182ms, 4.1s, 2m 5s.
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)}ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)}s`;
  return `${Math.floor(milliseconds / 60_000)}m ${Math.floor(milliseconds / 1_000) % 60}s`;
}

export function bytesInWords(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  return bytes < 1_048_576 ? `${(bytes / 1_024).toFixed(bytes < 10_240 ? 1 : 0)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}
