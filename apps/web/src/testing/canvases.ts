import { afterEach, beforeEach, type Mock, vi } from 'vitest';

/** How long a frame is under the fake clock. */
export const FRAME_MS = 16;

/** The actions of canvas tests on browser features that jsdom lacks. */
export interface Canvases {
  /** The browser reports new sizes of the boxes. */
  measureAnew(): void;
  /** Called whenever a box is not observed any more. */
  readonly disconnected: Mock;
}

/** For all tests of a file: frames come from the fake clock, boxes have a size, and canvases a context. */
export function withCanvases(): Canvases {
  let measure: () => void = () => undefined;
  const disconnected = vi.fn();
  const { ResizeObserver: ofOthers } = globalThis;
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
    });
    vi.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(200);
    vi.spyOn(HTMLCanvasElement.prototype, 'clientHeight', 'get').mockReturnValue(100);
    // jsdom draws nothing: this is the part of a context that is used.
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ setTransform: () => undefined } as never);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(callback: () => void) {
          measure = callback;
        }
        observe() {
          return undefined;
        }
        disconnect() {
          disconnected();
        }
      },
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.stubGlobal('ResizeObserver', ofOthers);
  });
  return { measureAnew: () => measure(), disconnected };
}
