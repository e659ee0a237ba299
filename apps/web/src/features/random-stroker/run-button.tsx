import { useEffect, useRef } from 'react';
import { onAnimationFrames } from '../../device-view/position/animation-frames.ts';
import { useTexts } from '../../i18n/text.tsx';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '../../ui/icons.ts';
import { useClock } from '../../ui/time-context.tsx';
import { useSoftDisabled } from '../../ui/use-soft-disabled.ts';
import styles from './run-button.module.css';
import type { RandomRun } from './use-run.ts';

/** The ring in the units of its drawing. */
const RADIUS = 94;
const LENGTH = 2 * Math.PI * RADIUS;

interface RunButtonProps {
  run: RandomRun;
  disabled: boolean;
  onPress: () => void;
}

/** The whole disc starts and stops the run; around it the time until the next pick runs out. */
export function RunButton({ run, disabled, onPress }: RunButtonProps) {
  const { t } = useTexts();
  const running = run.phase !== 'idle';
  // A second tap right after the first must not stop what the first one starts.
  const busy = run.phase === 'starting' && run.startedMs === undefined;
  const soft = useSoftDisabled(disabled);
  return (
    <button
      type="button"
      className={styles['disc']}
      data-running={running || undefined}
      data-resting={run.phase === 'resting' || undefined}
      aria-label={t(running && !busy ? 'random.stop' : 'random.start')}
      {...soft}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={busy || disabled ? undefined : onPress}
    >
      {running ? (
        <Countdown run={run} />
      ) : (
        <span className={styles['words']} aria-hidden="true">
          <IconPlayerPlayFilled size={56} />
          <span className={styles['start']}>{t('random.start')}</span>
        </span>
      )}
    </button>
  );
}

/** Drawn every frame, outside React's state. */
function Countdown({ run }: { run: RandomRun }) {
  const { t, number } = useTexts();
  const time = useClock();
  const ring = useRef<SVGCircleElement>(null);
  const digits = useRef<HTMLSpanElement>(null);
  const { phase, phaseStartMs, phaseEndMs } = run;

  useEffect(
    () =>
      onAnimationFrames(() => {
        const leftMs = Math.max(0, phaseEndMs - time.monotonic());
        const part = phase === 'starting' ? 0 : leftMs / Math.max(1, phaseEndMs - phaseStartMs);
        ring.current?.style.setProperty('stroke-dashoffset', String(LENGTH * (1 - part)));
        const text = phase === 'starting' ? '…' : number(leftMs / 1000, 1);
        if (digits.current !== null && digits.current.textContent !== text) digits.current.textContent = text;
        return true;
      }),
    [phase, phaseStartMs, phaseEndMs, time, number],
  );

  return (
    <>
      <svg className={styles['ring']} viewBox="0 0 200 200" fill="none" aria-hidden="true">
        <circle className={styles['track']} cx="100" cy="100" r={RADIUS} />
        <circle ref={ring} className={styles['left']} cx="100" cy="100" r={RADIUS} strokeDasharray={LENGTH} />
      </svg>
      <span className={styles['words']} aria-hidden="true">
        <span className="note">{t(CAPTIONS[phase])}</span>
        <span ref={digits} className={styles['digits']} />
        <span className={styles['stop']}>
          <IconPlayerStopFilled size={18} />
          {t('random.stop')}
        </span>
      </span>
    </>
  );
}

const CAPTIONS = {
  idle: 'random.countdown.next',
  starting: 'random.countdown.starting',
  moving: 'random.countdown.next',
  resting: 'random.countdown.rest',
} as const;
