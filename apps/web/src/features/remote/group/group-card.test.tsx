import { createDevice } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { createLinkedDevices } from '../../../device/linked/linked-devices.ts';
import { LinkedDevicesProvider } from '../../../device/linked/linked-devices-context.tsx';
import { DeploymentContext } from '../../../device/session/deployment.ts';
import { WIRE } from '../../../group-session/testing/scripted-home.ts';
import { createLanguageStore } from '../../../i18n/language-store.ts';
import { LanguageProvider } from '../../../i18n/text.tsx';
import { createMemoryStorage } from '../../../settings/key-value-storage.ts';
import { createSettingsStore } from '../../../settings/settings-store.ts';
import { createNotifications } from '../../../ui/notifications.ts';
import { NotificationsProvider } from '../../../ui/notifications-context.tsx';
import { TimeProvider } from '../../../ui/time-context.tsx';
import { HostGroupCard } from './group-card.tsx';
import { useHostedRoom } from './use-host-room.ts';

const SITE_WITH_GROUPS = { features: {}, scriptHost: '/', site: { applicationId: 'test', home: { groups: true } } };

/** The card on a page whose home makes a session when the test says so. */
async function setUp() {
  const [time, random, storage] = [createFakeTime(), createRandom(1), createMemoryStorage()];
  const requests: { line: string; secret: string | null }[] = [];
  const made: ((response: Response) => void)[] = [];
  async function fetch(address: string, init: RequestInit = {}) {
    const line = `${init.method ?? 'GET'} ${address}`;
    requests.push({ line, secret: new Headers(init.headers).get('authorization') });
    if (line === 'POST /api/tactus/groups') return new Promise<Response>((resolve) => made.push(resolve));
    return new Response(undefined, { status: 204 });
  }
  const cloud = { apiBase: 'http://cloud.invalid/api', apiKey: 'test', fetch };
  const log = { warn: () => undefined, error: () => undefined };
  const openDevice = () => createDevice({ ...cloud, time, random });
  const devices = createLinkedDevices({
    own: openDevice(),
    cloud: { ...cloud, features: {}, openDevice },
    settings: createSettingsStore({ storage, log }),
    ...{ time, heartbeat: undefined, followersMax: 3, onSlept: () => undefined, onFailure: () => undefined },
  });
  onTestFinished(devices.close);
  const language = await createLanguageStore({ storage, deviceLanguage: 'en-US', log });
  await language.need(['group', 'sharing']);
  const notifications = createNotifications(time);
  function Page() {
    return <HostGroupCard host={useHostedRoom()} />;
  }
  render(
    <LanguageProvider store={language}>
      <TimeProvider time={time} random={random}>
        <NotificationsProvider notifications={notifications}>
          <LinkedDevicesProvider devices={devices}>
            <DeploymentContext value={SITE_WITH_GROUPS}>
              <Page />
            </DeploymentContext>
          </LinkedDevicesProvider>
        </NotificationsProvider>
      </TimeProvider>
    </LanguageProvider>,
  );
  const answer = { ...WIRE, role: 'host', session: 'bearer-1', secret: 'x', path: '/share/g-1#x' };
  const respond = (response: Response) => act(async () => made.shift()?.(response));
  const shown = notifications.state.getState;
  return { requests, respond, shown, make: () => respond(Response.json(answer, { status: 201 })) };
}

test('a session whose form is cancelled while it is being made is ended, and not shown', async () => {
  const { requests, make } = await setUp();
  await userEvent.click(await screen.findByRole('button', { name: 'Start a group session' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Your name/ }), 'Ann');
  await userEvent.keyboard('{Enter}');
  expect(requests).toMatchObject([{ line: 'POST /api/tactus/groups' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await make();
  await waitFor(() =>
    expect(requests.slice(1)).toEqual([{ line: 'DELETE /api/tactus/groups/session', secret: 'Bearer bearer-1' }]),
  );
  screen.getByRole('button', { name: 'Start a group session' });
});

test('after its form was cancelled a session can be made at once, and no failure of the cancelled one is shown', async () => {
  const { requests, respond, shown } = await setUp();
  async function create() {
    await userEvent.click(await screen.findByRole('button', { name: 'Start a group session' }));
    await userEvent.type(screen.getByRole('textbox', { name: /^Your name/ }), 'Ann');
    await userEvent.keyboard('{Enter}');
  }
  await create();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await create();
  expect(requests.map(({ line }) => line)).toEqual(['POST /api/tactus/groups', 'POST /api/tactus/groups']);
  await respond(new Response(undefined, { status: 503 }));
  expect(shown()).toEqual([]);
  await respond(new Response(undefined, { status: 503 }));
  expect(shown()).toHaveLength(1);
});
