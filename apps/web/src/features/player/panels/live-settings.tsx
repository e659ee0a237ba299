import { useState } from 'react';
import { AppliedLimitsNote } from '../../../device/dock/applied-limits-note.tsx';
import { useConnectionStatus } from '../../../device/session/device-context.tsx';
import { StrokeFader } from '../../../device-view/controls/stroke-fader.tsx';
import { LabelledUprightControl, UprightFader } from '../../../device-view/controls/upright-fader.tsx';
import { useStrokeWindow } from '../../../device-view/controls/use-stroke-window.ts';
import { usePositionReader } from '../../../device-view/position/use-position-reader.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fader } from '../../../ui/fader.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { Player } from '../session/use-player.ts';
import { MediaExtras } from '../stage/media-extras.tsx';
import styles from './live-settings.module.css';

interface LiveSettingsProps {
  readonly player: Player;
  /**
   * On a narrow screen the faders lie one below the other, so that they are in view below the picture, and below them the
   * controls for which the bar of the picture has no room.
   */
  readonly isNarrow: boolean;
}

/** The settings to change during play: stroke window, intensity, direction. */
export function LiveSettings({ player, isNarrow }: LiveSettingsProps) {
  const { t } = useTexts();
  const ready = useConnectionStatus() === 'ready';
  const stroke = useStrokeWindow();
  const { read } = usePositionReader();
  const { shape, setShape, open } = player;
  return (
    <Card {...(!isNarrow && { title: t('player.live') })} className={isNarrow ? styles['narrow'] : undefined}>
      <div className={styles['faders']} data-narrow={isNarrow || undefined}>
        <StrokeFader stroke={stroke} read={read} disabled={!ready} orientation={isNarrow ? 'horizontal' : 'vertical'} />
        <Intensity player={player} isNarrow={isNarrow} />
      </div>
      {isNarrow && <MediaExtras player={player} isNamed />}
      {open.remoteUrl === undefined && (
        <Switch
          label={t('player.invert')}
          checked={shape.invert}
          onChange={(invert) => setShape({ ...shape, invert })}
        />
      )}
      <AppliedLimitsNote isWhole={player.transferMode === 'upload' || open.remoteUrl !== undefined} />
      {player.isStale && <p className="note">{t('player.stale')}</p>}
    </Card>
  );
}

function Intensity({ player: { shape, setShape, open }, isNarrow }: { player: Player; isNarrow: boolean }) {
  const { t, number } = useTexts();
  const [draft, setDraft] = useState<number>();
  const shown = draft ?? shape.intensityPercent;
  const label = t('player.intensity');
  const percent = t('unit.percent', { value: number(shown) });
  const fader = {
    ...{ label, value: shown, disabled: open.remoteUrl !== undefined, onChange: setDraft },
    onRelease(intensityPercent: number) {
      setDraft(undefined);
      setShape({ ...shape, intensityPercent });
    },
  };
  if (!isNarrow) return <UprightFader aside={percent} {...fader} />;
  return (
    <LabelledUprightControl label={label} aside={percent}>
      <Fader valueText={percent} {...fader} />
    </LabelledUprightControl>
  );
}
