import { Link } from '@tanstack/react-router';
import { errorText } from '../../../device/session/error-text.ts';
import { useSyncState } from '../../../device/session/use-sync-state.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconX } from '../../../ui/icons.ts';
import type { Player } from '../session/use-player.ts';
import { fileNameWithoutExtension } from '../source/file-kind.ts';
import styles from './mini-controls.module.css';

/**
 * Beside the small picture on other pages: the title, which leads to the player, why it does not play, play and pause, and
 * Close.
 */
export function MiniControls({ player, isBlocked }: { player: Player; isBlocked: boolean }) {
  const { t } = useTexts();
  const { element, shown, actions, library, isStarting, mediumFailed } = player;
  const title = (library.medium ?? library.script)?.name ?? t('page.local');
  const synced = useSyncState(player.sync);
  const problem = player.problem ?? synced.problem;
  const hasProblem = problem !== undefined && errorText(problem) !== undefined;
  return (
    <>
      <Link to="/local" className={styles['title']}>
        <span>{fileNameWithoutExtension(title)}</span>
        {(mediumFailed || hasProblem) && (
          <span className={styles['failure']} role="alert">
            {t(mediumFailed ? 'player.mediumFailed.short' : 'player.problem')}
          </span>
        )}
      </Link>
      {!isBlocked && !(mediumFailed && shown.paused) && (
        <IconButton
          label={t(shown.paused ? 'player.play' : 'player.pause')}
          aria-busy={isStarting || shown.held}
          disabled={element === undefined}
          onClick={actions.toggle}
        >
          {shown.paused ? (
            <IconPlayerPlayFilled size={22} aria-hidden="true" />
          ) : (
            <IconPlayerPauseFilled size={22} aria-hidden="true" />
          )}
        </IconButton>
      )}
      <IconButton label={t('app.close')} onClick={library.clear}>
        <IconX size={20} aria-hidden="true" />
      </IconButton>
    </>
  );
}
