// What happened while nobody looked: changes, tests and doubtful answers since the page was last in sight.
import { signal } from '@preact/signals';
import { ago } from '../../parts/clock.ts';
import { Icon } from '../../parts/icons.tsx';
import { topic } from '../../wire/store.ts';
import { summary } from './summary.ts';

const KEY = 'lastLook';
// Less is no absence.
const AWAY_FROM = 5 * 60_000;

const absence = signal<{ readonly from: number; readonly to: number } | undefined>(undefined);

function look(): void {
  const last = Number(localStorage.getItem(KEY));
  const time = Date.now();
  if (last > 0 && time - last > AWAY_FROM) absence.value = { from: last, to: time };
  localStorage.setItem(KEY, String(time));
}

look();
document.addEventListener('visibilitychange', () => (document.hidden ? localStorage.setItem(KEY, String(Date.now())) : look()));
setInterval(() => {
  if (!document.hidden) localStorage.setItem(KEY, String(Date.now()));
}, 60_000);

export function AwayLine() {
  const away = absence.value;
  if (away === undefined) return null;
  const words = summary(topic('changes').rows.value, topic('runs').rows.value, away);
  return (
    <p class="away">
      <span class="muted">away {ago(away.to - away.from)}</span> {words.join(' · ')}
      <button
        type="button"
        class="icon-button"
        aria-label="Dismiss"
        onClick={() => {
          absence.value = undefined;
        }}
      >
        <Icon name="close" />
      </button>
    </p>
  );
}
