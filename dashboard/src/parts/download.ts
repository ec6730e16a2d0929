// Gives a text to the person as a file.
import { isInWebview, say } from '../wire/webview.ts';

export function downloadText(text: string, name: string): void {
  if (isInWebview) {
    say({ kind: 'saveText', name, text });
    return;
  }
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
