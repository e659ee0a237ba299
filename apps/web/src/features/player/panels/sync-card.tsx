import type { PointStream } from '@tactus/sdk';
import { useStore } from 'zustand';
import { useConnectionStatus } from '../../../device/session/device-context.tsx';
import { useRoundTripMs } from '../../../device/session/use-round-trip.ts';
import { useSyncState } from '../../../device/session/use-sync-state.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, FactList } from '../../../ui/facts.tsx';
import { Dot } from '../../../ui/pill.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { syncStatusText } from '../session/sync-status-text.ts';
import type { Player } from '../session/use-player.ts';

const SOURCE_TEXTS = { frames: 'player.sync.by.frames', polling: 'player.sync.by.polling' } as const;

/** The synchronisation of device and medium, and whether a stop at the device pauses the medium. */
export function SyncCard({ player }: { player: Player }) {
  const { t, number } = useTexts();
  const { sync, session, videoGoesOn, setVideoGoesOn } = player;
  const state = useSyncState(sync);
  const roundTrip = useRoundTripMs();
  const connected = useConnectionStatus() === 'ready';
  const { text, tone, errorMs } = syncStatusText(state, !connected);
  const ms = (value: number | undefined) =>
    value === undefined ? '–' : t('unit.ms', { value: number(Math.round(value)) });
  return (
    <Card title={t('player.sync')}>
      <p className="row align-center gap-10 medium">
        <Dot tone={tone} />
        <span>{errorMs === undefined ? t(text) : `${t(text)} · ${ms(errorMs)}`}</span>
      </p>
      <FactList>
        <Fact name={t('player.sync.error')}>{state.phase === 'following' ? ms(state.errorMs) : '–'}</Fact>
        <Fact name={t('player.sync.by')}>{state.source === undefined ? '–' : t(SOURCE_TEXTS[state.source])}</Fact>
        <Fact name={t('player.sync.roundTrip')}>
          {connected && roundTrip > 0 ? t('unit.ms', { value: number(roundTrip) }) : '–'}
        </Fact>
        {session?.stream && <Buffered stream={session.stream} />}
      </FactList>
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
  return <Fact name={t('player.sync.buffer')}>{t('player.seconds', { seconds: number(seconds) })}</Fact>;
}
