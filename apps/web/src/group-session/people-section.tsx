import type { GroupView } from '@tactus/protocol';
import { useStore } from 'zustand';
import { useTexts } from '../i18n/text.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { IconUserX } from '../ui/icons.ts';
import { Dot, type DotTone } from '../ui/pill.tsx';
import { RemovableRow } from '../ui/removable-row.tsx';
import type { GroupRoom } from './group-room.ts';
import styles from './group-session.module.css';
import { RoomSection } from './room-section.tsx';
import { useGroupAction } from './use-group-action.ts';

const PART_TEXTS = { out: 'group.person.out', ready: 'group.person.ready', in: 'group.person.in' } as const;

/** The people in the room with the deviation of each device; the host can remove a person. */
export function PeopleSection({ room }: { room: GroupRoom }) {
  const { t } = useTexts();
  const { people, role } = useStore(room.store, ({ view }) => view);
  return (
    <RoomSection title={t('group.people')}>
      <ul className={styles['people']}>
        {people.map((person) => (
          <RemovableRow key={person.session}>
            <Dot tone={toneOf(person)} />
            <Person person={person} />
            {role === 'host' && person.role !== 'host' && <Remove room={room} person={person} />}
          </RemovableRow>
        ))}
      </ul>
    </RoomSection>
  );
}

function Person({ person: { name, role, here, part, error_ms: errorMs } }: { person: GroupView['people'][number] }) {
  const { t, number } = useTexts();
  let doing = t(here ? PART_TEXTS[part] : 'group.person.away');
  if (here && part === 'in' && errorMs !== null) doing = t('group.person.error', { ms: number(errorMs) });
  return (
    <div className="shrink">
      <p className="semibold break">{role === 'host' ? t('group.person.host', { name }) : name}</p>
      <p className="note">{doing}</p>
    </div>
  );
}

function Remove({ room, person: { session, name } }: { room: GroupRoom; person: GroupView['people'][number] }) {
  const { t } = useTexts();
  const { busy, run } = useGroupAction();
  return (
    <IconButton
      label={t('group.remove', { name })}
      disabled={busy}
      onClick={() => void run(() => room.api.remove(session))}
    >
      <IconUserX size={20} aria-hidden="true" />
    </IconButton>
  );
}

function toneOf({ here, part }: GroupView['people'][number]): DotTone {
  if (!here) return 'lost';
  return part === 'in' ? 'ok' : 'idle';
}
