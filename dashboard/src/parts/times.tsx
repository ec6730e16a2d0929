// Times that go on by themselves: how long ago, how long already, how long still.
import { ago, fullTime, now, stopwatch } from './clock.ts';

// 4m
export function Ago({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} title={fullTime(time)}>
      {ago(now.value - Date.parse(time))}
    </time>
  );
}

// 0:48 since then.
export function Running({ since }: { readonly since: string }) {
  return (
    <time dateTime={since} title={`since ${fullTime(since)}`}>
      {stopwatch(now.value - Date.parse(since))}
    </time>
  );
}

// 4:12 until then.
export function Countdown({ until }: { readonly until: string }) {
  return (
    <time dateTime={until} title={`until ${fullTime(until)}`}>
      {stopwatch(Date.parse(until) - now.value)}
    </time>
  );
}
