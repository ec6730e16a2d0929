// Does a page get every character that it can draw, the screen instead of what scrolls by, and its own keys through at any time?
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WatchedTerminal } from '../sources.ts';
import { TerminalFeeds } from './terminalFeeds.ts';

const TOPIC = 'terminal:1.t1' as const;
const KILOBYTE = 'x'.repeat(1_024);

let sent: string[];
let typed: string[];
let watched: WatchedTerminal | undefined;
let images: (number | undefined)[];
let feeds: TerminalFeeds;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  typed = [];
  images = [];
  watched = undefined;
  feeds = new TerminalFeeds({
    author: 'you',
    streams: {
      open: (id) =>
        id === '1.t1'
          ? {
              type: async (text) => void typed.push(text),
              resize: () => {},
              watch: (own) => {
                watched = own;
                images.push(own.linesAbove);
                own.drawn(`screen ${images.length}`);
                return {
                  [Symbol.dispose]: () => {
                    if (watched === own) watched = undefined;
                  },
                };
              },
              [Symbol.dispose]: () => {},
            }
          : undefined,
    },
    send: (bytes) => sent.push(bytes.toString('utf8', 1 + (bytes[0] ?? 0))),
    onError: (error) => expect.unreachable(String(error)),
  });
  feeds.subscribe(TOPIC);
});
afterEach(() => {
  feeds[Symbol.dispose]();
  vi.useRealTimers();
});

const size = () => sent.join('').length;
const draw = () => feeds.drawn(TOPIC, size());

test('a page that draws what it is sent gets the screen and then every character once, gathered', () => {
  watched?.printed('a');
  vi.advanceTimersByTime(1);
  expect(sent).toEqual(['\x1bcscreen 1a']);
  for (const text of ['b', 'c', 'd']) watched?.printed(text);
  vi.advanceTimersByTime(100);
  expect(sent.slice(1)).toEqual(['bcd']);
  for (let round = 0; round < 200; round += 1) {
    watched?.printed(KILOBYTE);
    draw();
    vi.advanceTimersByTime(20);
  }
  expect(size()).toBe('\x1bcscreen 1abcd'.length + 200 * 1_024);
  expect(images).toEqual([undefined]);
});

test('a page that draws nothing is sent little, and gets the screen and later the lines above it once it does', () => {
  for (let round = 0; round < 10_000; round += 1) {
    watched?.printed(KILOBYTE);
    if (round % 10 === 0) vi.advanceTimersByTime(16);
  }
  expect(size()).toBeLessThan(200 * 1_024);
  const [before, drawnSoFar] = [sent.length, images.length];
  vi.advanceTimersByTime(10_000);
  expect([sent.length, images.length]).toEqual([before, drawnSoFar]);
  draw();
  vi.advanceTimersByTime(50);
  expect(sent.slice(before)).toEqual([`\x1bcscreen ${drawnSoFar + 1}`]);
  draw();
  vi.advanceTimersByTime(700);
  expect(sent.slice(before + 1)).toEqual([`\x1bcscreen ${drawnSoFar + 2}`]);
  // The whole, the screen alone, the whole.
  expect([images[0], ...images.slice(-2)]).toEqual([undefined, 0, undefined]);
  draw();
  watched?.printed('the end');
  vi.advanceTimersByTime(20);
  expect(sent.at(-1)).toBe('the end');
});

test('in a flood that is faster than the page, screens alone are drawn, each as it is when the page has drawn the one before', () => {
  const flood = () => {
    for (let count = 0; count < 400; count += 1) watched?.printed(KILOBYTE);
  };
  flood();
  draw();
  vi.advanceTimersByTime(20);
  for (let round = 0; round < 50; round += 1) {
    const before = sent.length;
    flood();
    vi.advanceTimersByTime(20);
    flood();
    // The page has not drawn it yet.
    expect(sent.length).toBe(before);
    draw();
    vi.advanceTimersByTime(20);
    expect(sent.slice(before)).toEqual([`\x1bcscreen ${images.length}`]);
  }
  const [, ...later] = images;
  expect(new Set(later)).toEqual(new Set([0]));
});

test('a screen that came after the last characters of a flood is not drawn twice, but the lines above it are', () => {
  for (let count = 0; count < 400; count += 1) watched?.printed(KILOBYTE);
  draw();
  vi.advanceTimersByTime(20);
  const before = sent.length;
  watched?.printed('the last');
  draw();
  vi.advanceTimersByTime(20);
  draw();
  expect(sent.slice(before)).toEqual([`\x1bcscreen ${images.length}`]);
  vi.advanceTimersByTime(5_000);
  expect(sent.slice(before + 1)).toEqual([`\x1bcscreen ${images.length}`]);
  expect(images.at(-1)).toBeUndefined();
});

test('what is typed goes to the program also while the page is behind', () => {
  for (let count = 0; count < 1_000; count += 1) watched?.printed(KILOBYTE);
  feeds.type(TOPIC, 'q');
  feeds.type('terminal:1.t2', 'elsewhere');
  expect(typed).toEqual(['q']);
});

test('an image that is longer than all bounds is sent once', () => {
  feeds.unsubscribe(TOPIC);
  sent.length = 0;
  feeds.subscribe(TOPIC);
  watched?.drawn('y'.repeat(1_000_000));
  vi.advanceTimersByTime(20);
  watched?.printed('more');
  vi.advanceTimersByTime(1_000);
  expect(size()).toBeGreaterThan(1_000_000);
  expect(size()).toBeLessThan(1_000_100);
  draw();
  vi.advanceTimersByTime(20);
  expect(sent.at(-1)).toBe('more');
});
