import type { MediaFrame, MediaPort } from './media-port.ts';

/** The used part of an `HTMLMediaElement`; an `HTMLVideoElement` reports its frames too. */
export interface HtmlMediaElement {
  /** Seconds. */
  currentTime: number;
  playbackRate: number;
  readonly duration: number;
  readonly loop: boolean;
  readonly paused: boolean;
  readonly ended: boolean;
  readonly seeking: boolean;
  readonly readyState: number;
  play(): Promise<void>;
  pause(): void;
  addEventListener(name: string, listener: () => void): void;
  removeEventListener(name: string, listener: () => void): void;
  requestVideoFrameCallback?(run: (nowMs: number, frame: HtmlVideoFrame) => void): number;
  cancelVideoFrameCallback?(handle: number): void;
}

/** The used part of a frame callback's metadata: seconds of the medium, and ms of the frames' clock. */
export interface HtmlVideoFrame {
  readonly mediaTime: number;
  readonly expectedDisplayTime: number;
}

/** The element has data for the current position and the next one. */
const HAVE_FUTURE_DATA = 3;

/**
 * The media port of an element of a page. Use it with `systemTime`, whose monotonic clock in a browser is that of the
 * frame callbacks.
 */
export function htmlMedia(element: HtmlMediaElement): MediaPort {
  return {
    timeMs: () => element.currentTime * 1_000,
    durationMs: () => (Number.isFinite(element.duration) ? element.duration * 1_000 : Number.POSITIVE_INFINITY),
    rate: () => element.playbackRate,
    isLooping: () => element.loop,
    isPaused: () => element.paused || element.ended,
    isHeld: () => element.seeking || element.readyState < HAVE_FUTURE_DATA,
    play: () => element.play(),
    pause: () => element.pause(),
    seekTo(mediaMs) {
      element.currentTime = mediaMs / 1_000;
    },
    setRate(rate) {
      element.playbackRate = rate;
    },
    on(event, listener) {
      element.addEventListener(event, listener);
      return () => element.removeEventListener(event, listener);
    },
    onFrame: element.requestVideoFrameCallback && ((listener) => onFrame(element, listener)),
  };
}

function onFrame(element: HtmlMediaElement, listener: (frame: MediaFrame) => void) {
  let isOver = false;
  let handle: number | undefined;
  const requestFrame = () => {
    handle = element.requestVideoFrameCallback?.((_, { mediaTime, expectedDisplayTime }) => {
      if (isOver) return;
      requestFrame();
      listener({ mediaMs: mediaTime * 1_000, atMs: expectedDisplayTime });
    });
  };
  requestFrame();
  return () => {
    isOver = true;
    if (handle !== undefined) element.cancelVideoFrameCallback?.(handle);
  };
}
