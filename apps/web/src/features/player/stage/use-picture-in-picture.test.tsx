import { act, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { usePictureInPicture } from './use-picture-in-picture.ts';

/** A browser with windows for pictures, which jsdom lacks. */
function withWindows() {
  const video = document.createElement('video');
  let inWindow: HTMLVideoElement | undefined;
  const move = async (to: HTMLVideoElement | undefined) => {
    inWindow = to;
    video.dispatchEvent(new Event(to ? 'enterpictureinpicture' : 'leavepictureinpicture'));
  };
  video.requestPictureInPicture = async () => {
    await move(video);
    return {} as PictureInPictureWindow; // nothing reads it
  };
  const added = {
    pictureInPictureEnabled: { configurable: true, value: true },
    pictureInPictureElement: { configurable: true, get: () => inWindow ?? null },
    exitPictureInPicture: { configurable: true, value: () => move(undefined) },
  };
  Object.defineProperties(document, added);
  onTestFinished(() => {
    for (const name of Object.keys(added)) Reflect.deleteProperty(document, name);
  });
  return video;
}

test('the picture goes into a window of its own and back, and keeps playing', async () => {
  const video = withWindows();
  let pauses = 0;
  video.pause = () => {
    pauses += 1;
  };
  const { result } = renderHook(() => usePictureInPicture(video));
  expect(result.current?.isOut).toBe(false);
  await act(async () => result.current?.toggle());
  expect(result.current?.isOut).toBe(true);
  await act(async () => result.current?.toggle());
  expect([result.current?.isOut, pauses]).toEqual([false, 0]);
});

test('there is no switch where the browser has no such windows, and none for sound', () => {
  expect(renderHook(() => usePictureInPicture(document.createElement('video'))).result.current).toBeUndefined();
  withWindows();
  expect(renderHook(() => usePictureInPicture(document.createElement('audio'))).result.current).toBeUndefined();
});
