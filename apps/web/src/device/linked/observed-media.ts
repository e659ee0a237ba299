import type { MediaPort } from '@tactus/sdk';

/** The controls of a medium that is only read: none does anything. */
export const NO_CONTROLS: Pick<MediaPort, 'play' | 'pause' | 'seekTo' | 'setRate'> = {
  play: async () => undefined,
  pause: () => undefined,
  seekTo: () => undefined,
  setRate: () => undefined,
};

/** A medium for a device that follows: it is read and never controlled, and is `aheadMs` further on. */
export function observedMedia(media: MediaPort, aheadMs: () => number): MediaPort {
  const { onFrame } = media;
  return {
    ...media,
    ...NO_CONTROLS,
    timeMs: () => media.timeMs() + aheadMs(),
    onFrame:
      onFrame && ((listener) => onFrame(({ mediaMs, atMs }) => listener({ mediaMs: mediaMs + aheadMs(), atMs }))),
  };
}
