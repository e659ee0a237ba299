import { type CSSProperties, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { onAnimationFrames } from '../../../device-view/position/animation-frames.ts';
import { useCanvas } from '../../../device-view/position/use-canvas.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { formatClockTime } from '../../../ui/clock-text.ts';
import { useDrag } from '../../../ui/use-drag.ts';
import type { LoadedScript } from '../script/script-loader.ts';
import styles from './heatmap-bar.module.css';
import { heatmapColumnAt } from './heatmap-columns.ts';
import { drawHeatmapFrame, type RecordingSpan } from './heatmap-draw.ts';
import { createHeatmapPicture } from './heatmap-picture.ts';
import { chapterAt, seekTargetOfKey } from './heatmap-seek.ts';

interface HeatmapBarProps {
  /** Undefined: a plain bar, for a medium without a script. */
  script: LoadedScript | undefined;
  /** The duration of the medium, ms; 0 while unknown. */
  durationMs: number;
  /** Returns the present time, ms. Called once a frame; pass the same function every time. */
  read: () => number;
  /** Called when a hand lets go, and with every key. */
  onSeek: (positionMs: number) => void;
  /** The A-B loop. */
  loop?: RecordingSpan | undefined;
  /** The picture at a moment, shown with its time. */
  preview?: ((ms: number) => ReactNode) | undefined;
}

/**
 * The seek bar: how fast and how far the script moves at each moment, with chapters, the loop and the playhead. Dragging
 * shows where it would lead and seeks when let go. A hidden range input serves focus, keyboard and assistive technology.
 */
export function HeatmapBar({ script, durationMs, read, onSeek, loop, preview }: HeatmapBarProps) {
  const { t, number } = useTexts();
  const [pointedMs, setPointedMs] = useState<number>();

  function textAt(ms: number) {
    const place = { time: formatClockTime(ms), duration: formatClockTime(durationMs) };
    const name = script && chapterAt(script.about.chapters, ms)?.name;
    return name ? t('player.heatmap.atChapter', { ...place, chapter: name }) : t('player.heatmap.at', place);
  }

  const canvas = useHeatmapCanvas({ script, durationMs, read, loop, pointedMs });
  const input = useAnnouncedPosition(read, textAt);

  const toMs = (percent: number) => Math.min(100, Math.max(0, percent)) * (durationMs / 100);
  const { hand } = useDrag('horizontal', {
    onStart({ percent }) {
      input.current?.focus({ preventScroll: true });
      setPointedMs(toMs(percent));
    },
    onMove: ({ percent }) => setPointedMs(toMs(percent)),
    onEnd({ kind, percent }) {
      setPointedMs(undefined);
      if (durationMs > 0 && (kind === 'tap' || kind === 'drag')) onSeek(toMs(percent));
    },
  });

  const speed = pointedMs !== undefined && script ? heatmapColumnAt(script.heatmap, pointedMs).speed : undefined;
  return (
    <div
      className={styles['bar']}
      {...hand}
      onPointerMove={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        if (event.pointerType === 'mouse' && event.buttons === 0)
          setPointedMs(toMs(((event.clientX - box.left) / Math.max(1, box.width)) * 100));
        else hand.onPointerMove(event);
      }}
      onPointerLeave={() => setPointedMs(undefined)}
    >
      <div className={styles['picture']} aria-hidden="true">
        <canvas ref={canvas} className={styles['canvas']} />
      </div>
      {pointedMs !== undefined && durationMs > 0 && (
        <div
          className={styles['readout']}
          aria-hidden="true"
          style={{ '--at': pointedMs / durationMs } as CSSProperties} // React's types have no custom properties.
        >
          {preview?.(pointedMs)}
          <span>{textAt(pointedMs)}</span>
          {speed !== undefined && <span>{t('player.heatmap.speed', { speed: number(Math.round(speed)) })}</span>}
        </div>
      )}
      <input
        ref={input}
        className={styles['input']}
        type="range"
        min={0}
        max={Math.max(1, Math.round(durationMs))}
        step={1}
        defaultValue={0}
        disabled={durationMs <= 0}
        aria-label={t('player.heatmap.name')}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          const next = seekTargetOfKey(read(), durationMs, event);
          if (next === undefined) return;
          event.preventDefault();
          onSeek(next);
        }}
      />
    </div>
  );
}

/** The canvas of the bar; the picture under the playhead is cached between frames. */
function useHeatmapCanvas(
  scene: Required<Pick<HeatmapBarProps, 'script' | 'durationMs' | 'read' | 'loop'>> & {
    pointedMs: number | undefined;
  },
): RefObject<HTMLCanvasElement | null> {
  const { script, durationMs, read, loop, pointedMs } = scene;
  const [picture] = useState(createHeatmapPicture);
  const chaptersMs = useMemo(() => script?.about.chapters.map(({ startMs }) => startMs) ?? [], [script]);
  return useCanvas((surface, ink, changed) => {
    const { width, height } = surface;
    const positionMs = read();
    const density = globalThis.devicePixelRatio || 1;
    // Most frames would not change a single pixel.
    if (!changed(durationMs > 0 ? Math.round((positionMs / durationMs) * width * density) : 0)) return false;
    const still = { heatmap: script?.heatmap, durationMs, chaptersMs, width, height, density, ink };
    drawHeatmapFrame(surface, ink, { picture: picture.of(still), durationMs, positionMs, loop, pointedMs });
    return true;
  });
}

/** The input's value is set once a second, outside React's state. */
function useAnnouncedPosition(read: () => number, textAt: (ms: number) => string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    let announcedSecond: number | undefined;
    return onAnimationFrames(() => {
      const positionMs = read();
      const second = Math.floor(positionMs / 1_000);
      if (input.current === null || second === announcedSecond) return false;
      announcedSecond = second;
      input.current.setAttribute('aria-valuetext', textAt(positionMs));
      input.current.value = String(Math.round(positionMs));
      return false;
    });
  }, [read, textAt]);
  return input;
}
