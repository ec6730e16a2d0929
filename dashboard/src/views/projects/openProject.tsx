// A folder that a person wants to see here, by its path.

import { useSignal } from '@preact/signals';
import { go } from '../../app/router.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { ask, useAction } from '../../wire/asking.ts';

export function OpenProject() {
  const path = useSignal('');
  const { action, start } = useAction();
  const open = () => {
    const wanted = path.peek().trim();
    if (wanted === '') return;
    start(async (options) => {
      const { path: root } = await ask('project.open', { path: wanted }, options);
      path.value = '';
      go('projects', root);
    });
  };
  return (
    <>
      <form
        class="open-project"
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <input
          type="text"
          aria-label="Open a folder by its absolute path"
          placeholder="Open a folder: its absolute path"
          spellcheck={false}
          value={path.value}
          onInput={(event) => {
            path.value = event.currentTarget.value;
          }}
        />
        <DaemonButton type="submit" class="button" isOff={path.value.trim() === ''}>
          Open
        </DaemonButton>
      </form>
      <ActionNote action={action.value} />
    </>
  );
}
