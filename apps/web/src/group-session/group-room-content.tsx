import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { GroupRoom } from './group-room.ts';
import styles from './group-session.module.css';
import { GroupTimelineSection } from './group-timeline-section.tsx';
import { HostPlayControls, HostSeekBar } from './host-controls.tsx';
import { OwnDeviceSection } from './own-device-section.tsx';
import { PeopleSection } from './people-section.tsx';
import { SectionHeadingLevelContext } from './room-section.tsx';
import { ScriptChooser } from './script-chooser.tsx';
import { useOwnParticipation } from './use-own-participation.ts';

/** The content of a room: the timeline, the person's own device, the people. `children` stand below, over the whole width. */
export function GroupRoomContent({ room, children }: { room: GroupRoom; children?: ReactNode }) {
  const part = useOwnParticipation(room);
  const isHost = useStore(room.store, ({ view }) => view.role === 'host');
  return (
    <SectionHeadingLevelContext value={isHost ? 'h3' : 'h2'}>
      <div className={styles['room']}>
        {isHost ? (
          <GroupTimelineSection room={room} seek={<HostSeekBar room={room} />}>
            <HostPlayControls room={room} />
            <ScriptChooser room={room} />
          </GroupTimelineSection>
        ) : (
          <GroupTimelineSection room={room} />
        )}
        {part && <OwnDeviceSection room={room} part={part} />}
        <PeopleSection room={room} />
        {children !== undefined && <div className={styles['wide']}>{children}</div>}
      </div>
    </SectionHeadingLevelContext>
  );
}
