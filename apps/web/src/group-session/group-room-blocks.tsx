import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { BlockHeading } from './block.tsx';
import type { GroupRoom } from './group-room.ts';
import styles from './group-session.module.css';
import { HostSeek, HostTransport } from './host-controls.tsx';
import { OwnDeviceBlock } from './own-block.tsx';
import { PeopleBlock } from './people-block.tsx';
import { ScriptChooser } from './script-chooser.tsx';
import { TimelineBlock } from './timeline-block.tsx';
import { useOwnParticipation } from './use-own-participation.ts';

/** The content of a room: the timeline, the person's own device, the people. `children` stand below, over the whole width. */
export function GroupRoomBlocks({ room, children }: { room: GroupRoom; children?: ReactNode }) {
  const part = useOwnParticipation(room);
  const isHost = useStore(room.store, ({ view }) => view.role === 'host');
  return (
    <BlockHeading value={isHost ? 'h3' : 'h2'}>
      <div className={styles['room']}>
        {isHost ? (
          <TimelineBlock room={room} seek={<HostSeek room={room} />}>
            <HostTransport room={room} />
            <ScriptChooser room={room} />
          </TimelineBlock>
        ) : (
          <TimelineBlock room={room} />
        )}
        {part && <OwnDeviceBlock room={room} part={part} />}
        <PeopleBlock room={room} />
        {children !== undefined && <div className={styles['wide']}>{children}</div>}
      </div>
    </BlockHeading>
  );
}
