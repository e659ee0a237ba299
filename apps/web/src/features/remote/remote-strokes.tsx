import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { useStop } from '../../device/use-stop.ts';
import { SpeedFader } from '../../device-view/controls/speed-fader.tsx';
import { StrokeFader } from '../../device-view/controls/stroke-fader.tsx';
import { useSpeed } from '../../device-view/controls/use-speed.ts';
import { useStroke } from '../../device-view/controls/use-stroke.ts';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Button } from '../../ui/button.tsx';
import { REMOTE_PRESETS, type RemotePreset } from './presets.ts';
import styles from './remote-page.module.css';

/** A remote is felt at once, but never jerks. */
const RAMP_MS = 600;

const PRESET_TEXTS: Readonly<Record<RemotePreset['key'], MessageKey>> = {
  full: 'remote.preset.full',
  calm: 'remote.preset.calm',
  low: 'remote.preset.low',
  high: 'remote.preset.high',
  fast: 'remote.preset.fast',
};

/** Alternating motion for one thumb. */
export function RemoteStrokes({ disabled }: { disabled: boolean }) {
  const { t } = useTexts();
  const speed = useSpeed();
  const stroke = useStroke();
  const stop = useStop();

  function choose({ speedPercent, stroke: range }: RemotePreset) {
    stroke.change(range);
    stroke.release(range);
    speed.control.step(speedPercent - speed.wantedPercent, RAMP_MS);
  }

  return (
    <>
      <div className={styles['faders']}>
        <StrokeFader disabled={disabled} />
        <SpeedFader speed={speed} disabled={disabled} />
      </div>
      <fieldset className={styles['presets']} aria-label={t('remote.presets')}>
        {REMOTE_PRESETS.map((preset) => (
          <Button key={preset.key} disabled={disabled} onClick={() => choose(preset)}>
            {t(PRESET_TEXTS[preset.key])}
          </Button>
        ))}
      </fieldset>
      {speed.playing ? (
        <Button
          variant="primary"
          size="lg"
          wide
          icon={<IconPlayerStopFilled size={20} aria-hidden="true" />}
          onClick={stop}
        >
          {t('remote.stop')}
        </Button>
      ) : (
        <Button
          variant="primary"
          size="lg"
          wide
          disabled={disabled || speed.starting}
          icon={<IconPlayerPlayFilled size={20} aria-hidden="true" />}
          onClick={() => speed.start(RAMP_MS)}
        >
          {speed.starting ? t('remote.starting') : t('remote.start')}
        </Button>
      )}
    </>
  );
}
