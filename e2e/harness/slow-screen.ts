/** How long a page of a test waits before it asks for the next frame, ms: with the frame itself about 12 of them a second. */
export const BETWEEN_FRAMES_MS = 66;

/**
 * Runs in a page, before it: what it draws is drawn as often as on a slow screen. Frames are most of the work of a page that
 * shows a moving device, and nobody looks at those of a test; how smooth they are is measured by `npm run bench -- canvas`.
 */
export function slowScreen(betweenMs: number): void {
  const ask = window.requestAnimationFrame.bind(window);
  const takeBack = window.cancelAnimationFrame.bind(window);
  const undos = new Map<number, () => void>();
  let last = 0;
  window.requestAnimationFrame = (draw) => {
    last += 1;
    const mine = last;
    const timer = window.setTimeout(() => {
      const frame = ask((at) => {
        undos.delete(mine);
        draw(at);
      });
      undos.set(mine, () => takeBack(frame));
    }, betweenMs);
    undos.set(mine, () => window.clearTimeout(timer));
    return mine;
  };
  window.cancelAnimationFrame = (frame) => {
    undos.get(frame)?.();
    undos.delete(frame);
  };
}
