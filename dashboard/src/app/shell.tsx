// The frame around every view: header, rail, bars, the view itself, and the keys that work everywhere.
import { computed, useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { announced } from '../parts/announcing.ts';
import { Skeleton } from '../parts/empty.tsx';
import { ErrorNote } from '../parts/errorNote.tsx';
import { useKeys } from '../parts/keys.ts';
import { shownError } from '../wire/asking.ts';
import { link } from '../wire/connection.ts';
import { topic } from '../wire/store.ts';
import { useTopic } from '../wire/useTopic.ts';
import { AlarmBar, DisconnectedBar } from './bars.tsx';
import { Header } from './header.tsx';
import { KeyHelp } from './keyHelp.tsx';
import { NotOpened } from './notOpened.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { go, viewName } from './router.ts';
import { type ViewEntry, views } from './views.ts';

// In the rail: a view of what there may be none of comes with the first.
const shownViews = computed(() => views.filter(({ needs, name }) => needs === undefined || name === viewName.value || topic(needs).rows.value.length > 0));

export function Shell() {
  const { state } = link.value;
  if (state === 'closed' || state === 'impostor') return <NotOpened />;
  return <Opened />;
}

function Opened() {
  const panel = useSignal<'palette' | 'keys' | 'rail' | undefined>(undefined);
  const close = () => {
    panel.value = undefined;
  };
  // What the frame itself shows.
  useTopic('reviews');
  useTopic('projects');
  useTopic('grants');
  useTopic('sessions');
  useTopic('runs');
  useTopic('terminals');
  const openPalette = () => {
    panel.value = 'palette';
  };
  useKeys('Everywhere', [
    ...views.map(({ key, title, name }) => ({ key: `g ${key}`, does: title, run: () => go(name) })),
    { key: ':', does: 'Commands', run: openPalette },
    { key: 'Ctrl k', whileTyping: true, run: openPalette },
    {
      key: '?',
      does: 'Keys',
      run: () => {
        panel.value = 'keys';
      },
    },
  ]);
  const isLost = link.value.state === 'lost';
  return (
    <div class={`shell ${isLost ? 'is-lost' : ''}`}>
      <button type="button" class="skip" onClick={skip}>
        Skip to the view
      </button>
      <Header
        isRailOpen={panel.value === 'rail'}
        onMenu={() => {
          panel.value = panel.value === 'rail' ? undefined : 'rail';
        }}
      />
      <DisconnectedBar />
      <AlarmBar />
      <Rail entries={shownViews.value} isOpen={panel.value === 'rail'} onChosen={close} onKeys={() => (panel.value = 'keys')} />
      <main id="main" class="main" tabIndex={-1}>
        <CurrentView key={viewName.value} name={viewName.value} />
      </main>
      {panel.value === 'palette' && <Palette entries={shownViews.value} onClose={close} />}
      {panel.value === 'keys' && <KeyHelp onClose={close} />}
      <div class="announcer" role="status" aria-live="polite">
        {announced.value}
      </div>
    </div>
  );
}

// A link would change the address, which is the router's.
function skip(): void {
  document.getElementById('main')?.focus();
}

const loaded = new Map<string, ComponentType>();

function CurrentView({ name }: { readonly name: string }) {
  const entry = views.find((view) => view.name === name);
  const view = useSignal<{ readonly shown?: ComponentType; readonly failed?: unknown }>({ ...shown(loaded.get(name)) });
  const load = (of: ViewEntry) => {
    of.load().then(
      (component) => {
        loaded.set(name, component);
        view.value = { shown: component };
      },
      (failed: unknown) => {
        view.value = { failed };
      },
    );
  };
  useEffect(() => {
    if (entry === undefined) go('now');
    else if (view.peek().shown === undefined) load(entry);
  }, [entry]);
  const { shown: View, failed } = view.value;
  if (failed !== undefined && entry !== undefined) return <ErrorNote error={shownError(failed)} retry={() => load(entry)} />;
  return View === undefined ? <Skeleton /> : <View />;
}

function shown(component: ComponentType | undefined): { readonly shown?: ComponentType } {
  return component === undefined ? {} : { shown: component };
}
