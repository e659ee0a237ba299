import { type ReactNode, useCallback } from 'react';
import { LiveText } from '../../../device-view/position/live-text.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { formatClockTime } from '../../../ui/clock-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRewindBackward10,
  IconRewindForward10,
} from '../../../ui/icons.ts';
import { JUMP_MS } from '../session/playable-medium.ts';
import type { Player } from '../session/use-player.ts';
import { fileNameWithoutExtension } from '../source/file-kind.ts';
import { FirstMoveNote } from './first-move-note.tsx';
import styles from './media-bar.module.css';
import { MediaExtras } from './media-extras.tsx';

interface MediaBarProps {
  player: Player;
  /** The control for seeking. */
  children: ReactNode;
  /** Whether the bar has room for rate, repeat and volume. */
  hasExtras: boolean;
  /** Jumps by so many ms. */
  onJump: (ms: number) => void;
}

/** The controls of the medium. */
export function MediaBar({ player, children, hasExtras, onJump }: MediaBarProps) {
  const { t } = useTexts();
  const { element, shown, actions, library, open, isStarting, steps, mediumFailed } = player;
  const canPlay = element !== undefined && !(mediumFailed && shown.paused);
  // After one that could not be read the script before it plays.
  const script = open.failure === undefined ? library.script : open.script;
  const title = (library.medium ?? library.script)?.name ?? '';
  return (
    <div className={styles['bar']}>
      <p className={styles['head']}>
        <span className={`grow shrink semibold break ${styles['name']}`}>
          {fileNameWithoutExtension(title)}
          {script !== undefined && <span className={styles['script']}>{script.name}</span>}
        </span>
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
          <IconButton label={t('player.back10')} disabled={element === undefined} onClick={() => onJump(-JUMP_MS)}>
            <IconRewindBackward10 size={24} aria-hidden="true" />
          </IconButton>
          <button
            type="button"
            className={styles['play']}
            aria-label={shown.paused ? t('player.play') : t('player.pause')}
            aria-busy={isStarting || shown.held}
            disabled={!canPlay}
            onClick={actions.toggle}
          >
            {shown.paused ? (
              <IconPlayerPlayFilled size={26} aria-hidden="true" />
            ) : (
              <IconPlayerPauseFilled size={26} aria-hidden="true" />
            )}
          </button>
          <IconButton label={t('player.on10')} disabled={element === undefined} onClick={() => onJump(JUMP_MS)}>
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
        {hasExtras && <MediaExtras player={player} />}
      </div>
      <FirstMoveNote player={player} />
    </div>
  );
}

function Elapsed({ player: { element } }: { player: Player }) {
  const read = useCallback(() => formatClockTime((element?.currentTime ?? 0) * 1_000), [element]);
  return <LiveText read={read} />;
}
