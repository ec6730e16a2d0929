// The icons, drawn on a grid of 16 in strokes of one and a half, in the colour of the text beside them.

const paths = {
  agents: 'M3.5 6.5h9v7h-9zM8 6.5v-3M8 3.5h.01M6 9.5v1M10 9.5v1M1.5 9v2M14.5 9v2',
  now: 'M1.5 8h3l2-4.5 3 9 2-4.5h3',
  reviews: 'M2.5 3.5h11v7h-6l-3 2.5v-2.5h-2zM5.5 7l1.5 1.5 3.5-3.5',
  changes: 'M8 2v4M6 4h4M6 9h4M3.5 13.5h9',
  files: 'M4 1.5h5.5L12.5 4.5v10h-8.5zM9.5 1.5v3h3M6 8h4.5M6 11h4.5',
  history: 'M2.5 8a5.5 5.5 0 1 0 1.8-4.1M2.5 2.5v3h3M8 5v3l2 1.5',
  debug: 'M5 6.5a3 3 0 0 1 6 0v3a3 3 0 0 1-6 0zM5 5.5 3 4M11 5.5 13 4M5 8H2M11 8h3M5 10.5 3 12M11 10.5l2 1.5',
  runs: 'M4.5 3v10l8-5z',
  terminals: 'M2.5 3h11v10h-11zM5 6l2 2-2 2M8.5 10.5h2.5',
  projects: 'M2 4.5v8h12v-6.5H8L6.5 4.5z',
  connect: 'M6 2.5v3M10 2.5v3M4.5 5.5h7v2a3.5 3.5 0 0 1-7 0zM8 11v3',
  settings: 'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 3v3M6 10v3',
  log: 'M3 3.5h10M3 6.5h10M3 9.5h7M3 12.5h5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.2 10.2 14 14',
  right: 'M6 3.5 10.5 8 6 12.5',
  down: 'M3.5 6 8 10.5 12.5 6',
  back: 'M10 3.5 5.5 8l4.5 4.5',
  download: 'M8 2.5v7M5 7l3 3 3-3M3 13h10',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  undo: 'M3 6h6.5a3.5 3.5 0 0 1 0 7H6M3 6l3-3M3 6l3 3',
  mention: 'M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zm0-2.5V9c0 2 3 2 3-1a5.5 5.5 0 1 0-2 4.2',
  external: 'M9.5 2.5h4v4M13.5 2.5 8 8M11.5 9v4.5h-9v-9H7',
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.8-4.1M13.5 2.5v3h-3',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.7 9h5.6l.7-9',
  pin: 'M5.5 2.5h5l-.7 5 2.2 2.5H4l2.2-2.5zM8 10v4',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
