/** The device as a whole, the cloud's own calls, clocks, firmware. */
import { errorKinds, OTA_NOT_FOUND_TEXT } from '@tactus/protocol';
import { expect } from 'vitest';
import type { Expected, Facts, GoodCase } from './call-facts.ts';
import { renewal, updateLink } from './preparations.ts';

const OLD = '4.0.11';
const RELEASES = [
  { version: '4.2.1', feature_flags: 'development' },
  { version: '4.2.0', feature_flags: 'staging' },
  { version: '4.1.1', feature_flags: 'production' },
  { version: '4.1.0', feature_flags: 'production' },
  { version: '4.0.19', feature_flags: 'production' },
  { version: '4.0.11', feature_flags: 'production' },
];
const NEWEST = { version: '4.1.1', feature_flags: 'production' };

const updates = (version: string): Pick<GoodCase, 'firmware' | 'result' | 'events' | 'later'> => ({
  firmware: OLD,
  result: 'ok',
  events: [
    ['mode_changed', { mode: 5 }],
    ['ota_progress', { done: false, progress: 0, failed: false }],
  ],
  later: [
    ['ota_progress', { progress: 0.5 }],
    ['ota_progress', { done: true, progress: 1, failed: false }],
    ['device_disconnected', { reason: 'reboot' }],
    ['device_connected', { info: expect.objectContaining({ fw_version: version }) }],
  ],
});

const token = {
  token_ref: expect.stringMatching(/^[0-9A-Z]{26}$/),
  token: expect.any(String),
  renew: expect.stringContaining('/auth/token/renew?'),
};
const goneAndBack: readonly Expected[] = [['device_disconnected', { reason: 'reboot' }], ['device_connected']];

export const systemFacts: Facts = {
  'auth.issueToken': {
    good: [
      { title: 'with the defaults', result: token },
      { title: 'for one device, as ck', input: async ({ key }) => ({ ck: key, ttl: '60' }), result: token },
      { title: 'for one device, as to', input: async ({ key }) => ({ to: key, origin: 'https://a' }), result: token },
    ],
  },
  'auth.renewToken': { good: [{ title: 'by its link', input: renewal, result: token }] },
  'utils.servertime': { good: [{ title: 'in ms', result: { server_time: expect.any(Number) } }] },
  'hstp.info': { good: [{ title: 'as measured', result: { clock_offset: expect.any(Number) } }] },
  'hstp.clocksync': {
    good: [
      { title: 'in the background', result: 'ok', later: [['device_clock_synchronized']] },
      {
        title: 'in the background by word',
        input: { s: 'false' },
        result: 'ok',
        later: [['device_clock_synchronized']],
      },
      {
        title: 'waited for',
        input: { s: 'true' },
        result: { time: expect.any(Number), clock_offset: expect.any(Number), rtd: expect.any(Number) },
        events: [['device_clock_synchronized']],
      },
    ],
  },
  'hstp.offset': {
    good: [
      { title: 'after a boot', result: { offset: 0 } },
      { title: 'once set', before: [['hstp.setOffset', { offset: -125 }]], result: { offset: -125 } },
    ],
  },
  'hstp.setOffset': {
    good: [-125, 0, 250].map((offset) => ({ title: `${offset}`, input: { offset }, result: 'ok' })),
  },
  'system.interfaces': {
    good: [
      { title: 'after a boot', result: { wifi: true, ble: false } },
      {
        title: 'with Bluetooth',
        before: [['system.setInterfaces', { wifi: true, ble: true }]],
        result: { wifi: true, ble: true },
      },
    ],
  },
  'system.setInterfaces': {
    good: [
      {
        title: 'Bluetooth on',
        input: { wifi: true, ble: true },
        result: 'ok',
        events: [['ble_status_changed', { state: 2 }]],
      },
      { title: 'as they are', input: { wifi: true, ble: false }, result: 'ok' },
      {
        title: 'Wi-Fi off',
        input: { wifi: false, ble: false },
        result: 'ok',
        leaves: true,
        later: [['device_disconnected', { reason: 'wifi off' }]],
      },
    ],
  },
  'system.environment': {
    good: [
      { title: 'after a boot', result: { environment: 0 } },
      {
        title: 'once chosen',
        before: [['system.setEnvironment', { environment: 2 }]],
        result: { environment: 2 },
      },
    ],
  },
  'system.setEnvironment': {
    good: [0, 1, 2].map((environment) => ({ title: `${environment}`, input: { environment }, result: 'ok' })),
  },
  'system.reboot': {
    good: [
      ...[1, 3].map(
        (mode): GoodCase => ({
          title: `into ${mode}, with Wi-Fi`,
          input: { connection_mode: mode },
          result: 'ok',
          leaves: true,
          later: goneAndBack,
        }),
      ),
      ...[0, 2, 4, 5].map(
        (mode): GoodCase => ({
          title: `into ${mode}, without Wi-Fi`,
          input: { connection_mode: mode },
          result: 'ok',
          leaves: true,
          later: goneAndBack.slice(0, 1),
        }),
      ),
    ],
  },
  'ota.latest': { good: [{ title: 'of production', result: NEWEST }] },
  'ota.versions': {
    good: [
      { title: 'from the first', result: RELEASES },
      { title: 'from the fourth', input: { s: '3' }, result: RELEASES.slice(3) },
      { title: 'from beyond the last', input: { s: '6' }, result: [] },
    ],
  },
  'ota.updateLatest': {
    good: [
      { title: 'of an older firmware', ...updates('4.1.1') },
      { title: 'of the newest', refused: errorKinds.otaSameImage },
    ],
  },
  'ota.updateVersion': {
    good: [
      { title: 'to a listed one', input: { ...NEWEST, version: '4.1.0' }, ...updates('4.1.0') },
      { title: 'to one that is not listed', input: { ...NEWEST, version: '9.9.9' }, refused: notFound() },
      { title: 'with other flags', input: { ...NEWEST, feature_flags: 'staging' }, refused: notFound() },
      { title: 'to the one that runs', input: NEWEST, refused: errorKinds.otaSameImage },
    ],
  },
  'ota.updateFixed': {
    good: [
      { title: 'by its link', input: (box) => updateLink(box), ...updates('4.1.0') },
      {
        title: 'to the one that runs',
        firmware: '4.1.0',
        input: (box) => updateLink(box),
        refused: errorKinds.otaSameImage,
      },
    ],
  },
  'ota.progress': {
    good: [
      { title: 'without an update', result: { done: false, progress: 0, failed: false } },
      {
        title: 'during one',
        firmware: OLD,
        before: [['ota.updateLatest']],
        result: { done: false, failed: false },
        later: [['ota_progress'], ['device_disconnected']],
      },
    ],
  },
  // The events of a stream are checked by its listener; here it only has to open.
  'sse.events': {
    good: [{ title: 'every event' }, { title: 'some events', input: { events: 'mode_changed' } }],
  },
};

function notFound() {
  return { ...errorKinds.otaNotFound, message: OTA_NOT_FOUND_TEXT };
}
