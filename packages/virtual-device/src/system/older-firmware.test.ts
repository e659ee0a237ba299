import { calls, type DeviceCallName, endpointOf, errorKinds, type ParsedInputOf } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { bootDevice, refusalOf } from '../testing/booted-device.ts';

const MINUTE_MS = 60_000;

/** Every call of a later firmware than the first, the newest firmware without it, and an input. */
const LATER: { readonly [N in DeviceCallName]?: { readonly before: string; readonly input: ParsedInputOf<N> } } = {
  'hamp.stroke': { before: '4.0.14', input: { min: 0.2, max: 0.8 } },
  'hsp.pauseOnStarving': { before: '4.0.12', input: { pause_on_starving: true } },
  'hsp.loop': { before: '4.1.0', input: { loop: true } },
  'hsp.playbackrate': { before: '4.1.0', input: { playback_rate: 2 } },
};

// Object.entries forgets the literal keys, and which input belongs to which of them.
const rows = Object.entries(LATER).map(([name, { before, input }]) => ({
  name: name as DeviceCallName,
  before,
  input: input as never,
  since: endpointOf(name as DeviceCallName).sinceFirmware ?? '',
}));

describe.each(rows)('$name, added in firmware $since', ({ name, before, input, since }) => {
  test('is an unknown command to the firmware before, and changes nothing there', async () => {
    const { device, events } = bootDevice({ firmware: before });
    await expect(device.call(name, input)).rejects.toMatchObject(refusalOf(errorKinds.unknownCommand));
    expect(events).toEqual([]);
  });

  test('is known to firmware $since, and to the newest', async () => {
    await expect(bootDevice({ firmware: since }).device.call(name, input)).resolves.toBeDefined();
    await expect(bootDevice().device.call(name, input)).resolves.toBeDefined();
  });

  test('is available after an update and a restart, and gone with an older firmware', async () => {
    const { device, time } = bootDevice({ firmware: before });
    await device.install({ version: since, feature_flags: 'production' });
    time.advance(1_000);
    await expect(device.call(name, input)).rejects.toMatchObject(refusalOf(errorKinds.unknownCommand));
    time.advance(MINUTE_MS);
    await expect(device.call(name, input)).resolves.toBeDefined();
    await device.install({ version: before, feature_flags: 'production' });
    time.advance(MINUTE_MS);
    await expect(device.call(name, input)).rejects.toMatchObject(refusalOf(errorKinds.unknownCommand));
  });
});

test('the table above has every call of a later firmware', () => {
  const later = calls.filter(({ endpoint }) => endpoint.sinceFirmware !== undefined);
  expect(later.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
