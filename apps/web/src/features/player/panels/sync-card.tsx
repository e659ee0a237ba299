import type { PointStream } from '@tactus/sdk';
import { useStore } from 'zustand';
import { useConnectionStatus } from '../../../device/session/device-context.tsx';
import { useRoundTripMs } from '../../../device/session/use-round-trip.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dot } from '../../../ui/pill.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { syncStatusText } from '../session/sync-status-text.ts';
import type { Player } from '../session/use-player.ts';
import { useSyncState } from '../session/use-sync-state.ts';
import styles from './side-cards.module.css';

const SOURCE_TEXTS = { frames: 'player.sync.by.frames', polling: 'player.sync.by.polling' } as const;

/** The synchronisation of device and medium, and whether a stop at the device pauses the medium. */
export function SyncCard({ player }: { player: Player }) {
  const { t, number } = useTexts();
  const { sync, session, videoGoesOn, setVideoGoesOn } = player;
  const state = useSyncState(sync);
  const roundTrip = useRoundTripMs();
  const connected = useConnectionStatus() === 'ready';
  const { text, tone } = syncStatusText(state, !connected);
  const ms = (value: number | undefined) =>
    value === undefined ? '–' : t('unit.ms', { value: number(Math.round(value)) });
  return (
    <Card title={t('player.sync')}>
      <p className="row align-center gap-10 medium">
        <Dot tone={tone} />
        <span>{t(text, { ms: number(Math.round(state.errorMs ?? 0)) })}</span>
      </p>
      <dl className={styles['facts']}>
        <div>
          <dt>{t('player.sync.error')}</dt>
          <dd>{state.phase === 'following' ? ms(state.errorMs) : '–'}</dd>
        </div>
        <div>
          <dt>{t('player.sync.by')}</dt>
          <dd>{state.source === undefined ? '–' : t(SOURCE_TEXTS[state.source])}</dd>
        </div>
        <div>
          <dt>{t('player.sync.roundTrip')}</dt>
          <dd>{connected && roundTrip > 0 ? t('unit.ms', { value: number(roundTrip) }) : '–'}</dd>
        </div>
        {session?.stream && <Buffered stream={session.stream} />}
      </dl>
      {state.phase === 'device-out' && (
        <Button variant="primary" onClick={() => sync?.join()}>
          {t('player.sync.join')}
        </Button>
      )}
      <Switch
        label={t('player.goesOn')}
        hint={t('player.goesOn.hint')}
        checked={videoGoesOn}
        onChange={setVideoGoesOn}
      />
    </Card>
  );
}

function Buffered({ stream }: { stream: PointStream }) {
  const { t, number } = useTexts();
  const seconds = useStore(stream.store, ({ bufferedMs }) => Math.round(bufferedMs / 1_000));
  return (
    <div>
      <dt>{t('player.sync.buffer')}</dt>
      <dd>{t('player.seconds', { seconds: number(seconds) })}</dd>
    </div>
  );
}
