// Trust is given with the path spelled out: what is in that folder may run from then on.
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Text } from '../../parts/text.tsx';

export interface TrustDialogProps {
  readonly path: string;
  onTrust(path: string): void;
  onClose(): void;
}

export function TrustDialog({ path, onTrust, onClose }: TrustDialogProps) {
  return (
    <Dialog title="Trust this folder?" onClose={onClose}>
      <p>
        <code class="trust-path">
          <Text text={path} />
        </code>
      </p>
      <p>Its tools, tests, tasks and configuration may be run by agents from then on, with your rights. Trust only code that you would run yourself.</p>
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={onClose}>
          Not now
        </button>
        <DaemonButton
          class="button primary"
          onClick={() => {
            onTrust(path);
            onClose();
          }}
        >
          Trust it
        </DaemonButton>
      </div>
    </Dialog>
  );
}
