import type { SyncPhase } from '@tactus/sdk';
import { useState } from 'react';
import { useStore } from 'zustand';
import { TakeControlButton } from '../device/dock/take-control-button.tsx';
import { useConnectionStatus, useDevice, useDeviceState } from '../device/session/device-context.tsx';
import { useTexts } from '../i18n/text.tsx';
import { useSetting } from '../settings/use-settings.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { IconPlayerStopFilled, IconUsersGroup } from '../ui/icons.ts';
import { Dot } from '../ui/pill.tsx';
import type { GroupRoom } from './group-room.ts';
import styles from './group-session.module.css';
import { LinkDeviceInRoom } from './link-device-in-room.tsx';
import { OwnDeviceSettings } from './own-device-settings.tsx';
import type { OwnParticipation, OwnParticipationFacts } from './own-participation.ts';
import { RoomSection } from './room-section.tsx';
import { ownDeviationMs } from './use-own-participation.ts';

/** The person's own device: the button that lets it follow, Stop, and its own offset and limits. */
export function OwnDeviceSection({ room, part }: { room: GroupRoom; part: OwnParticipation }) {
  const { t } = useTexts();
  const linked = useSetting((settings) => settings.connectionKey !== '');
  return (
    <RoomSection title={t('group.part')}>
      {linked ? <Linked room={room} part={part} /> : <LinkDeviceInRoom />}
    </RoomSection>
  );
}

function Linked({ room, part }: { room: GroupRoom; part: OwnParticipation }) {
  const { t } = useTexts();
  const device = useDevice();
  const ready = useConnectionStatus() === 'ready';
  const isElsewhere = useDeviceState((state) => state.control === 'elsewhere');
  const facts = useStore(part.store);
  const isLost = useStore(room.store, ({ state }) => state === 'lost');
  const [hasTaken, setHasTaken] = useState(false);

  function take() {
    setHasTaken(true);
    part.take();
  }
  function stop() {
    part.leave();
    void device.stop();
  }

  return (
    <>
      {isElsewhere && (
        <Alert tone="info" title={t('banner.heldElsewhere')} action={<TakeControlButton />}>
          {t('banner.heldElsewhere.text')}
        </Alert>
      )}
      {facts.state === 'out' ? (
        <Button
          variant="primary"
          size="lg"
          wide
          disabled={!ready || isElsewhere || isLost}
          icon={<IconUsersGroup size={20} aria-hidden="true" />}
          onClick={take}
        >
          {t(hasTaken ? 'group.again' : 'group.take')}
        </Button>
      ) : (
        <Button size="lg" wide icon={<IconPlayerStopFilled size={20} aria-hidden="true" />} onClick={stop}>
          {t('group.stop')}
        </Button>
      )}
      <How room={room} facts={facts} ready={ready} />
      <OwnDeviceSettings part={part} disabled={!ready} />
    </>
  );
}

/** Its state as text. */
function How({ room, facts, ready }: { room: GroupRoom; facts: OwnParticipationFacts; ready: boolean }) {
  const { t } = useTexts();
  const { state, why, share } = facts;
  const hasStopped = useDeviceState(({ stopPhase }) => stopPhase === 'stopped' || stopPhase === 'none');
  if (state === 'in' && share) return <Going room={room} share={share} />;
  if (state === 'coming') return <Status tone="busy" text={t('group.part.coming')} />;
  if (why === 'lost' && !(ready && hasStopped)) return <Alert tone="warning" title={t('group.part.unknown')} />;
  if (why !== undefined)
    return <Alert tone="info" title={t(why === 'lost' ? 'group.part.lost' : 'group.part.stopped')} />;
  if (!ready) return <Status tone="busy" text={t('group.part.notReady')} />;
  return <p className="note">{t('group.part.text')}</p>;
}

const ACTIVE_PHASES: ReadonlySet<SyncPhase> = new Set(['starting', 'following', 'held']);

function Going({ room, share }: { room: GroupRoom; share: NonNullable<OwnParticipationFacts['share']> }) {
  const { t, number } = useTexts();
  const device = useDevice();
  const { phase, errorMs } = useStore(share.sync);
  const offMs = ownDeviationMs(errorMs, room, device.clock.error()?.jitterMs);
  if (!ACTIVE_PHASES.has(phase)) return <Status tone="idle" text={t('group.part.waiting')} />;
  if (phase !== 'following' || offMs === undefined) return <Status tone="busy" text={t('group.part.joining')} />;
  return <Status tone="ok" text={t('group.part.in', { ms: number(Math.round(offMs)) })} />;
}

function Status({ tone, text }: { tone: 'idle' | 'busy' | 'ok'; text: string }) {
  return (
    <p className={styles['status']} role="status">
      <Dot tone={tone} />
      {text}
    </p>
  );
}
