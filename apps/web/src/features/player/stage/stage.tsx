import { type ReactNode, useState } from 'react';
import { useStop } from '../../../device/dock/use-stop.ts';
import { useAreLinkedDevicesMoving } from '../../../device/linked/linked-devices-context.tsx';
import { useDeviceState } from '../../../device/session/device-context.tsx';
import { isStopping } from '../../../device/session/motion.ts';
import { LivePositionStrip } from '../../../device-view/position/live-position-strip.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { useSetting } from '../../../settings/use-settings.tsx';
import { useRegisterFrontLayer } from '../../../ui/front-layer.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import {
  IconAdjustmentsHorizontal,
  IconArrowLeft,
  IconBadgeCc,
  IconEyeOff,
  IconLayoutBottombarExpand,
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPlayFilled,
} from '../../../ui/icons.ts';
import { StopButton } from '../../../ui/stop-button.tsx';
import { useCloseOnBack } from '../../../ui/use-close-on-back.ts';
import { JUMP_MS } from '../session/playable-medium.ts';
import { useSubtitleSettings } from '../session/subtitle-settings.ts';
import type { Player } from '../session/use-player.ts';
import { LevelReadout } from './level-readout.tsx';
import { MediaBar } from './media-bar.tsx';
import { Medium } from './medium.tsx';
import miniStyles from './mini-controls.module.css';
import { MiniControls } from './mini-controls.tsx';
import overStyles from './over-picture.module.css';
import styles from './stage.module.css';
import { SyncPill } from './sync-pill.tsx';
import { useBriefly } from './use-briefly.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useIdleControls } from './use-idle-controls.ts';
import { useLevels } from './use-levels.ts';
import { usePictureInPicture } from './use-picture-in-picture.ts';
import { usePictureTaps } from './use-picture-taps.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useSideView } from './use-side-view.ts';

const SEEK_MS = 5_000;
/** The mark of a jump goes so long after it, ms. */
const JUMP_MARK_MS = 800;

interface MediumStageProps {
  readonly player: Player;
  /** The control for seeking. */
  readonly seek: ReactNode;
  /** Whether the bar has room for rate, repeat and volume, which it always has over the picture. */
  readonly hasRoom: boolean;
  /** Another page is shown: the stage is a card with a small picture. */
  readonly isAway: boolean;
  /** The shown page may command the device: the card cannot play. */
  readonly isBlocked: boolean;
  /** Receives the place of the panels over the picture while it is open. */
  readonly setSheet: (sheet: HTMLElement | null) => void;
  /** Stops the device and hides the screen. */
  readonly onHide: () => void;
}

/** The medium with its controls. In full screen, and on a phone on its side, it fills the screen and the controls lie over it. */
export function MediumStage({ player, seek, hasRoom, isAway, isBlocked, setSheet, onHide }: MediumStageProps) {
  const { t } = useTexts();
  const [section, setSection] = useState<HTMLElement | null>(null);
  // On other pages no finger, wheel and key belongs to the player.
  const frame = isAway ? null : section;
  const { actions, shown, library } = player;
  const { isFull, toggle: toggleFull } = useFullScreen(frame);
  const { isSide, leave } = useSideView(!isAway && !shown.paused);
  const isCovering = !isAway && (isFull || isSide);
  const [isSheetWanted, setSheetWanted] = useState(false);
  const isSheetOpen = isCovering && isSheetWanted;
  useCloseOnBack(isSheetOpen, () => setSheetWanted(false));
  const { isIdle, hide } = useIdleControls(isCovering && !shown.paused && !isSheetOpen);
  useRegisterFrontLayer(isCovering ? frame : null);
  const stop = useStop();
  const subtitles = useSubtitleSettings(library.subtitles);
  const ownWindow = usePictureInPicture(player.tag);
  const levels = useLevels(frame, player, isCovering);
  const jumped = useBriefly<number>(JUMP_MARK_MS);
  function jump(ms: number) {
    actions.seekByMs(ms);
    // Jumps the same way, one soon after the other, are shown as one.
    jumped.show((before = 0) => (before * ms > 0 ? before + ms : ms));
  }
  usePlayerKeys(
    isAway
      ? undefined
      : {
          ' ': actions.toggle,
          k: actions.toggle,
          ArrowLeft: () => jump(-SEEK_MS),
          ArrowRight: () => jump(SEEK_MS),
          ArrowUp: () => levels.stepIntensity(1),
          ArrowDown: () => levels.stepIntensity(-1),
          'Shift+ArrowUp': () => levels.stepVolume(1),
          'Shift+ArrowDown': () => levels.stepVolume(-1),
          m: actions.toggleMute,
          f: toggleFull,
          l: actions.toggleLoop,
          b: actions.choosePart,
          p: actions.previousAction,
          n: actions.nextAction,
          g: actions.skipGap,
          c: subtitles.toggle,
          i: () => ownWindow?.toggle(),
        },
  );
  usePictureTaps(frame, {
    ...{ isCovering, isIdle, onToggle: actions.toggle, onHide: hide },
    onJump: (direction) => jump(direction * JUMP_MS),
  });

  return (
    <section
      ref={setSection}
      className={isAway ? miniStyles['card'] : styles['stage']}
      data-covering={isCovering || undefined}
      data-idle={isIdle || undefined}
      aria-label={t('player.stage')}
    >
      <div className={styles['picture']} data-kind={player.kind} data-picture>
        <Medium player={player} />
        {!isAway && (
          <>
            <div className={styles['top']}>
              {!isCovering && (
                <IconButton label={t('player.library.back')} onClick={player.library.clear}>
                  <IconArrowLeft size={22} aria-hidden="true" />
                </IconButton>
              )}
              <SyncPill player={player} />
            </div>
            <div className={styles['corner']}>
              {library.subtitles !== undefined && player.kind === 'video' && (
                <IconButton label={t('player.subtitles.show')} aria-pressed={subtitles.isOn} onClick={subtitles.toggle}>
                  <IconBadgeCc size={24} aria-hidden="true" />
                </IconButton>
              )}
              {ownWindow !== undefined && (
                <IconButton label={t('player.ownWindow')} aria-pressed={ownWindow.isOut} onClick={ownWindow.toggle}>
                  <IconPictureInPicture size={22} aria-hidden="true" />
                </IconButton>
              )}
              {isCovering && (
                <IconButton
                  label={t('player.panels')}
                  aria-pressed={isSheetOpen}
                  onClick={() => setSheetWanted(!isSheetOpen)}
                >
                  <IconAdjustmentsHorizontal size={22} aria-hidden="true" />
                </IconButton>
              )}
              {isSide && !isFull && (
                <IconButton label={t('player.side.leave')} onClick={leave}>
                  <IconLayoutBottombarExpand size={22} aria-hidden="true" />
                </IconButton>
              )}
              <IconButton label={isFull ? t('player.full.leave') : t('player.full')} onClick={toggleFull}>
                {isFull ? <IconMinimize size={22} aria-hidden="true" /> : <IconMaximize size={22} aria-hidden="true" />}
              </IconButton>
            </div>
          </>
        )}
        {shown.paused && !isAway && !isCovering && player.element !== undefined && !player.mediumFailed && (
          // The bar has the button for keyboard and assistive technology; this one is for pointers.
          <button type="button" className={styles['big']} tabIndex={-1} aria-hidden="true" onClick={actions.toggle}>
            <IconPlayerPlayFilled size={40} aria-hidden="true" />
          </button>
        )}
        {jumped.shown !== undefined && <JumpMark ms={jumped.shown} />}
      </div>
      {isAway ? (
        <MiniControls {...{ player, isBlocked }} />
      ) : (
        <div className={styles['controls']}>
          <MediaBar player={player} hasExtras={(hasRoom || isCovering) && !isSheetOpen} onJump={jump}>
            {seek}
          </MediaBar>
        </div>
      )}
      {isCovering && (
        <>
          {isSheetOpen && <div ref={setSheet} className={overStyles['sheet']} data-sheet />}
          {levels.isChanging && <LevelReadout player={player} />}
          <div className={overStyles['foot']}>
            <button type="button" className={overStyles['hide']} aria-label={t('app.hide')} onClick={onHide}>
              <IconEyeOff size={22} aria-hidden="true" />
              <span>{t('app.hide')}</span>
            </button>
            <div className={overStyles['strip']}>
              <LivePositionStrip />
            </div>
          </div>
          <CoveringStop onStop={stop} />
        </>
      )}
    </section>
  );
}

/** How far a jump went, at the side to which it went. The clock and the seek bar say it to assistive technology. */
function JumpMark({ ms }: { ms: number }) {
  const { t, number } = useTexts();
  return (
    <p className={overStyles['jump']} data-back={ms < 0 || undefined} aria-hidden="true">
      {ms < 0 ? '\u2212' : '+'}
      {t('player.seconds', { seconds: number(Math.abs(ms) / 1_000) })}
    </p>
  );
}

function CoveringStop({ onStop }: { onStop: () => void }) {
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
