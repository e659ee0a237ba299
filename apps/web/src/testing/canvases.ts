import { afterEach, beforeEach, type Mock, vi } from 'vitest';

/** How long a frame is under the fake clock. */
export const FRAME_MS = 16;

/** What tests of canvases can do to the browser that jsdom is not. */
export interface Canvases {
  /** The browser says that the boxes were measured anew. */
  measureAnew(): void;
  /** Called whenever a box is watched no more. */
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
    // jsdom draws nothing: this is as much of a context as is asked for.
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
