import { type DeviceEvent, DeviceMode, errorKinds } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { describe, expect, test } from 'vitest';
import { type DeviceModel, deviceModels, type ModelName, modelNames } from '../hardware/models.ts';
import { createVirtualDevice } from '../virtual-device.ts';
import { createHvp } from './hvp.ts';
import { createModeSwitch } from './mode-switch.ts';

function boot(model: ModelName = 'oh') {
  const device = createVirtualDevice({
    connectionKey: 'TestKey01',
    model,
    time: createFakeTime(),
    random: createRandom(1),
  });
  const heard: DeviceEvent[] = [];
  device.onEvent((event) => heard.push(event));
  return { device, heard };
}

/** The vibration of a model that is not for sale. */
function bootOther(capabilities: DeviceModel['capabilities']) {
  const emit = () => undefined;
  return createHvp({
    model: { ...deviceModels.oh, capabilities },
    modes: createModeSwitch(emit),
    emit,
    setLoad: () => undefined,
  });
}

const asked = { amplitude: 0.4, frequency: 75, position: 30 };
const atRest = { enabled: false, amplitude: 0, frequency: 0, position: 200 };

describe('vibration', () => {
  test('rests at boot; asking for its state leaves the mode alone', async () => {
    const { device, heard } = boot();
    expect(await device.call('hvp.state', {})).toEqual(atRest);
    expect(heard).toEqual([]);
  });

  test('setting the state starts it, and the first call changes the mode', async () => {
    const { device, heard } = boot();
    const state = await device.call('hvp.setState', asked);
    expect(state).toEqual({ enabled: true, amplitude: 0.4, frequency: 75, position: 200 });
    expect(heard).toEqual([
      { name: 'mode_changed', data: { mode: DeviceMode.VIBRATE, mode_session_id: 1 } },
      { name: 'hvp_state_changed', data: state },
    ]);
    expect(await device.call('hvp.state', {})).toEqual(state);
  });

  test('start begins at amplitude 0 and frequency 0, whatever was before', async () => {
    const { device } = boot();
    expect(await device.call('hvp.start', {})).toEqual({ ...atRest, enabled: true });
    await device.call('hvp.setState', asked);
    expect(await device.call('hvp.start', {})).toEqual({ ...atRest, enabled: true });
  });

  test('stop ends it', async () => {
    const { device, heard } = boot();
    await device.call('hvp.setState', asked);
    expect(await device.call('hvp.stop', {})).toMatchObject({ enabled: false });
    expect(heard.at(-1)).toMatchObject({ name: 'hvp_state_changed', data: { enabled: false } });
  });

  test('only what changes is told', async () => {
    const { device, heard } = boot();
    await device.call('hvp.setState', asked);
    heard.length = 0;
    await device.call('hvp.setState', asked);
    expect(heard).toEqual([]);
    await device.call('hvp.setState', { ...asked, frequency: 80 });
    await device.call('hvp.setState', { ...asked, frequency: 80, amplitude: 0.5 });
    await device.call('hvp.stop', {});
    await device.call('hvp.stop', {});
    expect(heard.map(({ name }) => name)).toEqual(['hvp_state_changed', 'hvp_state_changed', 'hvp_state_changed']);
  });

  test('leaving the mode ends it', async () => {
    const { device, heard } = boot();
    await device.call('hvp.setState', asked);
    heard.length = 0;
    await device.call('info.setMode2', { mode: DeviceMode.IDLE });
    expect(heard.map(({ name }) => name)).toEqual(['hvp_state_changed', 'mode_changed']);
    expect(await device.call('hvp.state', {})).toMatchObject({ enabled: false });
  });
});

describe('what a model can do', () => {
  test.each(modelNames.filter((name) => name !== 'oh'))('%s has nothing to vibrate with and refuses', async (model) => {
    const { device, heard } = boot(model);
    const refused = expect.objectContaining({ kind: errorKinds.notSupported });
    for (const name of ['hvp.state', 'hvp.start', 'hvp.stop'] as const)
      await expect(device.call(name, {})).rejects.toEqual(refused);
    await expect(device.call('hvp.setState', asked)).rejects.toEqual(refused);
    expect(heard).toEqual([]);
  });

  test('an ERM takes an amplitude and no frequency', () => {
    expect(bootOther({ erm: 1 })['hvp.setState'](asked)).toEqual({
      enabled: true,
      amplitude: 0.4,
      frequency: 0,
      position: 200,
    });
  });

  test('a slider with an adapter takes a position', () => {
    expect(bootOther({ lra: 1, slider: 1 })['hvp.setState'](asked)).toEqual({ enabled: true, ...asked });
  });
});
