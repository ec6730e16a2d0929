// Settings, the policy, grants and windows: what a person has decided, each with its origin and its way back.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Skeleton } from '../../parts/empty.tsx';
import { FilterLine } from '../../parts/filterLine.tsx';
import { useTopic } from '../../wire/useTopic.ts';
import { DaemonSection } from './daemonSection.tsx';
import { GrantsSection } from './grantsSection.tsx';
import { PolicySection } from './policySection.tsx';
import { SettingField } from './settingField.tsx';
import { WindowsSection } from './windowsSection.tsx';

// Below the settings, which fill a screen by themselves.
const PARTS = ['Policy', 'Grants', 'Windows', 'Daemon'] as const;

export function Settings() {
  const place = useRef<HTMLDivElement>(null);
  const show = (part: string) => {
    const section = place.current?.querySelector<HTMLElement>(`:scope > [aria-label="${part}"]`);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('button, input, select, a')?.focus({ preventScroll: true });
  };
  const settings = useTopic('settings');
  const words = useSignal('');
  const wanted = words.value.toLowerCase();
  const rows = settings.rows.value.filter(({ id, description }) => `${id} ${description}`.toLowerCase().includes(wanted));
  return (
    <>
      <h1 class="unseen-word">Settings</h1>
      <FilterLine label="Find a setting" placeholder="Find a setting" value={words.value} onChange={(text) => (words.value = text)}>
        <span class="muted">{settings.isKnown.value ? `${rows.length} settings` : ''}</span>
      </FilterLine>
      {wanted === '' && (
        <nav class="settings-parts" aria-label="Parts of the settings">
          {PARTS.map((part) => (
            <button key={part} type="button" class="link" onClick={() => show(part)}>
              {part}
            </button>
          ))}
        </nav>
      )}
      <div ref={place} class="settings">
        {!settings.isKnown.value ? (
          <Skeleton />
        ) : (
          <section aria-label="Settings">
            {rows.map((row) => (
              <SettingField key={row.id} row={row} />
            ))}
            {rows.length === 0 && <p class="muted">No setting has these words.</p>}
          </section>
        )}
        {wanted === '' && (
          <>
            <PolicySection />
            <GrantsSection />
            <WindowsSection />
            <DaemonSection />
          </>
        )}
      </div>
    </>
  );
}
