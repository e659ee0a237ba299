import { DeviceMode } from '@tactus/protocol';
import { expect } from 'vitest';
import type { Facts, GoodCase, Needs } from './call-facts.ts';

/** The hardware for each mode that a client may set. */
const settable: Readonly<Record<number, Needs>> = {
  [DeviceMode.HAMP]: 'slider',
  [DeviceMode.HSSP]: 'slider',
  [DeviceMode.HDSP]: 'slider',
  [DeviceMode.MAINTENANCE]: 'nothing',
  [DeviceMode.HSP]: 'slider',
  [DeviceMode.OTA]: 'nothing',
  [DeviceMode.BUTTON]: 'nothing',
  [DeviceMode.VIBRATE]: 'vibration',
};

const changes = (resultOf: (mode: number) => object | string): readonly GoodCase[] =>
  Object.entries(settable).map(([number, needs]) => {
    const mode = Number(number);
    return {
      title: `to ${mode}`,
      input: { mode },
      needs,
      result: resultOf(mode),
      events: [['mode_changed', { mode, mode_session_id: 1 }]],
    };
  });

export const infoFacts: Facts = {
  'info.connected': { good: [{ title: 'a connected device', result: { connected: true } }] },
  'info.info': {
    good: [
      {
        title: 'of the newest firmware',
        result: ({ number }) => ({
          fw_status: 0,
          fw_version: '4.1.1',
          fw_feature_flags: 'production',
          hw_model_no: number,
          session_id: aUlid(),
        }),
      },
      { title: 'of an older one', firmware: '4.0.19', result: { fw_status: 1, fw_version: '4.0.19' } },
    ],
  },
  'info.mode': {
    good: [{ title: 'after a boot', result: { mode: DeviceMode.IDLE, mode_session_id: 0 } }],
  },
  'info.setMode': {
    good: [...changes(() => 'ok'), { title: 'to the present one', input: { mode: DeviceMode.IDLE }, result: 'ok' }],
  },
  'info.setMode2': {
    good: [
      ...changes((mode) => ({ mode, mode_session_id: 1 })),
      { title: 'to the present one', input: { mode: DeviceMode.IDLE }, result: { mode: 7, mode_session_id: 0 } },
    ],
  },
  'info.sliderSettings': {
    needs: 'slider',
    good: [{ title: 'with its limits', result: { x_min_speed: 32, overclock_enabled: false } }],
  },
  'info.capabilities': {
    good: [
      {
        title: 'of the model',
        result: ({ slider, vibrates, battery }) => ({
          slider: Number(slider),
          lra: Number(vibrates),
          battery,
        }),
      },
    ],
  },
  'info.sids': { good: [{ title: 'after a boot', result: { socket_session_id: 0, mode_session_id: 0 } }] },
  'info.statistics': {
    good: [
      {
        title: 'after two calls',
        before: [['info.info'], ['info.mode']],
        result: { total_messages: 2, acked_messages: 2, dropped_messages: 0 },
      },
    ],
  },
};

/** Matches a session id: a ULID (docs/device-api.md#42-deviceinfo). */
function aUlid(): unknown {
  return expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);
}
