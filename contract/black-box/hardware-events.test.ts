/** Effects of hands, cables and surroundings on a device, as events. This folder covers every event of the contract. */
import { type EventName, errorKinds, eventNames } from '@tactus/protocol';
import { describe, expect, test } from 'vitest';
import { refusal } from '../driven-cloud/answers.ts';
import { profiles, startDrivenCloud } from '../driven-cloud/driven-cloud.ts';

type Cause = readonly [model: string, action: object, event: EventName, payload?: object];

const causes: readonly Cause[] = [
  ...['POWER', 'UP', 'LEFT', 'RIGHT', 'DOWN', 'WIFI'].map((button, index): Cause => {
    const press = { press: { button, event: 'SHORT_PRESS' } };
    return ['handy', press, 'button_event', { button: index, event: 2 }];
  }),
  ...['PRESSED', 'RELEASED', 'SHORT_PRESS', 'LONG_PRESS_START', 'LONG_PRESS_STEP', 'LONG_PRESS_END'].map(
    (event, index): Cause => ['oh', { press: { button: 'UP', event } }, 'button_event', { button: 1, event: index }],
  ),
  ['handy', { hold: { button: 'LEFT', ms: 1_200 } }, 'button_event', { button: 2, event: 5 }],
  ['handy-2-pro', { charger: true }, 'battery_changed', { charger_connected: true }],
  ['oh', { batteryLevel: 0.2 }, 'battery_changed', { level: 0.2 }],
  ['oh', { batteryLevel: 0 }, 'device_disconnected', { reason: 'battery empty' }],
  ['handy', { sliderBlocked: true }, 'slider_blocked'],
  ['handy', [{ sliderBlocked: true }, { sliderBlocked: false }], 'slider_unblocked'],
  ['handy-1.2', { motorTemperature: 90 }, 'temp_high'],
  ['handy-2', [{ motorTemperature: 90 }, { motorTemperature: 30 }], 'temp_ok'],
  ['oh', { lowMemory: { available_heap: 9_000, larges_free_block: 4_000 } }, 'low_memory_warning'],
  [
    'oh',
    { lowMemory: { available_heap: 9_000, larges_free_block: 4_000, discarded_msg_size: 512 } },
    'low_memory_error',
    { discarded_msg_size: 512 },
  ],
  ['handy', { error: { code: 100_026, message: 'Hall sensor' } }, 'device_error', { code: 100_026 }],
  ['handy', { ble: 'CONNECTED' }, 'ble_status_changed', { state: 3 }],
  ['handy', { wifiScan: 12 }, 'wifi_scan_complete', { nr_of_networks: 12 }],
  ['handy', { restartSession: true }, 'wifi_status_changed', { state: 1, socket_connected: true }],
  ['handy', { connected: false }, 'device_disconnected', { reason: 'link cut' }],
  ['handy', { reboot: 'WIFI' }, 'device_connected', { connected: true }],
  ['handy', { secondApp: 'hamp' }, 'hamp_state_changed', { play_state: 1, velocity: 0.3 }],
  ['handy', { secondApp: 'hdsp' }, 'hdsp_state_changed', { state: 1 }],
  ['handy', { secondApp: 'hsp' }, 'hsp_looping', { stream_id: 4_294_967_001 }],
  ['oh', { secondApp: 'hvp' }, 'hvp_state_changed', { enabled: true }],
];

describe.each(profiles)('under the profile %s', (profile) => {
  test.each(
    causes.map((cause) => ({
      cause,
      text: cause
        .slice(0, 3)
        .map((part) => JSON.stringify(part))
        .join(' '),
    })),
  )('$text', async ({ cause: [model, action, event, payload] }) => {
    const box = await (await startDrivenCloud(profile)).makeDevice(model);
    await box.do(action);
    const received = await box.received.until(event, payload);
    expect(received.at(-1)?.name).toBe(event);
  });

  test('a blocked slider and a hot motor refuse to move until that is over', async () => {
    const box = await (await startDrivenCloud(profile)).makeDevice('handy');
    await box.call('hamp.start');
    await box.do({ sliderBlocked: true });
    await box.received.until('slider_blocked');
    expect((await box.call('hamp.start')).json).toEqual(refusal(errorKinds.sliderBlocked));
    await box.do([{ sliderBlocked: false }, { motorTemperature: 95 }]);
    await box.received.until('temp_high');
    for (const [name, input] of [
      ['hamp.start'],
      ['hdsp.xpt', { xp: 0.5, t: 500 }],
      ['hsp.play', { start_time: 0 }],
    ] as const)
      expect((await box.call(name, input)).json).toEqual(refusal(errorKinds.motorTemperatureHigh));
    expect((await box.call('hamp.stop')).json).toMatchObject({ result: { play_state: 0 } });
    await box.do({ motorTemperature: 30 });
    await box.received.until('temp_ok');
    expect((await box.call('hamp.start')).json).toMatchObject({ result: { play_state: 1 } });
  });

  test('a button that the mode uses is no button event', async () => {
    const box = await (await startDrivenCloud(profile)).makeDevice('handy');
    await box.call('hamp.start');
    await box.received.soFar();
    await box.do([
      { press: { button: 'UP', event: 'SHORT_PRESS' } },
      { press: { button: 'POWER', event: 'SHORT_PRESS' } },
    ]);
    expect((await box.received.soFar()).map(({ name, data }) => [name, data])).toMatchObject([
      ['hamp_state_changed', { play_state: 1, velocity: 0.1 }],
      ['hamp_state_changed', { play_state: 0 }],
    ]);
  });

  test('frames have the forms of the profile', async () => {
    const box = await (await startDrivenCloud(profile)).makeDevice('handy');
    for (const velocity of [0.1, 0.2, 0.3, 0.4]) await box.call('hamp.velocity', { velocity });
    const forms = (await box.received.soFar()).map(({ form }) => form);
    expect(new Set(forms)).toEqual(new Set(profile === 'vendor' ? ['named', 'unnamed'] : ['named']));
  });
});

test('every event of the contract is among these, or among the effects of calls', () => {
  const ofCalls: readonly EventName[] = [
    'device_status',
    'device_clock_synchronized',
    'mode_changed',
    'stroke_changed',
    'ota_progress',
    'hsp_state_changed',
    'hsp_threshold_reached',
    'hsp_starving',
    'hsp_paused_on_starving',
    'hsp_resumed_on_not_starving',
    'stream_end_reached',
  ];
  // No source states when the first is sent, and no call starts patterns.
  const never: readonly EventName[] = ['wifi_status', 'hrpp_state_changed'];
  const covered = new Set([...causes.map(([, , event]) => event), ...ofCalls, ...never]);
  expect(eventNames.filter((name) => !covered.has(name))).toEqual([]);
});
