// How much one client may ask of the doors.
import { milliseconds, minutes, seconds } from '../base/waiting/duration.ts';

export interface Limits {
  // Bytes of one message, whatever it arrives through.
  readonly messageBytes: number;
  // Bytes that wait for a client which does not read; one that lets more pile up is cut off.
  readonly unreadBytes: number;
  // HTTP requests that are being answered at one time, event streams not counted.
  readonly requests: number;
  // Sessions, event streams and WebSockets, each.
  readonly connections: number;
  // A session without an open stream and without a request for this long is forgotten.
  readonly sessionIdle: number;
  // What was said on a stream is sent again to a client that comes back within this time.
  readonly replay: number;
  // An answer over HTTP that takes longer than this opens an event stream, so that no client and no proxy waits for the headers of a silent answer; 0 opens it at once.
  readonly silence: number;
  // How often a WebSocket is pinged, and how many pings one may leave unanswered: an agent that computes for a while is not dead.
  readonly ping: number;
  readonly missedPings: number;
}

export const defaultLimits: Limits = {
  messageBytes: 4 * 1024 * 1024,
  unreadBytes: 64 * 1024 * 1024,
  requests: 512,
  connections: 256,
  sessionIdle: minutes(30),
  replay: minutes(10),
  silence: milliseconds(500),
  ping: seconds(5),
  missedPings: 6,
};
