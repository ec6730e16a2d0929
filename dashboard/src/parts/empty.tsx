// What stands where there is nothing, and where something is on its way.
import type { ComponentChildren } from 'preact';

// One line that says what would fill it.
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

// Seen only after 300 ms, so that what is quick does not flicker.
export function Skeleton({ lines = 6 }: { readonly lines?: number }) {
  return (
    <div class="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} class="skeleton-line" />
      ))}
    </div>
  );
}
