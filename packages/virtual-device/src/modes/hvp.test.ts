import { type DeviceEvent, DeviceMode, errorKinds } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { type DeviceModel, deviceModels, type ModelName, modelNames } from '../hardware/models.ts';
import { createVirtualDevice } from '../virtual-device.ts';
import { createHvpMode } from './hvp.ts';
import { createModeSwitch } from './mode-switch.ts';

function boot(model: ModelName = 'oh') {
  const device = createVirtualDevice({
    connectionKey: 'TestKey01',
    model,
    time: createFakeTime(),
    random: createRandom(1),
  });
  const events: DeviceEvent[] = [];
  device.onEvent((event) => events.push(event));
  return { device, events };
}

/** The vibration of a model that does not exist. */
function bootOther(capabilities: DeviceModel['capabilities']) {
  const emit = () => undefined;
  return createHvpMode({
    model: { ...deviceModels.oh, capabilities },
    modes: createModeSwitch(emit),
    emit,
    setLoad: () => undefined,
  });
}

const VIBRATION = { amplitude: 0.4, frequency: 75, position: 30 };
const atRest = { enabled: false, amplitude: 0, frequency: 0, position: 200 };

describe('vibration', () => {
  test('is off at boot; reading its state does not change the mode', async () => {
    const { device, events } = boot();
    expect(await device.call('hvp.state', {})).toEqual(atRest);
    expect(events).toEqual([]);
  });

  test('setting the state starts it, and the first call changes the mode', async () => {
    const { device, events } = boot();
    const state = await device.call('hvp.setState', VIBRATION);
    expect(state).toEqual({ enabled: true, amplitude: 0.4, frequency: 75, position: 200 });
    expect(events).toEqual([
      { name: 'mode_changed', data: { mode: DeviceMode.VIBRATE, mode_session_id: 1 } },
      { name: 'hvp_state_changed', data: state },
    ]);
    expect(await device.call('hvp.state', {})).toEqual(state);
  });

  test('start begins at amplitude 0 and frequency 0, whatever the state before', async () => {
    const { device } = boot();
    expect(await device.call('hvp.start', {})).toEqual({ ...atRest, enabled: true });
    await device.call('hvp.setState', VIBRATION);
    expect(await device.call('hvp.start', {})).toEqual({ ...atRest, enabled: true });
  });

  test('stop ends it', async () => {
    const { device, events } = boot();
    await device.call('hvp.setState', VIBRATION);
    expect(await device.call('hvp.stop', {})).toMatchObject({ enabled: false });
    expect(events.at(-1)).toMatchObject({ name: 'hvp_state_changed', data: { enabled: false } });
  });

  test('only changes are reported', async () => {
    const { device, events } = boot();
    await device.call('hvp.setState', VIBRATION);
    events.length = 0;
    await device.call('hvp.setState', VIBRATION);
    expect(events).toEqual([]);
    await device.call('hvp.setState', { ...VIBRATION, frequency: 80 });
    await device.call('hvp.setState', { ...VIBRATION, frequency: 80, amplitude: 0.5 });
    await device.call('hvp.stop', {});
    await device.call('hvp.stop', {});
    expect(events.map(({ name }) => name)).toEqual(['hvp_state_changed', 'hvp_state_changed', 'hvp_state_changed']);
  });

  test('leaving the mode ends it', async () => {
    const { device, events } = boot();
    await device.call('hvp.setState', VIBRATION);
    events.length = 0;
    await device.call('info.setMode2', { mode: DeviceMode.IDLE });
    expect(events.map(({ name }) => name)).toEqual(['hvp_state_changed', 'mode_changed']);
    expect(await device.call('hvp.state', {})).toMatchObject({ enabled: false });
  });
});

describe('the capabilities of a model', () => {
  test.each(modelNames.filter((name) => name !== 'oh'))('%s cannot vibrate and refuses', async (model) => {
    const { device, events } = boot(model);
    const refused = expect.objectContaining({ kind: errorKinds.notSupported });
    for (const name of ['hvp.state', 'hvp.start', 'hvp.stop'] as const)
      await expect(device.call(name, {})).rejects.toEqual(refused);
    await expect(device.call('hvp.setState', VIBRATION)).rejects.toEqual(refused);
    expect(events).toEqual([]);
  });

  test('an ERM takes an amplitude and no frequency', () => {
    expect(bootOther({ erm: 1 })['hvp.setState'](VIBRATION)).toEqual({
      enabled: true,
      amplitude: 0.4,
      frequency: 0,
      position: 200,
    });
  });

  test('a slider with an adapter takes a position', () => {
    expect(bootOther({ lra: 1, slider: 1 })['hvp.setState'](VIBRATION)).toEqual({ enabled: true, ...VIBRATION });
  });
});
