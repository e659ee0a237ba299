import type { RecordedStream } from '../../device/session/vibration-stream.ts';
import type { CanvasSurface, ThemeColors } from '../../device-view/position/canvas-surface.ts';
import { useCanvas } from '../../device-view/position/use-canvas.ts';
import { useTexts } from '../../i18n/text.tsx';
import styles from './stream-buffer-bar.module.css';

/** The shortest future that is shown. */
const SHORTEST_SPAN_MS = 4_000;
/** The share of the width for points already played. */
const PAST_SHARE = 0.2;

/** The played and buffered parts of the stream, and the threshold: redrawn after every change. */
export function StreamBufferBar({ stream, thresholdPercent }: { stream: RecordedStream; thresholdPercent: number }) {
  const { t } = useTexts();
  const canvas = useCanvas((surface, ink, changed) => {
    const { bufferedMs, leadMs, playedPoints } = stream.store.getState();
    if (!changed(bufferedMs, leadMs, playedPoints)) return false;
    drawBuffer(surface, ink, { bufferedMs, leadMs, playedPoints, thresholdShare: thresholdPercent / 100 });
    return true;
  });
  return <canvas ref={canvas} className={styles['bar']} role="img" aria-label={t('hsp.bar')} />;
}

function drawBuffer(
  { context, width, height }: CanvasSurface,
  ink: ThemeColors,
  { bufferedMs, leadMs, playedPoints, thresholdShare }: Amounts,
): void {
  const lead = Number.isFinite(leadMs) ? leadMs : bufferedMs;
  const spanMs = Math.max(SHORTEST_SPAN_MS, lead * 1.15, bufferedMs);
  const nowX = width * PAST_SHARE;
  const toX = (ms: number) => nowX + (ms / spanMs) * (width - nowX);
  context.clearRect(0, 0, width, height);
  context.fillStyle = ink.window;
  if (playedPoints > 0) context.fillRect(0, 0, nowX, height);
  const fill = context.createLinearGradient(nowX, 0, toX(bufferedMs), 0);
  fill.addColorStop(0, ink.accent);
  fill.addColorStop(1, ink.accent2);
  context.fillStyle = fill;
  context.fillRect(nowX, 0, toX(bufferedMs) - nowX, height);
  context.fillStyle = ink.text;
  context.fillRect(nowX - 1, 0, 2, height);
  if (lead > 0) {
    context.globalAlpha = 0.8;
    context.fillRect(toX(lead * thresholdShare), height * 0.25, 2, height * 0.5);
    context.globalAlpha = 1;
  }
}

interface Amounts {
  readonly bufferedMs: number;
  readonly leadMs: number;
  readonly playedPoints: number;
  readonly thresholdShare: number;
}
