import { useState } from 'react';
import { AppliedLimitsNote } from '../../../device/dock/applied-limits-note.tsx';
import { useConnectionStatus, useDevice, useDeviceState } from '../../../device/session/device-context.tsx';
import { useThrottledDraft } from '../../../device/session/use-throttled-draft.ts';
import { StrokeFader } from '../../../device-view/controls/stroke-fader.tsx';
import { UprightFader } from '../../../device-view/controls/upright-fader.tsx';
import { useStrokeWindow } from '../../../device-view/controls/use-stroke-window.ts';
import { usePositionReader } from '../../../device-view/position/use-position-reader.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { Player } from '../session/use-player.ts';
import styles from './live-settings.module.css';

/** The largest offset that the cloud accepts, ms. */
const OFFSET_MOST_MS = 5_000;
const OFFSET_STEP_MS = 10;

/** The settings to change during play: stroke window, intensity, direction, offset. */
export function LiveSettings({ player }: { player: Player }) {
  const { t } = useTexts();
  const ready = useConnectionStatus() === 'ready';
  const stroke = useStrokeWindow();
  const { read } = usePositionReader();
  const { shape, setShape, open } = player;
  return (
    <Card title={t('player.live')}>
      <div className={styles['faders']}>
        <StrokeFader stroke={stroke} read={read} disabled={!ready} />
        <Intensity player={player} />
      </div>
      <Offset disabled={!ready} />
      {open.remoteUrl === undefined && (
        <Switch
          label={t('player.invert')}
          checked={shape.invert}
          onChange={(invert) => setShape({ ...shape, invert })}
        />
      )}
      <AppliedLimitsNote isWhole={player.transferMode === 'upload' || open.remoteUrl !== undefined} />
      {player.isStale && <p className={styles['note']}>{t('player.stale')}</p>}
    </Card>
  );
}

function Intensity({ player: { shape, setShape, open } }: { player: Player }) {
  const { t, number } = useTexts();
  const [draft, setDraft] = useState<number>();
  const shown = draft ?? shape.intensityPercent;
  return (
    <UprightFader
      label={t('player.intensity')}
      aside={t('unit.percent', { value: number(shown) })}
      value={shown}
      disabled={open.remoteUrl !== undefined}
      onChange={setDraft}
      onRelease={(intensityPercent) => {
        setDraft(undefined);
        setShape({ ...shape, intensityPercent });
      }}
    />
  );
}

function Offset({ disabled }: { disabled: boolean }) {
  const { t, number } = useTexts();
  const device = useDevice();
  const reported = useDeviceState(({ clockSync }) => clockSync.deviceUserTimeOffset ?? 0);
  const { shown, change, release } = useThrottledDraft({ reported, send: (ms: number) => device.hstp.setOffset(ms) });
  return (
    <div className={styles['row']}>
      <span>
        {t('player.offset')}
        <span className={styles['hint']}>{t('player.offset.hint')}</span>
      </span>
      <Stepper
        label={t('player.offset')}
        decreaseLabel={t('player.offset.less')}
        increaseLabel={t('player.offset.more')}
        value={shown}
        min={-OFFSET_MOST_MS}
        max={OFFSET_MOST_MS}
        step={OFFSET_STEP_MS}
        valueText={t('unit.ms', { value: number(shown) })}
        disabled={disabled}
        onChange={(ms) => {
          change(ms);
          release(ms);
        }}
      />
    </div>
  );
}
