import { AppliedLimitsNote } from '../../device/dock/applied-limits-note.tsx';
import { useConnectionStatus } from '../../device/session/device-context.tsx';
import { ErrorReason } from '../../device/session/error-reason.tsx';
import { errorText } from '../../device/session/error-text.ts';
import { useTexts } from '../../i18n/text.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '../../ui/icons.ts';
import { Dot } from '../../ui/pill.tsx';
import { ClipPicture } from './clip-picture.tsx';
import { clipStatusText } from './clip-status-text.ts';
import type { ClipTransferMode } from './sync-session.ts';
import styles from './sync-test-page.module.css';
import type { SyncTest } from './use-sync-test.ts';

interface ClipCardProps {
  readonly test: SyncTest;
  readonly transferMode: ClipTransferMode;
}

/** The clip, the state of the synchronisation, and the button that plays both. */
export function ClipCard({ test, transferMode }: ClipCardProps) {
  const { t } = useTexts();
  const ready = useConnectionStatus() === 'ready';
  const { isPlaying, sending, isStarting, synced } = test;
  const words = clipStatusText(synced);
  const failed = test.problem ?? synced.problem;
  return (
    <Card title={t('sync.clip')}>
      <ClipPicture clip={test.clip} sync={test.sync} />
      <p className={styles['state']} role="status">
        <Dot tone={sending ? 'busy' : words.tone} />
        {t(sending ? 'sync.state.sending' : words.text)}
      </p>
      <Button
        variant="primary"
        size="lg"
        wide
        disabled={!ready && !isPlaying && !isStarting}
        aria-busy={isStarting}
        icon={isPlaying ? <IconPlayerPauseFilled aria-hidden="true" /> : <IconPlayerPlayFilled aria-hidden="true" />}
        onClick={test.toggle}
      >
        {t(isPlaying ? 'sync.pause' : 'sync.play')}
      </Button>
      <AppliedLimitsNote />
      {failed !== undefined && errorText(failed) !== undefined && (
        <Alert tone="negative" title={t('sync.problem')}>
          <ErrorReason error={failed} /> {transferMode === 'upload' && t('sync.problem.stream')}
        </Alert>
      )}
    </Card>
  );
}
