// When a key may decide: after the review has been in sight for a moment, with the focus inside it, and never because a key is held down.
import { useEffect, useRef } from 'preact/hooks';

// Long enough to see that it is another one than a moment ago.
const IN_SIGHT = 700;

export interface Deciding {
  // Undefined: it may.
  whyNot(event: Event): string | undefined;
}

export function useDeciding(id: string, inside: { readonly current: HTMLElement | null }): Deciding {
  const since = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    const look = () => {
      since.current = document.hidden ? Number.POSITIVE_INFINITY : performance.now();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [id]);
  return {
    whyNot(event) {
      if (event instanceof KeyboardEvent && event.repeat) return 'A key that is held down decides nothing.';
      if (inside.current?.contains(document.activeElement) !== true) return 'Put the focus into the review first: Enter.';
      return performance.now() - since.current < IN_SIGHT ? 'Look at it first.' : undefined;
    },
  };
}
