import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FIRST_PICTURE_ID } from './remove-first-picture.ts';
import { whenPainted } from './when-painted.ts';

let frames: FrameRequestCallback[] = [];
const drawFrame = () => {
  for (const run of frames.splice(0)) run(0);
};
const stub = (name: 'readyState' | 'visibilityState', value: string) =>
  Object.defineProperty(document, name, { value, configurable: true });

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  const picture = document.createElement('div');
  picture.id = FIRST_PICTURE_ID;
  document.body.append(picture);
});
afterEach(() => {
  vi.unstubAllGlobals();
  // Both are of the document's prototype again.
  Reflect.deleteProperty(document, 'readyState');
  Reflect.deleteProperty(document, 'visibilityState');
  document.body.replaceChildren();
});

test('the function runs once, after the first picture has been drawn', () => {
  const run = vi.fn();
  whenPainted(document, run);
  drawFrame();
  expect(run).not.toHaveBeenCalled();
  drawFrame();
  expect(run).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(run).toHaveBeenCalledTimes(1);
});

test('it does not wait where there is no picture, or where the page is hidden', () => {
  const run = vi.fn();
  stub('visibilityState', 'hidden');
  whenPainted(document, run);
  expect(run).toHaveBeenCalledTimes(1);
  stub('visibilityState', 'visible');
  document.body.replaceChildren();
  whenPainted(document, run);
  expect(run).toHaveBeenCalledTimes(2);
});

test('a page that is hidden before its first frame starts the app all the same', () => {
  const run = vi.fn();
  whenPainted(document, run);
  document.dispatchEvent(new Event('visibilitychange'));
  drawFrame();
  drawFrame();
  expect(run).toHaveBeenCalledTimes(1);
});

test('nothing runs before the document is complete', () => {
  const run = vi.fn();
  stub('readyState', 'loading');
  document.body.replaceChildren();
  whenPainted(document, run);
  expect(run).not.toHaveBeenCalled();
  stub('readyState', 'interactive');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(run).toHaveBeenCalledTimes(1);
});
