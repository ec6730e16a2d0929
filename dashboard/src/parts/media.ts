// How much room there is: below 720 pixels lists take the width and details lie over them.
import { signal } from '@preact/signals';

const narrow = matchMedia('(width < 720px)');
export const isNarrow = signal(narrow.matches);

narrow.addEventListener('change', () => {
  isNarrow.value = narrow.matches;
});
