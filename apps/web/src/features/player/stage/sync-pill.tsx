import { useConnectionStatus, useDeviceState } from '../../../device/session/device-context.tsx';
import { DEVICE_STATUS_STYLE } from '../../../device/session/device-status.ts';
import { useSyncState } from '../../../device/session/use-sync-state.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SettledStatus } from '../../../ui/settled-status.tsx';
import { type SyncStatusText, syncStatusText } from '../session/sync-status-text.ts';
import type { Player } from '../session/use-player.ts';

/** The quality of following changes with every measurement: it is announced once it has lasted. */
const SETTLED_MS = 2_000;
const SENDING: SyncStatusText = { text: 'player.sync.sending', tone: 'busy' };

export function SyncPill({ player: { sync, sending } }: { player: Pick<Player, 'sync' | 'sending'> }) {
  const { t, number } = useTexts();
  const state = useSyncState(sync);
  const isAway = useConnectionStatus() !== 'ready';
  const isStopUnsent = useDeviceState(({ stopPhase }) => stopPhase === 'could-not-send');
  const isShown = sync !== undefined || sending || isStopUnsent;
  const { text, tone, errorMs }: SyncStatusText = isStopUnsent
    ? DEVICE_STATUS_STYLE.stopFailed
    : sending
      ? SENDING
      : syncStatusText(state, isAway);
  // Without a device, over a picture whose controls are hidden, nothing else says it.
  const stays = isStopUnsent || isAway || state.phase === 'device-out';
  return (
    <div data-stays={(isShown && stays) || undefined}>
      {isShown && (
        <Pill dot={tone}>
          {t(text)}
          {errorMs !== undefined && ` · ${t('unit.ms', { value: number(Math.round(errorMs)) })}`}
        </Pill>
      )}
      <SettledStatus text={isShown ? t(text) : ''} ms={errorMs === undefined ? 0 : SETTLED_MS} />
    </div>
  );
}
