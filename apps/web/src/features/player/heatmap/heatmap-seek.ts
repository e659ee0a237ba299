import type { ScriptChapter } from '@tactus/motion';

const STEP_MS = 5_000;
const LONG_STEP_MS = 30_000;

/** Where a key of the seek bar leads, ms; undefined for other keys. Arrows 5 s, with shift and page keys 30 s. */
export function seekTargetOfKey(
  positionMs: number,
  durationMs: number,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): number | undefined {
  const step = shiftKey ? LONG_STEP_MS : STEP_MS;
  const moved = (byMs: number) => Math.min(durationMs, Math.max(0, positionMs + byMs));
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return moved(step);
    case 'ArrowLeft':
    case 'ArrowDown':
      return moved(-step);
    case 'PageUp':
      return moved(LONG_STEP_MS);
    case 'PageDown':
      return moved(-LONG_STEP_MS);
    case 'Home':
      return 0;
    case 'End':
      return durationMs;
    default:
      return undefined;
  }
}

/** The chapter that a time is in. Of several the one that began last. */
export function chapterAt(chapters: readonly ScriptChapter[], timeMs: number): ScriptChapter | undefined {
  return chapters.findLast(({ startMs, endMs }) => timeMs >= startMs && timeMs < endMs);
}
