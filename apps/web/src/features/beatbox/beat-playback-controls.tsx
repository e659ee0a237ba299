import type { BeatLeg } from '@tactus/motion';
import { ErrorReason } from '../../device/session/error-reason.tsx';
import { errorText } from '../../device/session/error-text.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '../../ui/icons.ts';
import { withLoadedBeat } from './beat-editor.ts';
import { beatFromTempo } from './beat-file.ts';
import styles from './beatbox-page.module.css';
import { hasAnyStroke } from './played-laps.ts';
import { rateJumpSpeed } from './speed-rating.ts';
import type { BeatEditor } from './use-beat-editor.ts';
import { type BeatPlayback, playbackContentOfSettings } from './use-beat-player.ts';

/** The tempo of the beat to begin with. */
const STARTER_BPM = 60;

interface TransportProps {
  editor: BeatEditor;
  playing: BeatPlayback;
  ready: boolean;
}

const PHASES: Readonly<Record<BeatPlayback['phase'], MessageKey>> = {
  idle: 'beatbox.phase.ready',
  'leading-in': 'beatbox.phase.leadingIn',
  starting: 'beatbox.phase.starting',
  waiting: 'beatbox.phase.starting',
  playing: 'beatbox.phase.playing',
  starving: 'beatbox.phase.starving',
  paused: 'beatbox.phase.paused',
  ended: 'beatbox.phase.ready',
  stopped: 'beatbox.phase.stopped',
  interrupted: 'beatbox.phase.interrupted',
  'taken-over': 'beatbox.phase.takenOver',
  failed: 'beatbox.phase.failed',
  closed: 'beatbox.phase.ready',
};

/** The Play and Stop buttons of the beat box, and what plays now. */
export function BeatPlaybackControls({ editor, playing, ready }: TransportProps) {
  const { t } = useTexts();
  const isOn = playing.what === 'beat';
  const canPlay = hasAnyStroke('beat', playbackContentOfSettings(editor.box));
  const failed = playing.phase === 'failed' && playing.error !== undefined && errorText(playing.error) !== undefined;
  return (
    <>
      <div className={styles['transport']}>
        <Button
          variant={isOn ? 'quiet' : 'primary'}
          size="lg"
          icon={
            isOn ? (
              <IconPlayerStopFilled size={22} aria-hidden="true" />
            ) : (
              <IconPlayerPlayFilled size={22} aria-hidden="true" />
            )
          }
          disabled={!isOn && (!ready || !canPlay)}
          onClick={() => (isOn ? playing.player?.stop() : playing.play('beat'))}
        >
          {t(isOn ? 'beatbox.stop' : 'beatbox.play')}
        </Button>
        <p className={styles['status']} role="status">
          {!failed && t(statusOf(playing, ready, canPlay))}
        </p>
      </div>
      {!isOn && !canPlay && (
        <Button
          onClick={() => editor.draw((box) => withLoadedBeat(box, beatFromTempo(box.currentBeat, STARTER_BPM, 1)))}
        >
          {t('beatbox.starter')}
        </Button>
      )}
      {failed && (
        <Alert tone="negative" title={t('beatbox.phase.failed')}>
          <ErrorReason error={playing.error} />
        </Alert>
      )}
    </>
  );
}

/** The jumps of the beat that the device cannot follow. */
export function TooFastJumpsNote({ legs, maxSpeed }: { legs: readonly BeatLeg[]; maxSpeed: number | undefined }) {
  const { t } = useTexts();
  const count = legs.filter((leg) => rateJumpSpeed(leg, maxSpeed) === 'too-fast').length;
  if (count === 0) return null;
  return (
    <Alert tone="warning" title={t('beatbox.tooFast', { count })}>
      {t('beatbox.tooFast.text')}
    </Alert>
  );
}

function statusOf({ what, phase }: BeatPlayback, ready: boolean, canPlay: boolean): MessageKey {
  if (what === 'playlist' && phase === 'playing') return 'beatbox.phase.playlist';
  if (what === undefined && !ready) return 'beatbox.phase.connect';
  if (what === undefined && !canPlay) return 'beatbox.phase.empty';
  return PHASES[phase];
}
