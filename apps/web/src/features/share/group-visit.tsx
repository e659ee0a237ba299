import { IconDoorExit } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Dock } from '../../device/dock.tsx';
import { workerHeartbeat } from '../../device/heartbeat.ts';
import { LiveStrip } from '../../device-view/live-strip.tsx';
import { enterGroup } from '../../group-session/group-api.ts';
import { type GroupRoom, openGroupRoom } from '../../group-session/group-room.ts';
import { GroupRoomView } from '../../group-session/group-room-view.tsx';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { Button } from '../../ui/button.tsx';
import { PageDock } from '../../ui/dock-place.tsx';
import { useRandom } from '../../ui/random-context.tsx';
import { useTime } from '../../ui/time-context.tsx';
import { GroupEnd, type GroupEndCause } from './group-end.tsx';
import styles from './share.module.css';
import { ShareDoor } from './share-door.tsx';

/** Called as one: a browser's fetch refuses another `this`. */
const ownFetch = (...request: Parameters<typeof fetch>) => fetch(...request);

interface GroupVisitProps {
  link: { readonly id: string; readonly secret: string };
}

/** A visit to a group session by its link, from the door to its end. Leaving the page leaves the session. */
export function GroupVisit({ link: { id, secret } }: GroupVisitProps) {
  const { t } = useTexts();
  const time = useTime();
  const random = useRandom();
  const [room, setRoom] = useState<GroupRoom>();
  const [refused, setRefused] = useState<GroupEndCause>();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const isHere = useRef(true);

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  useEffect(() => room?.leave, [room]);

  async function enter(name: string) {
    setBusy(true);
    setFailed(false);
    try {
      const answer = await enterGroup(ownFetch, { id, secret, name });
      if ('refused' in answer) {
        setRefused(answer.refused);
        return;
      }
      const opened = openGroupRoom({ entry: answer, fetch: ownFetch, time, random, heartbeat: workerHeartbeat });
      if (isHere.current) setRoom(opened);
      else opened.leave();
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }

  let content = (
    <ShareDoor
      words={{ title: t('group.door.title'), text: t('group.door.text'), hint: t('group.door.hint') }}
      busy={busy}
      failed={failed}
      onEnter={(name) => void enter(name)}
    />
  );
  if (refused !== undefined) content = <GroupEnd why={refused} />;
  else if (room !== undefined) content = <Inside room={room} />;
  return (
    <>
      {content}
      <OwnDock />
    </>
  );
}

function Inside({ room }: { room: GroupRoom }) {
  const { t } = useTexts();
  const { state, over, view } = useStore(room.store);
  if (state === 'over') return <GroupEnd why={over ?? 'unknown'} />;
  return (
    <div className={styles['room']}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{view.groupName}</h1>
        <Button icon={<IconDoorExit size={18} aria-hidden="true" />} onClick={room.leave}>
          {t('group.leave')}
        </Button>
      </div>
      <GroupRoomView room={room} />
    </div>
  );
}

/** Stop is within reach before, during and after. */
function OwnDock() {
  const linked = useSetting((settings) => settings.connectionKey !== '');
  if (!linked) return null;
  return (
    <PageDock>
      <Dock strip={<LiveStrip />} />
    </PageDock>
  );
}
