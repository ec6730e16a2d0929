// A button that asks something of the daemon, and so waits while that cannot be heard.
import type { ComponentChildren, JSX } from 'preact';
import { isLost } from '../wire/connection.ts';

export interface DaemonButtonProps extends Pick<JSX.IntrinsicElements['button'], 'title' | 'aria-label'> {
  // Of its looks: button, button primary, link.
  readonly class: string;
  readonly type?: 'button' | 'submit';
  readonly isOff?: boolean;
  readonly children: ComponentChildren;
  onClick?(event: MouseEvent): void;
}

export function DaemonButton({ class: looks, type = 'button', isOff = false, children, ...rest }: DaemonButtonProps) {
  return (
    <button type={type} class={`${looks} needs-daemon`} disabled={isLost.value || isOff} {...rest}>
      {children}
    </button>
  );
}
