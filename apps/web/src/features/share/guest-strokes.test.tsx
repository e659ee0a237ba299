import { DeviceMode } from '@tactus/protocol';
import { createDevice } from '@tactus/sdk';
import { createFakeTime, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { DeviceProvider } from '../../device/session/device-context.tsx';
import { createLanguageStore } from '../../i18n/language-store.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { createGuestConnection } from '../../sharing/guest-connection.ts';
import { createNotifications } from '../../ui/notifications.ts';
import { NotificationsProvider } from '../../ui/notifications-context.tsx';
import { TimeProvider } from '../../ui/time-context.tsx';
import { GuestControls } from './guest-controls.tsx';

const SESSION = {
  ...{ id: 'g-1', alias: 'DemoHandy1', name: 'Ann', share: { id: 's-1', name: '' }, role: 'controller' },
  ...{
    controller: { session: 'g-1', name: 'Ann' },
    allow: ['hamp', 'hdsp'],
    expires_at: 2_000,
    session_ends_at: 1_000,
  },
  limits: { speed: 0.5, stroke: { min: 0, max: 1 }, intensity: 1, sessionMinutes: 60 },
};
const SHARES = '/api/tactus/shares';
const WHOLE = { min: 0, max: 1 };
const NARROW = { min: 0.3, max: 0.7 };
/** Longer than a hold without touch and motion lasts. */
const IDLE_MS = 3_000;

/** The controls of a guest who is in control. The ends of the strokes are whole in the device once a hold is over. */
async function setUp() {
  const time = createFakeTime();
  const random = createRandom(1);
  const cloud = createScriptedCloud();
  const handy = scriptHandy(cloud, { time });
  handy.world.mode = DeviceMode.HAMP;
  let ends = WHOLE;
  let isHeld = false;
  /** The ends at each start. */
  const starts: (typeof ends)[] = [];
  function lapse() {
    ends = WHOLE;
    isHeld = false;
    handy.world.hamp = { ...handy.world.hamp, play_state: 0 };
  }
  let onStroke = () => Promise.resolve();
  cloud.on('PUT /hamp/stroke', async ({ body }) => {
    ends = body as typeof ends; // of our own client
    await onStroke();
    return { result: handy.world.hamp };
  });
  const connection = createGuestConnection({
    ...{ link: { id: 's-1', secret: 'x' }, time, random, onError: () => undefined },
    heartbeat: (periodMs, run) => time.every(periodMs, run),
    async fetch(url, init) {
      if (url.includes('/hamp/start')) starts.push(ends);
      if (url.startsWith(SCRIPTED_BASE)) return cloud.fetch(url, init);
      if (url === `${SHARES}/s-1/sessions`) return Response.json({ ...SESSION, session: 'bearer' });
      if (url === `${SHARES}/session/events`) return new Promise(() => undefined);
      const isTaken = init.method === 'POST';
      if (isTaken) isHeld = true;
      if (init.method === 'DELETE') lapse();
      if (init.method === 'DELETE') return new Response(undefined, { status: 204 });
      if (!isHeld) return Response.json({ error: { name: 'HoldLapsed', message: '' } }, { status: 410 });
      const hold = { expires_at: 0, ttl_ms: 500, renew_every_ms: 150, back_within_ms: 5_000 };
      return Response.json(hold, { status: isTaken ? 201 : 200 });
    },
    openDevice: (fetch) => createDevice({ apiBase: SCRIPTED_BASE, apiKey: 'app', fetch, time, random }),
  });
  onTestFinished(connection.leave);
  connection.enter('Ann');
  await time.run(10);
  handy.comeOnline();
  await time.run(2_000);
  const { inside, session } = connection.store.getState();
  if (!inside || !session) expect.fail('the guest is inside');
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['control', 'hdsp', 'remote', 'share']);
  render(
    <LanguageProvider store={language}>
      <TimeProvider time={time}>
        <NotificationsProvider notifications={createNotifications(time)}>
          <DeviceProvider device={inside.device}>
            <GuestControls inside={inside} session={session} route={undefined} />
          </DeviceProvider>
        </NotificationsProvider>
      </TimeProvider>
    </LanguageProvider>,
  );
  return {
    starts,
    /** The hold is over although the hand is on the control. */
    lapse,
    /** The hold is over while the next ends are on their way back. */
    lapseAtNextStroke() {
      onStroke = () => {
        onStroke = () => Promise.resolve();
        lapse();
        return time.sleep(500);
      };
    },
    pass: (ms: number) => act(() => time.run(ms)),
    async press(name: string) {
      await userEvent.click(screen.getByRole('button', { name }));
      await act(() => time.run(1_000));
    },
    choose: (name: string) => userEvent.click(screen.getByRole('radio', { name })),
    shown: () => ['lower', 'upper'].map((end) => screen.getByRole('slider', { name: `Stroke, ${end} end` })),
  };
}

test('strokes start between the ends that were set at rest, also in a later hold', async () => {
  const { starts, pass, press, shown } = await setUp();
  await press('Fast');
  await pass(IDLE_MS);
  await press('Start');
  expect(starts).toEqual([NARROW]);
  await press('Stop moving');
  await pass(IDLE_MS);
  await press('Start');
  expect(starts).toEqual([NARROW, NARROW]);
  expect(shown().map((end) => (end as HTMLInputElement).value)).toEqual(['30', '70']);
});

test('strokes that return with a regained hold are between the ends that were set', async () => {
  const { starts, lapse, pass, press } = await setUp();
  await press('Fast');
  await press('Start');
  fireEvent.pointerDown(screen.getByRole('slider', { name: 'Speed' }));
  lapse();
  await pass(1_000);
  expect(starts).toEqual([NARROW, NARROW]);
});

test('strokes start between the ends that were set though the hold was over and regained meanwhile', async () => {
  const { starts, lapseAtNextStroke, pass, press } = await setUp();
  await press('Fast');
  await pass(IDLE_MS);
  lapseAtNextStroke();
  screen.getByRole('button', { name: 'Start' }).focus();
  // The key stays down.
  await userEvent.keyboard('{Enter>}');
  await pass(2_000);
  expect(starts).toEqual([NARROW]);
});

test('the ends of the strokes stay when another mode was shown meanwhile', async () => {
  const { choose, pass, press, shown } = await setUp();
  await press('Fast');
  await choose('Direct');
  await pass(10);
  await choose('Manual');
  expect(shown().map((end) => (end as HTMLInputElement).value)).toEqual(['30', '70']);
});
