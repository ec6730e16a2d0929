// What carries the messages of one page: a WebSocket, or memory where the page is served by the process that shows it.

export interface PageChannel {
  readonly readyState: number;
  // The readyState in which something can be sent.
  readonly OPEN: number;
  // Bytes that were sent and not yet taken.
  readonly bufferedAmount: number;
  send(data: string | Uint8Array): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'message', listener: (data: Buffer | ArrayBuffer | Buffer[], isBinary: boolean) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}
