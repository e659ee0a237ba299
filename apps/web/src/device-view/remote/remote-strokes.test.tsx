import { createFakeTime } from '@tactus/time/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { DeviceProvider } from '../../device/session/device-context.tsx';
import { scriptedDevice } from '../../device/testing/scripted-device.ts';
import { createLanguageStore } from '../../i18n/language-store.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { TimeProvider } from '../../ui/time-context.tsx';
import { createSpeedControl } from '../controls/speed-control.ts';
import { RemoteStrokeControls } from './remote-strokes.tsx';

const LIMIT = 0.25;

/** The controls of a moving device that the person's own limit slows. */
async function setUp() {
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['control', 'remote']);
  const time = createFakeTime();
  const { device } = await scriptedDevice(time);
  let velocity = 0.2;
  const control = createSpeedControl({
    time,
    start: async () => undefined,
    send(wanted) {
      velocity = Math.min(wanted, LIMIT);
    },
    cancelSend: () => undefined,
    reported: () => ({ playing: true, velocity, limited: true, ceilingPercent: 100, ready: true, isOurs: true }),
    onReport: () => () => undefined,
    onStop: () => () => undefined,
    redelivery: () => ({ missed: () => undefined, isWaiting: () => false, end: () => undefined }),
    onAbandoned: () => undefined,
  });
  const stroke = { shown: { min: 0, max: 100 }, change: () => undefined, release: () => undefined };
  const view = () => (
    <LanguageProvider store={language}>
      <TimeProvider time={time}>
        <DeviceProvider device={device}>
          <RemoteStrokeControls
            speed={{ ...control.state.getState(), control, playing: true, shownPercent: 0, start: () => undefined }}
            stroke={stroke}
            read={() => undefined}
            disabled={false}
          />
        </DeviceProvider>
      </TimeProvider>
    </LanguageProvider>
  );
  const { rerender } = render(view());
  async function choose(name: string): Promise<void> {
    await userEvent.click(screen.getByRole('button', { name }));
    time.advance(5_000);
    rerender(view());
  }
  return { choose, velocity: () => velocity };
}

test('a preset is a speed, not a step: a calm one after a fast one that the limit slowed does not stand still', async () => {
  const { choose, velocity } = await setUp();
  await choose('Fast');
  expect(velocity()).toBe(LIMIT);
  await choose('Calm');
  expect(velocity()).toBe(0.15);
});
