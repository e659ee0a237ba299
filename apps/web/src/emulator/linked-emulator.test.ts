import { expect, test } from 'vitest';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { createSettingsStore } from '../settings/settings-store.ts';
import { createEmulator } from './emulator.ts';
import { EMULATOR_STORAGE_KEY } from './emulator-identity.ts';
import { addEmulatorToLinkedDevices, replaceLinkedEmulatorKey } from './linked-emulator.ts';
import type { EmulatorMessage } from './worker-messages.ts';

const STORED = '{"version":1,"connectionKey":"Kept01","secret":"s0","model":"handy"}';
const FORGOTTEN: EmulatorMessage = {
  type: 'report',
  report: {
    ...{ link: 'ended', refusal: 'not-enrolled', online: true, mode: undefined, battery01: undefined },
    ...{ vibration01: undefined, motorCelsius: undefined, charging: undefined, firmware: undefined },
  },
};

/** Settings that follow an emulator, whose key the cloud loses at a call of the test. */
async function setUp(inUse: string) {
  const log = { warn: () => undefined, error: () => undefined };
  const settings = createSettingsStore({ storage: createMemoryStorage(), log });
  settings.update({ connectionKey: inUse });
  let emit: (news: EmulatorMessage) => void = () => undefined;
  const emulator = createEmulator({
    ...{
      storage: createMemoryStorage({ [EMULATOR_STORAGE_KEY]: STORED }),
      apiBase: '/api',
      origin: 'http://home.invalid',
    },
    fetch: async () => Response.json({ connectionKey: 'Key01', secret: 's1' }),
    openWorker: () => ({
      post: () => undefined,
      onFailure: () => undefined,
      onNews: (listener) => {
        emit = listener;
      },
    }),
  });
  const undo = replaceLinkedEmulatorKey(emulator, settings);
  void emulator.start();
  await expect.poll(() => emulator.state.getState().phase).toBe('connecting');
  return {
    ...{ settings, undo },
    async forgetKey() {
      emit(FORGOTTEN);
      await expect.poll(() => emulator.state.getState().connectionKey).toBe('Key01');
    },
    known: () => {
      const { linkedDevices, connectionKey } = settings.state.getState();
      return [connectionKey, ...linkedDevices.map((one) => `${one.connectionKey} ${one.nickname}`)];
    },
  };
}

test('a virtual device that gets another key is linked, and in use, under that one', async () => {
  const { settings, forgetKey, known } = await setUp('Kept01');
  addEmulatorToLinkedDevices(settings, 'Other01', 'Lamp');
  addEmulatorToLinkedDevices(settings, 'Kept01', 'Mine');
  await forgetKey();
  expect(known()).toEqual(['Key01', 'Other01 Lamp', 'Key01 Mine']);
});

test('a virtual device that is not linked gets another key without being linked', async () => {
  const { settings, forgetKey, known } = await setUp('Other01');
  addEmulatorToLinkedDevices(settings, 'Other01', 'Lamp');
  await forgetKey();
  expect(known()).toEqual(['Other01', 'Other01 Lamp']);
});

test('a virtual device is linked once, under the name that it has', async () => {
  const { settings, known } = await setUp('');
  addEmulatorToLinkedDevices(settings, 'Kept01', 'Mine');
  addEmulatorToLinkedDevices(settings, 'Kept01', 'Another');
  expect(known()).toEqual(['', 'Kept01 Mine']);
});
