import type { ReactNode } from 'react';
import type { ControlDraft } from '../../device/session/use-throttled-draft.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import type { PercentRange } from '../../ui/percent-range.ts';
import { SpeedFader } from '../controls/speed-fader.tsx';
import { StartStopRow } from '../controls/start-stop-row.tsx';
import { StrokeFader } from '../controls/stroke-fader.tsx';
import type { EditableSpeed } from '../controls/use-speed-control.ts';
import type { ReadPosition } from '../position/position-snapshot.ts';
import styles from './remote-controls.module.css';

/** A speed and a part of the stroke, set by one tap. */
interface RemotePreset {
  readonly key: 'full' | 'calm' | 'low' | 'high' | 'fast';
  /** Whole per cent of the top speed. */
  readonly speedPercent: number;
  /** Whole per cent of the travel. */
  readonly stroke: PercentRange;
}

/** From the whole stroke to parts of it, from slow to fast. */
const REMOTE_PRESETS: readonly RemotePreset[] = [
  { key: 'full', speedPercent: 30, stroke: { min: 0, max: 100 } },
  { key: 'calm', speedPercent: 15, stroke: { min: 10, max: 90 } },
  { key: 'low', speedPercent: 25, stroke: { min: 0, max: 40 } },
  { key: 'high', speedPercent: 25, stroke: { min: 60, max: 100 } },
  { key: 'fast', speedPercent: 60, stroke: { min: 30, max: 70 } },
];

/** A short ramp: a remote is felt at once, but never jerks. */
export const REMOTE_RAMP_MS = 600;

const PRESET_TEXTS: Readonly<Record<RemotePreset['key'], MessageKey>> = {
  full: 'remote.preset.full',
  calm: 'remote.preset.calm',
  low: 'remote.preset.low',
  high: 'remote.preset.high',
  fast: 'remote.preset.fast',
};

interface RemoteStrokesProps {
  speed: EditableSpeed;
  stroke: ControlDraft<PercentRange>;
  /** The live position, in shares of what `stroke` spans. */
  read: ReadPosition;
  disabled: boolean;
  /** The fader of the speed; if left out, a fader without a limit. */
  speedFader?: ReactNode;
  /** The fader of the stroke; if left out, one that spans what `stroke` does. */
  strokeFader?: ReactNode;
  /** A note below both. */
  note?: ReactNode;
}

/** Alternating motion for one thumb. */
export function RemoteStrokeControls(props: RemoteStrokesProps) {
  const { speed, stroke, read, disabled, speedFader, strokeFader, note } = props;
  const { t } = useTexts();

  function choose({ speedPercent, stroke: range }: RemotePreset) {
    stroke.change(range);
    stroke.release(range);
    speed.control.set(speedPercent, REMOTE_RAMP_MS);
  }

  return (
    <>
      <div className={styles['faders']}>
        {strokeFader ?? <StrokeFader stroke={stroke} read={read} disabled={disabled} />}
        {speedFader ?? <SpeedFader speed={speed} disabled={disabled} />}
      </div>
      {note}
      <fieldset className={styles['presets']} aria-label={t('remote.presets')}>
        {REMOTE_PRESETS.map((preset) => (
          <Button key={preset.key} disabled={disabled} onClick={() => choose(preset)}>
            {t(PRESET_TEXTS[preset.key])}
          </Button>
        ))}
      </fieldset>
      <StartStopRow
        speed={speed}
        disabled={disabled}
        rampMs={REMOTE_RAMP_MS}
        texts={{ start: t('remote.start'), starting: t('remote.starting'), stop: t('remote.stop') }}
      />
    </>
  );
}
