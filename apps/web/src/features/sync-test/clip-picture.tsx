import type { VideoSync } from '@tactus/sdk';
import { useEffect, useRef } from 'react';
import { useDevice } from '../../device/device-context.tsx';
import { fitCanvas, watchInk } from '../../device-view/canvas.ts';
import { createChanged } from '../../device-view/changed.ts';
import { onFrames } from '../../device-view/frames.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { ClipMedia } from './clip-media.ts';
import styles from './clip-picture.module.css';
import { drawClip } from './draw-clip.ts';

/** The clip itself: a bar that strikes the base once a second, and beside it the course with the device's place on it. */
export function ClipPicture({ clip, sync }: { clip: ClipMedia; sync: VideoSync | undefined }) {
  const { t } = useTexts();
  const device = useDevice();
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    if (!canvas.current) return;
    const { surface, release } = fitCanvas(canvas.current);
    const theme = watchInk();
    const changed = createChanged();
    const stop = onFrames(() => {
      const on = surface();
      if (!on) return false;
      const ink = theme.ink();
      const clipMs = clip.timeMs();
      const moves = !clip.isPaused();
      const follows = moves && sync?.store.getState().phase === 'following';
      // The device was told to be where the clip is: where its own clocks and the person's offset then have it.
      const told = { start_time: clipMs, server_time: device.clock.serverNow(), playback_rate: clip.rate() };
      const deviceMs = follows ? device.clock.scriptTime(told) : undefined;
      if (!changed(on, ink, clipMs, moves, deviceMs)) return false;
      drawClip(on, ink, { clipMs, moves, deviceMs });
      return true;
    });
    return () => {
      stop();
      theme.release();
      release();
    };
  }, [clip, sync, device]);

  return (
    <figure className={styles['figure']}>
      <canvas ref={canvas} className={styles['canvas']} role="img" aria-label={t('sync.picture')} />
      <figcaption className={styles['legend']}>
        <span className={styles['now']}>{t('sync.legend.picture')}</span>
        <span className={styles['device']}>{t('sync.legend.device')}</span>
      </figcaption>
    </figure>
  );
}
