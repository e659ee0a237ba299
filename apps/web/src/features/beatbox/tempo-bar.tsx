import { addTap, bpmOfColumnMs, bpmOfTaps, COLUMN_MS_BOUNDS, columnMsOfBpm, type TapTimes } from '@tactus/motion';
import { useRef, useState } from 'react';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { IconHandFinger, IconMetronome } from '../../ui/icons.ts';
import { Stepper } from '../../ui/stepper.tsx';
import { useClock } from '../../ui/time-context.tsx';
import styles from './beatbox-page.module.css';
import { useBpmText } from './use-bpm-text.ts';

interface TempoBarProps {
  cellMs: number;
  metronome: boolean;
  onCellMs: (cellMs: number) => void;
  onMetronome: (on: boolean) => void;
}

/** The tempo: by step, by tapping, halved and doubled; and a metronome to hear it. */
export function TempoBar({ cellMs, metronome, onCellMs, onMetronome }: TempoBarProps) {
  const { t } = useTexts();
  const time = useClock();
  const bpmText = useBpmText();
  const [taps, setTaps] = useState<TapTimes>([]);
  const downAtMs = useRef(0);
  const bpm = bpmOfColumnMs(cellMs);
  const setBpm = (wanted: number) => onCellMs(columnMsOfBpm(wanted));
  const [slowest, fastest] = [bpmOfColumnMs(COLUMN_MS_BOUNDS.max), bpmOfColumnMs(COLUMN_MS_BOUNDS.min)];

  function tap(atMs: number) {
    const next = addTap(taps, atMs);
    setTaps(next);
    const tapped = bpmOfTaps(next);
    if (tapped !== undefined) setBpm(Math.round(tapped));
  }

  return (
    <fieldset className={styles['tempo']} aria-label={t('beatbox.tempo')}>
      <Stepper
        label={t('beatbox.tempo')}
        decreaseLabel={t('beatbox.tempo.slower')}
        increaseLabel={t('beatbox.tempo.faster')}
        value={Math.round(bpm * 10) / 10}
        min={slowest}
        max={fastest}
        step={1}
        valueText={bpmText(bpm)}
        onChange={setBpm}
      />
      <div className={styles['tempoKeys']}>
        <Button
          icon={<IconHandFinger size={18} aria-hidden="true" />}
          // The moment of the touch counts, once the finger has been lifted and has not scrolled; a key has no such moment.
          onPointerDown={() => {
            downAtMs.current = time.monotonic();
          }}
          onClick={({ detail }) => tap(detail === 0 ? time.monotonic() : downAtMs.current)}
        >
          {t('beatbox.tempo.tap')}
        </Button>
        <Button aria-label={t('beatbox.tempo.half')} disabled={bpm <= slowest} onClick={() => setBpm(bpm / 2)}>
          ½
        </Button>
        <Button aria-label={t('beatbox.tempo.double')} disabled={bpm >= fastest} onClick={() => setBpm(bpm * 2)}>
          ×2
        </Button>
        <Button
          aria-pressed={metronome}
          aria-label={t('beatbox.metronome')}
          title={t('beatbox.metronome')}
          onClick={() => onMetronome(!metronome)}
        >
          <IconMetronome size={20} aria-hidden="true" />
        </Button>
      </div>
    </fieldset>
  );
}
