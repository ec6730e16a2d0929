// What the page in a webview of VS Code and the extension around it say to each other: the messages of the socket, each with the number of its connection, and what only an editor can do.

export type ToExtension =
  // The extension connects, proves itself as a person's page, and passes on everything from the welcome on.
  | { readonly kind: 'open'; readonly connection: number }
  | { readonly kind: 'say'; readonly connection: number; readonly text: string }
  | { readonly kind: 'close'; readonly connection: number }
  // The page anew, and a session that was ended may be another: a person wants it.
  | { readonly kind: 'reload' }
  // In the editor beside it. Line from 1.
  | { readonly kind: 'openFile'; readonly project: string; readonly file: string; readonly line?: number }
  | { readonly kind: 'saveText'; readonly name: string; readonly text: string };

export type ToPage =
  | { readonly kind: 'text'; readonly connection: number; readonly text: string }
  | { readonly kind: 'bytes'; readonly connection: number; readonly bytes: Uint8Array }
  | { readonly kind: 'closed'; readonly connection: number }
  // A place in the page, such as #/reviews.
  | { readonly kind: 'go'; readonly place: string };
