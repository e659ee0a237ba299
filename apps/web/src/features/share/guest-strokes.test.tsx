import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { DeviceProvider } from '../../device/session/device-context.tsx';
import { createLanguageStore } from '../../i18n/language-store.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { enterScriptedShare } from '../../sharing/testing/scripted-guest.ts';
import { createNotifications } from '../../ui/notifications.ts';
import { NotificationsProvider } from '../../ui/notifications-context.tsx';
import { TimeProvider } from '../../ui/time-context.tsx';
import { GuestControls } from './guest-controls.tsx';

const NARROW = { min: 0.3, max: 0.7 };
/** Longer than a hold without touch and motion lasts. */
const IDLE_MS = 3_000;

/** The controls of a guest who is in control. */
async function setUp() {
  const { time, inside, session, starts, expireHold, delayNextStroke, leave } = await enterScriptedShare();
  onTestFinished(leave);
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
    expireHold,
    /** The hold is over while the next ends are on their way back. */
    expireHoldAtNextStroke: () => delayNextStroke(expireHold),
    pressStop: () => void inside.device.stop(),
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
  const { starts, expireHold, pass, press } = await setUp();
  await press('Fast');
  await press('Start');
  fireEvent.pointerDown(screen.getByRole('slider', { name: 'Speed' }));
  expireHold();
  await pass(1_000);
  expect(starts).toEqual([NARROW, NARROW]);
});

test('strokes start between the ends that were set though the hold was over and regained meanwhile', async () => {
  const { starts, expireHoldAtNextStroke, pass, press } = await setUp();
  await press('Fast');
  await pass(IDLE_MS);
  expireHoldAtNextStroke();
  screen.getByRole('button', { name: 'Start' }).focus();
  // The key stays down.
  await userEvent.keyboard('{Enter>}');
  await pass(2_000);
  expect(starts).toEqual([NARROW]);
});

test.each(['before', 'after'] as const)(
  'nothing restarts with a regained hold where Stop was pressed %s its loss',
  async (when) => {
    const { starts, expireHold, pass, press, pressStop } = await setUp();
    await press('Start');
    fireEvent.pointerDown(screen.getByRole('slider', { name: 'Speed' }));
    if (when === 'before') pressStop();
    await pass(50);
    expireHold();
    await pass(200);
    if (when === 'after') pressStop();
    await pass(3_000);
    expect(starts).toEqual([{ min: 0, max: 1 }]);
  },
);

test('the ends of the strokes stay when another mode was shown meanwhile', async () => {
  const { choose, pass, press, shown } = await setUp();
  await press('Fast');
  await choose('Direct');
  await pass(10);
  await choose('Manual');
  expect(shown().map((end) => (end as HTMLInputElement).value)).toEqual(['30', '70']);
});
