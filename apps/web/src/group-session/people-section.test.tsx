import type { GroupView } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createLanguageStore } from '../i18n/language-store.ts';
import { LanguageProvider } from '../i18n/text.tsx';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { createNotifications } from '../ui/notifications.ts';
import { NotificationsProvider } from '../ui/notifications-context.tsx';
import { openGroupRoom } from './group-room.ts';
import { PeopleSection } from './people-section.tsx';

type Person = GroupView['people'][number];

const person = (name: string, role: Person['role'] = 'participant'): Person => ({
  ...{ session: name, name, role, here: true, part: 'out', error_ms: null },
});
const VIEW: GroupView = {
  ...{
    session_id: 'Ann',
    name: 'Ann',
    role: 'host',
    group: { id: 'g-1', name: 'Evening' },
    script: null,
    expires_at: 9,
  },
  timeline: { seq: 1, playing: false, position_ms: 0, at: 0, rate: 1, paused_by: null },
  people: [person('Ann', 'host'), person('Ben'), person('Eve')],
};

/** The host's list of a room; a person leaves it by a call of the test. */
async function setUp() {
  const time = createFakeTime();
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['group']);
  const room = openGroupRoom({
    ...{ entry: { bearer: 'tgg_1', view: VIEW }, time, random: createRandom(1) },
    heartbeat: (periodMs, run) => time.every(periodMs, run),
    fetch: async (_, init) =>
      init.method === 'DELETE' ? new Response(undefined, { status: 204 }) : new Promise<Response>(() => undefined),
  });
  render(
    <LanguageProvider store={language}>
      <NotificationsProvider notifications={createNotifications(time)}>
        <PeopleSection room={room} />
      </NotificationsProvider>
    </LanguageProvider>,
  );
  const gone = async (name: string) => {
    const { view } = room.store.getState();
    const people = view.people.filter((one) => one.name !== name);
    await act(async () => room.store.setState({ view: { ...view, people } }));
  };
  const sendAway = (name: string) => screen.getByRole('button', { name: `Send ${name} away` });
  return { gone, sendAway };
}

test('removing a person moves the focus to the row below, and the last one’s to the heading', async () => {
  const { gone, sendAway } = await setUp();
  for (const [name, heir] of [
    ['Ben', () => sendAway('Eve').closest('li')],
    ['Eve', () => screen.getByRole('heading', { name: 'Who is here' })],
  ] as const) {
    sendAway(name).focus();
    await userEvent.keyboard('{Enter}');
    await gone(name);
    await waitFor(() => expect(heir()).toHaveFocus());
  }
});

test('a person who leaves while the focus is elsewhere does not move it', async () => {
  const { gone, sendAway } = await setUp();
  await gone('Ben');
  expect(document.body).toHaveFocus();
  sendAway('Eve').focus();
  await gone('Ann');
  expect(sendAway('Eve')).toHaveFocus();
});
