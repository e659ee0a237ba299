import { WAVE_KINDS, type WaveKind, waveLevels } from '@tactus/motion';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import styles from './wave-picker.module.css';

const NAMES: Readonly<Record<WaveKind, MessageKey>> = {
  constant: 'hvp.wave.constant',
  pulse: 'hvp.wave.pulse',
  ramp: 'hvp.wave.ramp',
  heartbeat: 'hvp.wave.heartbeat',
  'random-walk': 'hvp.wave.randomWalk',
};

/** The number of steps in the picture of a wave, and the seed of the random one. */
const PICTURE_STEPS = 12;
const PICTURE_SEED = 11;
const HEIGHT = 16;
const STEP_WIDTH = 4;

/** Chooses the course of the strength over time. */
export function WavePicker({ value, onChange }: { value: WaveKind; onChange: (wave: WaveKind) => void }) {
  const { t } = useTexts();
  return (
    <div className={styles['waves']}>
      <Segmented
        label={t('hvp.wave')}
        options={WAVE_KINDS.map((kind) => ({
          value: kind,
          label: (
            <span className={styles['wave']}>
              <WavePicture kind={kind} />
              {t(NAMES[kind])}
            </span>
          ),
        }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

/** A picture of the first steps of a wave. */
function WavePicture({ kind }: { kind: WaveKind }) {
  const levels = waveLevels(kind, PICTURE_SEED);
  const steps = Array.from({ length: PICTURE_STEPS }, (_, step) => {
    const y = 1 + (1 - levels.next().value) * (HEIGHT - 2);
    return `${step === 0 ? 'M0' : 'V'}${step === 0 ? ` ${y}` : y}H${(step + 1) * STEP_WIDTH}`;
  });
  return (
    <svg
      className={styles['picture']}
      width={PICTURE_STEPS * STEP_WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${PICTURE_STEPS * STEP_WIDTH} ${HEIGHT}`}
      fill="none"
      aria-hidden="true"
    >
      <path d={steps.join('')} />
    </svg>
  );
}
