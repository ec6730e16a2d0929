// How much one client may ask of the doors.
import { minutes, seconds } from '../base/duration.ts';

export interface Limits {
  // Bytes of one message, whatever it arrives through.
  readonly messageBytes: number;
  // HTTP requests that are being answered at one time, event streams not counted.
  readonly requests: number;
  // Sessions, event streams and WebSockets, each.
  readonly connections: number;
  // A session without an open stream and without a request for this long is forgotten.
  readonly sessionIdle: number;
  // A WebSocket that does not answer a ping for this long is dead.
  readonly ping: number;
}

export const defaultLimits: Limits = {
  messageBytes: 4 * 1024 * 1024,
  requests: 512,
  connections: 256,
  sessionIdle: minutes(30),
  ping: seconds(30),
};
