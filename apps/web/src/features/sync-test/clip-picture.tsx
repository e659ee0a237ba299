import type { VideoSync } from '@tactus/sdk';
import { useDevice } from '../../device/session/device-context.tsx';
import { useCanvas } from '../../device-view/position/use-canvas.ts';
import { useTexts } from '../../i18n/text.tsx';
import type { ClipMedia } from './clip-media.ts';
import styles from './clip-picture.module.css';
import { drawClip } from './draw-clip.ts';

/** The clip itself: a bar that strikes the base once a second, and beside it the curve with the device's position on it. */
export function ClipPicture({ clip, sync }: { clip: ClipMedia; sync: VideoSync | undefined }) {
  const { t } = useTexts();
  const device = useDevice();
  const canvas = useCanvas((surface, ink, changed) => {
    const clipMs = clip.timeMs();
    const moves = !clip.isPaused();
    const follows = moves && sync?.store.getState().phase === 'following';
    // The device follows the clip: its position results from its own clocks and the person's offset.
    const reported = { start_time: clipMs, server_time: device.clock.serverNow(), playback_rate: clip.rate() };
    const deviceMs = follows ? device.clock.scriptTime(reported) : undefined;
    if (!changed(clipMs, moves, deviceMs)) return false;
    drawClip(surface, ink, { clipMs, moves, deviceMs });
    return true;
  });

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
