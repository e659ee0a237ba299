import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { DeviceProvider } from '../../../device/session/device-context.tsx';
import { scriptedDevice } from '../../../device/testing/scripted-device.ts';
import { createLanguageStore } from '../../../i18n/language-store.ts';
import { LanguageProvider } from '../../../i18n/text.tsx';
import { createMemoryStorage } from '../../../settings/key-value-storage.ts';
import { GUEST, openScriptedOwner, SHARE } from '../../../sharing/testing/scripted-owner.ts';
import { createNotifications } from '../../../ui/notifications.ts';
import { NotificationsProvider } from '../../../ui/notifications-context.tsx';
import { TimeProvider } from '../../../ui/time-context.tsx';
import { LiveLinks } from './live-links.tsx';

const ANN = GUEST;
const BEN = { ...GUEST, session: 'g-2', name: 'Ben', role: 'viewer' };
const CONTROL = { session: 'g-1', name: 'Ann', holding: false, driven_by: 'owner', locked: false };

/** The owner's list of links; the cloud sends the guests and the controller. */
async function setUp() {
  const { ownerSession, time, answers, reportTrouble, requests } = openScriptedOwner();
  const { device } = await scriptedDevice(time);
  answers(() => new Response(undefined, { status: 204 }));
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['sharing']);
  render(
    <LanguageProvider store={language}>
      <TimeProvider time={time}>
        <NotificationsProvider notifications={createNotifications(time)}>
          <DeviceProvider device={device}>
            <LiveLinks ownerSession={ownerSession} sentId={undefined} />
          </DeviceProvider>
        </NotificationsProvider>
      </TimeProvider>
    </LanguageProvider>,
  );
  const here = (guests: readonly object[], control: object, share: object = SHARE) =>
    act(() => reportTrouble('shares', { shares: [{ ...share, guests }], control }));
  await here([ANN, BEN], CONTROL);
  return { here, requests, answers };
}

async function press(name: string): Promise<void> {
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('{Enter}');
}

test('giving control moves the focus to the guest’s row, and taking it back moves it to the line about control', async () => {
  const { here } = await setUp();
  const row = screen.getByText('Ben').closest('li');
  await press('Give control');
  await here(
    [
      { ...ANN, role: 'viewer' },
      { ...BEN, role: 'controller' },
    ],
    { ...CONTROL, session: 'g-2', name: 'Ben' },
  );
  await waitFor(() => expect(row).toHaveFocus());
  await press('Take back');
  await here(
    [
      { ...ANN, role: 'viewer' },
      { ...BEN, role: 'viewer' },
    ],
    { ...CONTROL, session: null, name: null, locked: true },
  );
  await waitFor(() =>
    expect(screen.getByText('You have control. Guests only watch.').closest('[tabindex]')).toHaveFocus(),
  );
});

test('who has control is announced, without the speed, which a guest may change many times a second', async () => {
  await setUp();
  const who = screen.getByText('Ann has control');
  expect(who).toHaveAttribute('role', 'status');
  expect(who.closest('[tabindex]')).not.toHaveAttribute('role');
  expect(who.parentElement).toHaveTextContent(/^Ann has control · at rest$/);
});

test('saving a link sends what was changed in the form, and nothing of what was narrowed elsewhere meanwhile', async () => {
  const { here, requests } = await setUp();
  await press('Change limits');
  const slower = { ...SHARE, limits: { ...SHARE.limits, speed: 0.2 } };
  await here([ANN, BEN], CONTROL, slower);
  expect(screen.getByRole('slider', { name: 'Highest speed' })).toHaveValue('20');
  const name = screen.getByRole('textbox', { name: 'Name of the link' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Night');
  await press('Save');
  const change = { line: 'PATCH /api/tactus/shares/s-1', body: { name: 'Night' } };
  await waitFor(() => expect(requests.at(-1)).toMatchObject(change));
  expect(requests.at(-1)?.body).toEqual(change.body);
});

test('saving one limit of a link leaves the others as they are', async () => {
  const { here, requests } = await setUp();
  await press('Change limits');
  await here([ANN, BEN], CONTROL, { ...SHARE, limits: { ...SHARE.limits, stroke: { min: 0.2, max: 0.5 } } });
  screen.getByRole('slider', { name: 'Highest speed' }).focus();
  await userEvent.keyboard('{ArrowDown}');
  await press('Save');
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ limits: { speed: 0.39 } }));
});

test('saving one mode of a link leaves the others as they are', async () => {
  const { here, requests } = await setUp();
  await here([ANN, BEN], CONTROL, { ...SHARE, allow: ['hamp', 'hdsp'] });
  await press('Change limits');
  await userEvent.click(screen.getByRole('switch', { name: 'Stream' }));
  // Another tab takes a mode back meanwhile.
  await here([ANN, BEN], CONTROL, SHARE);
  await press('Save');
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ allow: ['hamp', 'hsp'] }));
});

test.each([
  ['leaves the other as it is', 0.5, { min: 0.01, max: 0.5 }],
  ['does not widen the other, where the two would cross', 0.03, { min: 0, max: 0.03 }],
])('saving one end of the stroke of a link %s', async (_, max, stroke) => {
  const { here, requests } = await setUp();
  await press('Change limits');
  screen.getByRole('slider', { name: 'Lower end of what guests may use' }).focus();
  await userEvent.keyboard('{ArrowUp}');
  await here([ANN, BEN], CONTROL, { ...SHARE, limits: { ...SHARE.limits, stroke: { min: 0, max } } });
  await press('Save');
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ limits: { stroke } }));
});

test('a limit that is lowered while an earlier change is being saved stays, and is saved next', async () => {
  const { requests, answers } = await setUp();
  let saved: (response: Response) => void = () => undefined;
  answers(() => new Promise((resolve) => (saved = resolve)));
  await press('Change limits');
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of the link' }), ' two');
  await press('Save');
  screen.getByRole('slider', { name: 'Highest speed' }).focus();
  await userEvent.keyboard('{ArrowDown}');
  await act(async () => saved(Response.json({ ...SHARE, guests: [] })));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy'));
  expect(screen.getByRole('slider', { name: 'Highest speed' })).toHaveValue('39');
  await press('Save');
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ limits: { speed: 0.39 } }));
  await act(async () => saved(Response.json({ ...SHARE, guests: [] })));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
});
