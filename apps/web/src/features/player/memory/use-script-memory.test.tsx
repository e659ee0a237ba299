import { createFakeTime } from '@tactus/time/testing';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { DeviceProvider } from '../../../device/session/device-context.tsx';
import { scriptedDevice } from '../../../device/testing/scripted-device.ts';
import type { PlayableMedium } from '../session/playable-medium.ts';
import { createVirtualMedia } from '../session/virtual-media.ts';
import type { PlayerSource } from '../source/source.ts';
import { useGoOnOnce } from './use-go-on-once.ts';
import { useScriptMemory } from './use-script-memory.ts';

const HOUR_S = 3_600;
const film = { name: 'ride.mp4', type: 'video/mp4' };
const [first, second] = ['first', 'second'].map((name) => ({ name, type: '' }));
const RIDE = { medium: film, scripts: [first, second].filter((script) => script !== undefined) };
interface Shown {
  readonly medium: PlayerSource | undefined;
  readonly script: PlayerSource | undefined;
  readonly element: PlayableMedium | undefined;
}
const NOTHING_OPEN: Shown = { medium: undefined, script: undefined, element: undefined };

/** The memory of a player that shows a film with a script. */
async function openMemory() {
  const time = createFakeTime();
  const { device } = await scriptedDevice(time);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DeviceProvider device={device}>{children}</DeviceProvider>
  );
  const media = () => {
    const made = createVirtualMedia(time, HOUR_S);
    onTestFinished(made.close);
    return made;
  };
  const { result, rerender } = renderHook(
    ({ element, medium, script }: Shown) => {
      const goOn = useGoOnOnce({ medium, script, isRead: true });
      const open = { hash: script?.name, film: medium, element, durationMs: HOUR_S * 1_000 };
      return { goOn, remembered: useScriptMemory({ ...open, ...goOn }) };
    },
    { wrapper, initialProps: NOTHING_OPEN },
  );
  let element = media();
  const settle = () => act(() => time.run(10));
  /** Opens the film anew, from the library. */
  const open = async (script = first) => {
    element = media();
    rerender({ medium: film, script, element });
    await settle();
  };
  return {
    open,
    async choose(script: typeof first) {
      rerender({ medium: film, script, element });
      await settle();
    },
    async close() {
      rerender(NOTHING_OPEN);
      await settle();
    },
    async playTo(seconds: number) {
      await act(() => element.play());
      act(() => {
        element.currentTime = seconds;
        element.pause();
      });
      await settle();
    },
    /** Opens the film by the link of the home page. */
    async goOn() {
      await open();
      act(() => result.current.goOn.begin(RIDE));
      await settle();
    },
    atS: () => element.currentTime,
    offered: () => result.current.remembered.memory?.leftAtMs,
  };
}

test('the link of the home page begins at the place once, not when the script is chosen again', async () => {
  const { open, playTo, close, goOn, choose, atS } = await openMemory();
  await open();
  await playTo(600);
  await close();
  await goOn();
  expect(atS()).toBe(600);
  await choose(second);
  await playTo(780);
  await choose(first);
  expect(atS()).toBe(780);
  await choose(second);
  expect(atS()).toBe(780);
});

test('a film that is closed and opened from the library begins at its start, and its place is offered', async () => {
  const { open, playTo, close, goOn, atS, offered } = await openMemory();
  await open();
  await playTo(600);
  await close();
  await goOn();
  await playTo(2_400);
  await close();
  await open();
  expect(atS()).toBe(0);
  expect(offered()).toBe(2_400_000);
});

test('a place that is stored after the link opened a film without one is offered, not gone to', async () => {
  const { open, playTo, close, goOn, choose, atS, offered } = await openMemory();
  await open(second);
  await playTo(600);
  await close();
  await goOn();
  expect(atS()).toBe(0);
  await choose(second);
  expect(atS()).toBe(0);
  expect(offered()).toBe(600_000);
  await playTo(900);
  await choose(first);
  await choose(second);
  expect(atS()).toBe(900);
});
