import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { browserFetch } from '../../device/browser/browser-fetch.ts';
import { Dock } from '../../device/dock/dock.tsx';
import { LivePositionStrip } from '../../device-view/position/live-position-strip.tsx';
import { openTabRoom } from '../../group-session/browser-tab-room.ts';
import { createGroupApi, enterGroup } from '../../group-session/group-api.ts';
import type { GroupRoom } from '../../group-session/group-room.ts';
import { readHostedGroup } from '../../group-session/hosted-group.ts';
import { LazyGroupRoomContent } from '../../group-session/lazy-group-room-content.tsx';
import { GroupUsedElsewhereNotice, ResumingGroupNotice } from '../../group-session/resuming-group-notice.tsx';
import type { TabRoom } from '../../group-session/tab-room.ts';
import { useTexts } from '../../i18n/text.tsx';
import { useSetting } from '../../settings/use-settings.tsx';
import { forgetOpenedLink } from '../../sharing/opened-link.ts';
import { writeTabSession } from '../../sharing/tab-session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { PageDock } from '../../ui/dock-place.tsx';
import { IconDoorExit } from '../../ui/icons.ts';
import { useClock, useRandom } from '../../ui/time-context.tsx';
import { type GroupEndCause, GroupEndNotice } from './group-end-notice.tsx';
import { JoinForm } from './join-form.tsx';
import styles from './share.module.css';

interface GroupGuestPageProps {
  /** Undefined where its secret was removed with an earlier page, and the tab has a session. */
  link: { readonly id: string; readonly secret: string } | undefined;
}

/** The page of a guest in a group session, from the join form to the end. After a reload the tab continues the session. */
export function GroupGuestPage({ link }: GroupGuestPageProps) {
  const tab = useTabRoom(link?.id);
  return (
    <>
      {tab && <View tab={tab} link={link} />}
      <OwnDock />
    </>
  );
}

function useTabRoom(link: string | undefined): TabRoom | undefined {
  const time = useClock();
  const random = useRandom();
  const [tab, setTab] = useState<TabRoom>();
  useEffect(() => {
    const opened = openTabRoom({ slot: 'tactus.group', link, fetch: browserFetch, time, random });
    if (link !== undefined)
      opened.tab.store.subscribe(
        ({ state, over }) => (state === 'inside' || over !== undefined) && forgetOpenedLink(link),
      );
    opened.tab.resume();
    setTab(opened.tab);
    return () => {
      opened.undo();
      // Leaving the page drops the link; a reload does not run this.
      if (link !== undefined) forgetOpenedLink(link);
    };
  }, [link, time, random]);
  return tab;
}

function View({ tab, link }: { tab: TabRoom; link: GroupGuestPageProps['link'] }) {
  const { state, room, over, failed } = useStore(tab.store);
  if (over !== undefined) return <GroupEndNotice why={over} />;
  if (room) return <Inside room={room} />;
  if (state === 'none') return link === undefined ? <GroupEndNotice why="left" /> : <JoinGroup tab={tab} link={link} />;
  return (
    <div className={styles['room']}>
      {state === 'resuming' ? (
        <ResumingGroupNotice failed={failed} />
      ) : (
        <GroupUsedElsewhereNotice onTakeOver={tab.takeOver} />
      )}
    </div>
  );
}

function JoinGroup({ tab, link }: { tab: TabRoom; link: NonNullable<GroupGuestPageProps['link']> }) {
  const { t } = useTexts();
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

  async function enter(name: string) {
    setBusy(true);
    setFailed(false);
    try {
      const answer = await enterGroup(browserFetch, { ...link, name });
      if ('refused' in answer) setRefused(answer.refused);
      else if (isHere.current) tab.enter(answer);
      else createGroupApi({ fetch: browserFetch, bearer: answer.bearer }).leave();
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }

  if (refused !== undefined) return <GroupEndNotice why={refused} />;
  return (
    <>
      <OwnGroupNotice link={link.id} />
      <JoinForm
        words={{ title: t('group.door.title'), text: t('group.door.text'), hint: t('group.door.hint') }}
        busy={busy}
        failed={failed}
        onEnter={(name) => void enter(name)}
      />
    </>
  );
}

/** The host has opened the link of their own session: one press leads back to it as host. */
function OwnGroupNotice({ link }: { link: string }) {
  const { t } = useTexts();
  const [hosted] = useState(readHostedGroup);
  if (hosted?.link !== link) return null;
  return (
    <Alert
      tone="info"
      title={t('group.hosted')}
      action={
        <Link
          to="/remote"
          hash="share"
          className={buttonClass({ variant: 'primary' })}
          onClick={() => writeTabSession('tactus.hosting', hosted)}
        >
          {t('group.hosted.back')}
        </Link>
      }
    >
      {t('group.hosted.text')}
    </Alert>
  );
}

function Inside({ room }: { room: GroupRoom }) {
  const { t } = useTexts();
  const { state, over, view } = useStore(room.store);
  if (state === 'over') return <GroupEndNotice why={over ?? 'unknown'} />;
  return (
    <div className={styles['room']}>
      <div className="row gap-12 align-center justify-between">
        <h1 className={styles['title']}>{view.group.name}</h1>
        <Button icon={<IconDoorExit size={18} aria-hidden="true" />} onClick={room.leave}>
          {t('group.leave')}
        </Button>
      </div>
      <LazyGroupRoomContent room={room} />
    </div>
  );
}

/** Stop is within reach before, during and after the session. */
function OwnDock() {
  const linked = useSetting((settings) => settings.connectionKey !== '');
  if (!linked) return null;
  return (
    <PageDock>
      <Dock strip={<LivePositionStrip />} />
    </PageDock>
  );
}
