import { useState } from 'react';
import { AppliedLimitsNote } from '../../device/dock/applied-limits-note.tsx';
import { useConnectionStatus } from '../../device/session/device-context.tsx';
import { OwnSpeedFader } from '../../device-view/controls/own-speed-fader.tsx';
import { StartStopRow } from '../../device-view/controls/start-stop-row.tsx';
import { StrokeFader } from '../../device-view/controls/stroke-fader.tsx';
import { useSpeedControl } from '../../device-view/controls/use-speed-control.ts';
import { useStrokeWindow } from '../../device-view/controls/use-stroke-window.ts';
import { usePositionReader } from '../../device-view/position/use-position-reader.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { HoldButton } from '../../ui/hold-button.tsx';
import { IconBolt } from '../../ui/icons.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import styles from './hamp-controls.module.css';

const STEPS = [5, 10, 25] as const;
const DEFAULT_RAMP_SECONDS = 1;
const LONGEST_RAMP_SECONDS = 10;

/** The controls of the alternating motion. */
export function HampControls() {
  const { t, number } = useTexts();
  const speed = useSpeedControl();
  const stroke = useStrokeWindow();
  const { read } = usePositionReader();
  const ready = useConnectionStatus() === 'ready';
  const [step, setStep] = useState<(typeof STEPS)[number]>(5);
  const [rampSeconds, setRampSeconds] = useState(DEFAULT_RAMP_SECONDS);
  const rampMs = rampSeconds * 1000;
  const stepText = number(step);

  return (
    <div className={styles['controls']}>
      <div className={styles['faders']}>
        <StrokeFader stroke={stroke} read={read} disabled={!ready} />
        <OwnSpeedFader speed={speed} disabled={!ready} />
      </div>
      <div className={styles['side']}>
        <AppliedLimitsNote />
        <div className={styles['three']}>
          <Button
            aria-label={t('hamp.slower', { step: stepText })}
            disabled={!ready}
            onClick={() => speed.control.step(-step, rampMs)}
          >
            −{stepText}
          </Button>
          <Button
            aria-label={t('hamp.faster', { step: stepText })}
            disabled={!ready}
            onClick={() => speed.control.step(step, rampMs)}
          >
            +{stepText}
          </Button>
          <div className={styles['boost']}>
            <HoldButton
              disabled={!ready || !speed.playing}
              onHold={(held) => speed.control.boost(held)}
              icon={<IconBolt size={18} aria-hidden="true" />}
            >
              {t('hamp.boost')}
            </HoldButton>
          </div>
        </div>
        <div className={styles['two']}>
          <Segmented
            label={t('hamp.step')}
            options={STEPS.map((value) => ({ value, label: t('unit.percent', { value: number(value) }) }))}
            value={step}
            onChange={setStep}
          />
          <Stepper
            label={t('hamp.ramp')}
            decreaseLabel={t('hamp.ramp.shorter')}
            increaseLabel={t('hamp.ramp.longer')}
            value={rampSeconds}
            min={0}
            max={LONGEST_RAMP_SECONDS}
            step={0.5}
            valueText={t('hamp.ramp.value', { value: number(rampSeconds, rampSeconds % 1 === 0 ? 0 : 1) })}
            onChange={setRampSeconds}
          />
        </div>
        <StartStopRow
          className={styles['stop']}
          speed={speed}
          disabled={!ready}
          rampMs={rampMs}
          texts={{ start: t('hamp.start'), starting: t('hamp.starting'), stop: t('hamp.stop') }}
        />
      </div>
    </div>
  );
}
