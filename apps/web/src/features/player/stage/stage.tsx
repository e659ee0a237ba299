import { IconMaximize, IconMinimize, IconMusic, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useStop } from '../../../device/dock/use-stop.ts';
import { useAreLinkedDevicesMoving } from '../../../device/linked/linked-devices-context.tsx';
import { useDeviceState } from '../../../device/session/device-context.tsx';
import { isStopping } from '../../../device/session/motion.ts';
import { useLatest } from '../../../device/session/use-latest.ts';
import { LiveDeviceDrawing } from '../../../device-view/position/live-device-drawing.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import { useRegisterFrontLayer } from '../../../ui/front-layer.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { StopButton } from '../../../ui/stop-button.tsx';
import { syncStatusText } from '../session/sync-status-text.ts';
import { useMediaUrl, useSubtitlesUrl } from '../session/use-medium.ts';
import type { Player } from '../session/use-player.ts';
import { useSyncState } from '../session/use-sync-state.ts';
import { MediaBar } from './media-bar.tsx';
import styles from './stage.module.css';
import { useFullScreen } from './use-full-screen.ts';
import { useHlsPlayback } from './use-hls.ts';
import { usePlayerKeys } from './use-player-keys.ts';

const SEEK_MS = 5_000;
const INTENSITY_STEP = 5;

/** The medium with its controls: it fills the screen in full screen. */
export function MediumStage({ player, seek }: { player: Player; seek: ReactNode }) {
  const { t } = useTexts();
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const { isFull, toggle: toggleFull } = useFullScreen(frame);
  useRegisterFrontLayer(isFull ? frame : null);
  const stop = useStop();
  const { actions, shown } = player;
  usePlayerKeys({
    ' ': actions.toggle,
    k: actions.toggle,
    ArrowLeft: () => actions.seekByMs(-SEEK_MS),
    ArrowRight: () => actions.seekByMs(SEEK_MS),
    ArrowUp: () => actions.stepIntensity(INTENSITY_STEP),
    ArrowDown: () => actions.stepIntensity(-INTENSITY_STEP),
    m: actions.toggleMute,
    f: toggleFull,
    l: actions.toggleLoop,
    b: actions.choosePart,
    p: actions.previousAction,
    n: actions.nextAction,
    g: actions.skipGap,
  });
  useWheel(frame, !shown.paused || isFull, (isUp) => actions.stepIntensity(isUp ? INTENSITY_STEP : -INTENSITY_STEP));

  return (
    <section ref={setFrame} className={styles['stage']} data-full={isFull || undefined} aria-label={t('player.stage')}>
      <div className={styles['picture']} data-kind={player.kind} data-wheel>
        <Medium player={player} />
        <SyncPill player={player} />
        <IconButton
          className={styles['full']}
          label={isFull ? t('player.full.leave') : t('player.full')}
          onClick={toggleFull}
        >
          {isFull ? <IconMinimize size={22} aria-hidden="true" /> : <IconMaximize size={22} aria-hidden="true" />}
        </IconButton>
        {shown.paused && player.element !== undefined && (
          // The bar has the button for keyboard and assistive technology; this one is for pointers.
          <button type="button" className={styles['big']} tabIndex={-1} aria-hidden="true" onClick={actions.toggle}>
            <IconPlayerPlayFilled size={40} aria-hidden="true" />
          </button>
        )}
      </div>
      <MediaBar player={player} stop={isFull && <FullStop onStop={stop} />}>
        {seek}
      </MediaBar>
    </section>
  );
}

function Medium({ player }: { player: Player }) {
  const { library, kind, tag, setTag, actions } = player;
  const { t } = useTexts();
  const device = useSetting((settings) => settings.device);
  const url = useMediaUrl(library.medium);
  const subtitles = useSubtitlesUrl(library.subtitles);
  const isFedByHls = useHlsPlayback(tag, library.medium);
  if (kind === 'script')
    return (
      <span className={styles['art']}>
        <LiveDeviceDrawing device={device} size={180} />
      </span>
    );
  if (url === undefined) return null;
  if (kind === 'audio')
    return (
      <span className={styles['art']}>
        <IconMusic size={72} stroke={1.2} aria-hidden="true" />
        <span>{library.medium?.name}</span>
        {/* biome-ignore lint/a11y/useMediaCaption: a person's own file; captions are a file beside it. */}
        <audio key={url} ref={setTag} src={url} preload="auto" />
      </span>
    );
  return (
    // biome-ignore lint/a11y/useMediaCaption: a person's own file; captions are a file beside it.
    <video
      key={url}
      ref={setTag}
      className={styles['video']}
      src={isFedByHls ? undefined : url}
      preload="auto"
      playsInline
      disableRemotePlayback
      onClick={actions.toggle}
    >
      {subtitles !== undefined && (
        <track key={subtitles} kind="subtitles" src={subtitles} label={t('player.subtitles')} default />
      )}
    </video>
  );
}

function SyncPill({ player: { sync, sending } }: { player: Player }) {
  const { t, number } = useTexts();
  const state = useSyncState(sync);
  if (sync === undefined && !sending) return null;
  const { text, tone } = sending ? ({ text: 'player.sync.sending', tone: 'busy' } as const) : syncStatusText(state);
  return (
    <div className={styles['pill']} role="status">
      <Pill dot={tone}>{t(text, { ms: number(Math.round(state.errorMs ?? 0)) })}</Pill>
    </div>
  );
}

function FullStop({ onStop }: { onStop: () => void }) {
  const { t } = useTexts();
  const moving = useAreLinkedDevicesMoving();
  const busy = useDeviceState(isStopping);
  const stopKey = useSetting((settings) => settings.keyBinding.stop);
  return (
    <StopButton
      label={t('dock.stop')}
      description={t('player.full.stop', { key: stopKey.toUpperCase() })}
      moving={moving}
      busy={busy}
      onStop={onStop}
    />
  );
}

/** The wheel over the picture changes the intensity during play and in full screen; otherwise it scrolls the page. */
function useWheel(frame: HTMLElement | null, isOn: boolean, onStep: (isUp: boolean) => void): void {
  const latest = useLatest(onStep);
  useEffect(() => {
    const picture = frame?.querySelector<HTMLElement>('[data-wheel]');
    if (!picture || !isOn) return;
    function onWheel(event: WheelEvent) {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      latest.current(event.deltaY < 0);
    }
    picture.addEventListener('wheel', onWheel, { passive: false });
    return () => picture.removeEventListener('wheel', onWheel);
  }, [frame, isOn, latest]);
}
