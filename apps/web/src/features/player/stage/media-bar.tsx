import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconRepeat,
  IconRewindBackward10,
  IconRewindForward10,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { type ReactNode, useCallback } from 'react';
import { LiveText } from '../../../device-view/position/live-text.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { formatClockTime } from '../../../ui/clock-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { JUMP_MS, MAX_PLAYBACK_RATE, MIN_PLAYBACK_RATE } from '../session/playable-medium.ts';
import type { Player } from '../session/use-player.ts';
import { fileNameWithoutExtension } from '../source/file-kind.ts';
import styles from './media-bar.module.css';

const PART_TEXTS = { off: 'player.part.off', start: 'player.part.start', on: 'player.part.on' } as const;

interface MediaBarProps {
  player: Player;
  /** The control for seeking. */
  children: ReactNode;
}

/** The controls of the medium. */
export function MediaBar({ player, children }: MediaBarProps) {
  const { t, number } = useTexts();
  const { element, shown, actions, open, library, part, loop, sending, steps } = player;
  const hasActions = open.script !== undefined;
  const rateText = t('player.rate.value', { rate: number(shown.rate, 1) });
  const partState = part === undefined ? 'off' : 'endS' in part ? 'on' : 'start';
  const jump = (direction: -1 | 1) => actions.seekByMs(direction * JUMP_MS);
  const title = (library.medium ?? library.script)?.name ?? '';
  return (
    <div className={styles['bar']}>
      <p className={styles['head']}>
        <span className={styles['title']}>{fileNameWithoutExtension(title)}</span>
        <span className={styles['elapsed']}>
          <Elapsed player={player} />
        </span>
        <span className={styles['total']}>{formatClockTime(shown.durationMs)}</span>
      </p>
      {children}
      <div className={styles['rows']}>
        <div className={styles['transport']}>
          <IconButton
            label={t('player.previousEntry')}
            disabled={steps.previous === undefined}
            onClick={() => steps.previous?.(!shown.paused)}
          >
            <IconPlayerSkipBack size={22} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('player.back10')} disabled={element === undefined} onClick={() => jump(-1)}>
            <IconRewindBackward10 size={24} aria-hidden="true" />
          </IconButton>
          <button
            type="button"
            className={styles['play']}
            aria-label={shown.paused ? t('player.play') : t('player.pause')}
            aria-busy={sending || shown.held}
            disabled={element === undefined}
            onClick={actions.toggle}
          >
            {shown.paused ? (
              <IconPlayerPlayFilled size={26} aria-hidden="true" />
            ) : (
              <IconPlayerPauseFilled size={26} aria-hidden="true" />
            )}
          </button>
          <IconButton label={t('player.on10')} disabled={element === undefined} onClick={() => jump(1)}>
            <IconRewindForward10 size={24} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('player.nextEntry')}
            disabled={steps.next === undefined}
            onClick={() => steps.next?.(!shown.paused)}
          >
            <IconPlayerSkipForward size={22} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles['extras']}>
          <div className={styles['rate']}>
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
          <IconButton label={t('player.loop')} aria-pressed={loop} onClick={actions.toggleLoop}>
            <IconRepeat size={22} aria-hidden="true" />
          </IconButton>
          <IconButton label={t(PART_TEXTS[partState])} data-state={partState} onClick={actions.choosePart}>
            <span className={styles['ab']} aria-hidden="true">
              <span>A</span>–<span>B</span>
            </span>
          </IconButton>
          {hasActions && (
            <IconButton label={t('player.skipGap')} onClick={actions.skipGap}>
              <IconPlayerTrackNext size={22} aria-hidden="true" />
            </IconButton>
          )}
          {player.kind !== 'script' && (
            <>
              <IconButton label={t('player.mute')} aria-pressed={shown.muted} onClick={actions.toggleMute}>
                {shown.muted ? (
                  <IconVolumeOff size={22} aria-hidden="true" />
                ) : (
                  <IconVolume size={22} aria-hidden="true" />
                )}
              </IconButton>
              <input
                className={styles['volume']}
                type="range"
                min={0}
                max={1}
                step={0.05}
                value={shown.muted ? 0 : shown.volume}
                aria-label={t('player.volume')}
                aria-valuetext={t('unit.percent', { value: number(Math.round(shown.volume * 100)) })}
                onChange={(event) => {
                  if (element === undefined) return;
                  element.volume = event.currentTarget.valueAsNumber;
                  element.muted = false;
                }}
              />
            </>
          )}
        </div>
      </div>
    </div>
  );
}

function Elapsed({ player: { element } }: { player: Player }) {
  const read = useCallback(() => formatClockTime((element?.currentTime ?? 0) * 1_000), [element]);
  return <LiveText read={read} />;
}
