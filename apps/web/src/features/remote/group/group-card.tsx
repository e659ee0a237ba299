import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { GroupOverReason } from '../../../group-session/group-api.ts';
import type { GroupRoom } from '../../../group-session/group-room.ts';
import { readHostedGroup } from '../../../group-session/hosted-group.ts';
import { LazyGroupRoomContent } from '../../../group-session/lazy-group-room-content.tsx';
import { GroupUsedElsewhereNotice, ResumingGroupNotice } from '../../../group-session/resuming-group-notice.tsx';
import type { RoomRecord } from '../../../group-session/tab-room.ts';
import { useGroupAction } from '../../../group-session/use-group-action.ts';
import { useTexts } from '../../../i18n/text.tsx';
import { useAppCloudFeatures } from '../../../sharing/use-app-cloud-features.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmHoldButton } from '../../../ui/confirm-hold-button.tsx';
import { IconUsersPlus } from '../../../ui/icons.ts';
import { takeFocus, useFocusBack } from '../../../ui/inline-question.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ShareLinkField } from '../sharing/share-link-field.tsx';
import styles from '../sharing/sharing.module.css';
import type { HostedRoom } from './use-host-room.ts';

/** docs/group-sessions.md, "Calls". */
const NAME_LENGTH_MAX = 40;

/** The host's side of group sessions: create one, invite, choose the script, play and pause for all, end it. */
export function HostGroupCard({ host }: { host: HostedRoom }) {
  const { t } = useTexts();
  const { groups: can } = useAppCloudFeatures();
  return (
    <Card title={t('group.title')}>
      {host.facts.room === undefined && <p className="note">{t('group.text')}</p>}
      {!can && (
        <Alert tone="info" title={t('group.missing')}>
          {t('group.missing.text')}
        </Alert>
      )}
      {can && <Host {...host} />}
    </Card>
  );
}

function Host({ tab, facts: { state, room, over, failed }, make }: HostedRoom) {
  if (state === 'resuming') return <ResumingGroupNotice failed={failed} />;
  if (state === 'elsewhere') return <GroupUsedElsewhereNotice onTakeOver={tab.takeOver} />;
  if (room) return <Hosted room={room} path={tab.path()} onPutAway={tab.leave} />;
  return (
    <>
      {over && <Over over={over} />}
      <ComeBack onComeBack={tab.adopt} />
      <NewGroup make={make} />
    </>
  );
}

/** A session that this browser hosts and no tab shows: one press makes this page its host's again. */
function ComeBack({ onComeBack }: { onComeBack: (earlier: RoomRecord) => void }) {
  const { t } = useTexts();
  const [earlier] = useState(readHostedGroup);
  if (earlier === undefined) return null;
  return (
    <Alert
      tone="info"
      title={t('group.hosted')}
      action={
        <Button variant="primary" onClick={() => onComeBack(earlier)}>
          {t('group.hosted.back')}
        </Button>
      }
    >
      {t('group.hosted.text')}
    </Alert>
  );
}

/** A button first, then a form with the names of the session and its host. */
function NewGroup({ make }: Pick<HostedRoom, 'make'>) {
  const { t } = useTexts();
  const { busy, run } = useGroupAction();
  const [draft, setDraft] = useState<{ name: string; host: string }>();
  const opener = useFocusBack(draft !== undefined);
  const making = useRef<AbortController>(undefined);
  if (draft === undefined)
    return (
      <div className="row wrap gap-10">
        <Button
          ref={opener}
          icon={<IconUsersPlus size={20} aria-hidden="true" />}
          onClick={() => setDraft({ name: t('group.title'), host: '' })}
        >
          {t('group.new')}
        </Button>
      </div>
    );
  const names = { name: draft.name.trim(), host: draft.host.trim() };
  const isWhole = names.name !== '' && names.host !== '';
  function start(): void {
    const cancelled = new AbortController();
    making.current = cancelled;
    void run(() => make(names, cancelled.signal));
  }
  function cancel(): void {
    making.current?.abort();
    setDraft(undefined);
  }
  return (
    <form
      ref={takeFocus}
      tabIndex={-1}
      className={styles['part']}
      aria-label={t('group.new')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && !busy) start();
      }}
    >
      <TextField
        label={t('group.name')}
        value={draft.name}
        maxLength={NAME_LENGTH_MAX}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <TextField
        label={t('group.host')}
        hint={t('group.door.hint')}
        value={draft.host}
        maxLength={NAME_LENGTH_MAX}
        autoComplete="nickname"
        onChange={(event) => setDraft({ ...draft, host: event.currentTarget.value })}
      />
      <div className="row wrap gap-10">
        <Button type="submit" variant="primary" busy={busy} disabled={!isWhole}>
          {t('group.create')}
        </Button>
        <Button onClick={cancel}>{t('group.cancel')}</Button>
      </div>
    </form>
  );
}

interface HostedProps {
  room: GroupRoom;
  /** The path of the link. */
  path: string | undefined;
  onPutAway: () => void;
}

function Hosted({ room, path, onPutAway }: HostedProps) {
  const { t } = useTexts();
  const { state, over = 'unknown', view } = useStore(room.store);
  const isAlone = view.people.length < 2;
  // Playback must not go on without a host who can pause it.
  useEffect(() => room.host.letGo, [room]);

  if (state === 'over')
    return (
      <>
        <Over over={over} />
        <div className="row wrap gap-10">
          <Button onClick={onPutAway}>{t('group.new')}</Button>
        </div>
      </>
    );
  return (
    <>
      {view.group.name !== t('group.title') && <h3 className="semibold text-md break">{view.group.name}</h3>}
      {path !== undefined && (
        <section aria-label={t('group.invite')}>
          <details className={styles['fold']} open={isAlone}>
            <summary>{t('group.invite')}</summary>
            <ShareLinkField path={path} />
          </details>
        </section>
      )}
      <LazyGroupRoomContent room={room}>
        <ConfirmHoldButton onConfirm={onPutAway}>{t('group.end')}</ConfirmHoldButton>
      </LazyGroupRoomContent>
    </>
  );
}

function Over({ over }: { over: GroupOverReason }) {
  const { t } = useTexts();
  return (
    <Alert tone="info" title={t(over === 'expired' ? 'group.over.expired' : 'group.over.unknown')}>
      {t('group.over.text')}
    </Alert>
  );
}
