// The one polite live region: what it says is heard by those who do not look.
import { signal } from '@preact/signals';

export const announced = signal('');

export function announce(text: string): void {
  announced.value = '';
  // The same words twice are two announcements.
  setTimeout(() => {
    announced.value = text;
  });
}
