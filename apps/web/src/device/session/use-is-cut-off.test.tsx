import { createDevice } from '@tactus/sdk';
import { createFakeTime, createScriptedCloud, SCRIPTED_BASE, scriptHandy } from '@tactus/sdk/testing';
import { createRandom } from '@tactus/time';
import { act, renderHook } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { useStore } from 'zustand';
import { useIsCutOff } from './use-is-cut-off.ts';

/** A page in a browser without a network, of a device whose cloud is on this computer and does not run yet. */
async function setUp() {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const time = createFakeTime();
  const scripted = createScriptedCloud();
  const handy = scriptHandy(scripted, { time });
  let isRunning = false;
  const fetch: typeof scripted.fetch = (url, init) =>
    isRunning ? scripted.fetch(url, init) : Promise.reject(new TypeError('Connection refused'));
  const device = createDevice({ apiBase: SCRIPTED_BASE, apiKey: 'test', fetch, time, random: createRandom(1) });
  const cloud = { apiBase: SCRIPTED_BASE, fetch };
  onTestFinished(() => {
    onLine.mockRestore();
    device.close();
  });
  device.connect('DemoHandy1').catch(() => undefined);
  const { result } = renderHook(() =>
    useIsCutOff(
      cloud,
      useStore(device.store, ({ sseConnected }) => sseConnected),
    ),
  );
  await act(() => time.run(1_000));
  return {
    device,
    isCutOff: () => result.current,
    async startCloud() {
      isRunning = true;
      await act(() => time.run(60_000));
      handy.comeOnline();
      await act(() => time.run(3_000));
    },
  };
}

test('a device that is connected without a network, because its cloud is on this computer, is not cut off any more', async () => {
  const { device, isCutOff, startCloud } = await setUp();
  expect(isCutOff()).toBe(true);
  await startCloud();
  expect(device.store.getState().connected).toBe(true);
  expect(isCutOff()).toBe(false);
});
