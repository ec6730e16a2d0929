// Side by side where there is room for two, unless somebody wants it otherwise; known before the first line is drawn, so that nothing moves under a finger.
import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

const SPLIT_FROM = 900;

export interface DiffLayout {
  readonly layout: 'unified' | 'split';
  toggle(): void;
}

export function useDiffLayout(inside: { readonly current: HTMLElement | null }): DiffLayout {
  const wanted = useSignal<'unified' | 'split' | undefined>(undefined);
  const isWide = useSignal(false);
  useLayoutEffect(() => {
    const element = inside.current;
    if (element === null) return;
    const measure = () => {
      isWide.value = element.clientWidth >= SPLIT_FROM;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const layout = wanted.value ?? (isWide.value ? 'split' : 'unified');
  return {
    layout,
    toggle() {
      wanted.value = layout === 'split' ? 'unified' : 'split';
    },
  };
}
