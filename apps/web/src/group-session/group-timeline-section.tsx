import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { MessageKey } from '../i18n/catalogs.ts';
import { useTexts } from '../i18n/text.tsx';
import { formatClockTime } from '../ui/clock-text.ts';
import { Dot, type DotTone } from '../ui/pill.tsx';
import type { GroupRoom } from './group-room.ts';
import styles from './group-session.module.css';
import type { RoomFacts } from './room-facts.ts';
import { RoomSection } from './room-section.tsx';
import { useTimelineTimeMs } from './use-timeline-time.ts';

const STATUS: Readonly<
  Record<
    'playing' | 'waiting' | 'hostGone' | 'hostBack' | 'wasAway' | 'end' | 'lost' | 'hostLost',
    { text: MessageKey; tone: DotTone }
  >
> = {
  playing: { text: 'group.status.playing', tone: 'ok' },
  waiting: { text: 'group.status.waiting', tone: 'idle' },
  hostGone: { text: 'group.status.hostGone', tone: 'lost' },
  end: { text: 'group.status.end', tone: 'idle' },
  hostBack: { text: 'group.status.hostBack', tone: 'idle' },
  wasAway: { text: 'group.status.wasAway', tone: 'idle' },
  lost: { text: 'group.status.lost', tone: 'idle' },
  hostLost: { text: 'group.status.hostLost', tone: 'idle' },
};

/** The script, its time, and whether it plays. `children`: the host's controls in place of the bar. */
export function GroupTimelineSection({
  room,
  seek,
  children,
}: {
  room: GroupRoom;
  seek?: ReactNode;
  children?: ReactNode;
}) {
  const { t } = useTexts();
  const script = useStore(room.store, ({ view }) => view.script);
  const { text, tone } = STATUS[useStore(room.store, statusOf)];
  return (
    <RoomSection title={t('group.script')}>
      {script === null ? (
        <p className="note">{t('group.script.none')}</p>
      ) : (
        <>
          <p className="semibold break">{script.name}</p>
          <div className="grid gap-6">
            {seek ?? <Progress room={room} lengthMs={script.length_ms} />}
            <Clocks room={room} lengthMs={script.length_ms} />
          </div>
          <p className={styles['status']} role="status">
            <Dot tone={tone} />
            {t(text)}
          </p>
        </>
      )}
      {children}
    </RoomSection>
  );
}

function statusOf({ state, view: { role, people, timeline } }: RoomFacts): keyof typeof STATUS {
  if (state === 'lost') return role === 'host' ? 'hostLost' : 'lost';
  if (timeline.playing) return 'playing';
  const isHostHere = people.some((person) => person.role === 'host' && person.here);
  if (role !== 'host' && !isHostHere) return 'hostGone';
  if (timeline.paused_by === 'host-gone') return role === 'host' ? 'wasAway' : 'hostBack';
  return timeline.paused_by === 'end' ? 'end' : 'waiting';
}

function Progress({ room, lengthMs }: { room: GroupRoom; lengthMs: number }) {
  const placeMs = useTimelineTimeMs(room);
  return (
    <div className={styles['track']} aria-hidden="true">
      <span className={styles['gone']} style={{ width: `${(placeMs / lengthMs) * 100}%` }} />
    </div>
  );
}

function Clocks({ room, lengthMs }: { room: GroupRoom; lengthMs: number }) {
  const placeMs = useTimelineTimeMs(room);
  return (
    <p className="row justify-between note tabular">
      <span>{formatClockTime(placeMs)}</span>
      <span>{formatClockTime(lengthMs)}</span>
    </p>
  );
}
