import type { MediaPort } from '@tactus/sdk';

/** A medium for a device that follows: it is read and never controlled, and is `aheadMs` further on. */
export function observedMedia(media: MediaPort, aheadMs: () => number): MediaPort {
  const { onFrame } = media;
  return {
    ...media,
    timeMs: () => media.timeMs() + aheadMs(),
    play: async () => undefined,
    pause: () => undefined,
    seekTo: () => undefined,
    setRate: () => undefined,
    onFrame:
      onFrame && ((listener) => onFrame(({ mediaMs, atMs }) => listener({ mediaMs: mediaMs + aheadMs(), atMs }))),
  };
}
