import { type ComponentProps, useState } from 'react';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconPlayerTrackNext, IconRepeat, IconVolume, IconVolumeOff } from '../../../ui/icons.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import { canSetVolume, MAX_PLAYBACK_RATE, MIN_PLAYBACK_RATE } from '../session/playable-medium.ts';
import type { Player } from '../session/use-player.ts';
import styles from './media-extras.module.css';

const PART_TEXTS = { off: 'player.part.off', start: 'player.part.start', on: 'player.part.on' } as const;

interface MediaExtrasProps {
  readonly player: Player;
  /** The controls have their names beside them: in a panel, where there is room. */
  readonly isNamed?: boolean;
}

/** Rate, repeat, repeat of a part, skip gap and volume: in the bar where there is room, else in a panel. */
export function MediaExtras({ player, isNamed = false }: MediaExtrasProps) {
  const { t, number } = useTexts();
  const [isVolumeSettable] = useState(canSetVolume);
  const { element, shown, actions, open, part, loop } = player;
  const hasWholeTenths = Math.round(shown.rate * 100) % 10 === 0;
  const rateText = t('player.rate.value', { rate: number(shown.rate, hasWholeTenths ? 1 : 2) });
  const volume = shown.muted ? 0 : shown.volume;
  const volumeText = t('unit.percent', { value: number(Math.round(volume * 100)) });
  const partState = part === undefined ? 'off' : 'endS' in part ? 'on' : 'start';
  const Control = isNamed ? NamedButton : IconButton;
  return (
    <div className={styles['extras']} data-named={isNamed || undefined}>
      <div className={styles['rate']}>
        {isNamed && <span>{t('player.rate')}</span>}
        <Stepper
          label={t('player.rate')}
          decreaseLabel={t('player.rate.slower')}
          increaseLabel={t('player.rate.faster')}
          value={shown.rate}
          min={MIN_PLAYBACK_RATE}
          max={MAX_PLAYBACK_RATE}
          step={0.05}
          valueText={rateText}
          disabled={element === undefined}
          onChange={(rate) => actions.stepRate(rate > shown.rate ? 0.1 : -0.1)}
        />
      </div>
      <Control label={t('player.loop')} aria-pressed={loop} onClick={actions.toggleLoop}>
        <IconRepeat size={22} aria-hidden="true" />
      </Control>
      {open.script !== undefined && (
        <Control label={t('player.skipGap')} onClick={actions.skipGap}>
          <IconPlayerTrackNext size={22} aria-hidden="true" />
        </Control>
      )}
      <Control label={t(PART_TEXTS[partState])} data-state={partState} onClick={actions.choosePart}>
        <span className={styles['ab']} aria-hidden="true">
          <span>A</span>–<span>B</span>
        </span>
      </Control>
      {player.kind !== 'script' && (
        <>
          <Control label={t('player.mute')} aria-pressed={shown.muted} onClick={actions.toggleMute}>
            {shown.muted ? <IconVolumeOff size={22} aria-hidden="true" /> : <IconVolume size={22} aria-hidden="true" />}
          </Control>
          {isVolumeSettable && (
            <label className={styles['volume']}>
              {isNamed && <span>{t('player.volume')}</span>}
              <input
                type="range"
                min={0}
                max={1}
                step={0.05}
                value={volume}
                aria-label={t('player.volume')}
                aria-valuetext={volumeText}
                onChange={(event) => actions.setVolume(event.currentTarget.valueAsNumber)}
              />
              {isNamed && <span>{volumeText}</span>}
            </label>
          )}
        </>
      )}
    </div>
  );
}

/** A button with its icon and its name. */
function NamedButton({ label, children, ...rest }: ComponentProps<typeof IconButton>) {
  return (
    <Button icon={children} {...rest}>
      {label}
    </Button>
  );
}
