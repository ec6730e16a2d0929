// All keys that work at this moment, from what is open outwards.
import { Dialog } from '../parts/dialog.tsx';
import { keyLayers } from '../parts/keys.ts';

export function KeyHelp({ onClose }: { onClose(): void }) {
  const layers = [...keyLayers.value].reverse().map(({ current }) => ({ ...current, bindings: current.bindings.filter(({ does }) => does !== undefined) }));
  return (
    <Dialog title="Keys" class="key-help" onClose={onClose}>
      <div class="key-columns">
        {layers
          .filter(({ bindings }) => bindings.length > 0)
          .map(({ title, bindings }) => (
            <section key={title} class="key-section">
              <h3>{title}</h3>
              <dl>
                {bindings.map(({ key, does }) => (
                  <div key={key}>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <p class="muted">Letters are off while you type.</p>
    </Dialog>
  );
}
