import { DeviceError, type DeviceState, initialState } from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import type { ForeignController } from '../session/foreign-controller.ts';
import { type BannerFacts, mostSeriousBanner } from './banner.ts';
import { connectionTrouble, whyNotReady } from './connection-trouble.ts';

const ready: DeviceState = {
  ...initialState,
  connectionKey: 'DemoHandy1',
  connected: true,
  sseConnected: true,
  session_id: '01A',
  info: { fw_status: 0, fw_version: '4.0.19', session_id: '01A' },
};
const trouble = { motorHot: false, sliderBlocked: false, lowMemory: false };
const site = { offline: false, newVersion: false, Notice: () => null };
const away = { connected: false, session_id: undefined } as const;
const forbidden = { kind: 'api', url: '', status: 403, statusText: 'Forbidden', body: undefined } as const;

/** The title of the banner, in a cloud that distinguishes an unknown key from an absent device. */
function titleOf(facts: BannerFacts) {
  const banner = mostSeriousBanner(facts);
  if (banner === 'site' || banner === 'fault') return banner;
  return (banner === 'trouble' ? connectionTrouble(facts.device, { unknownKeys: true }) : banner)?.title;
}
const title = (changes: Partial<DeviceState>, controller?: ForeignController) =>
  titleOf({ device: { ...ready, ...changes }, controller, followerLost: false, site, troubleLoaded: true });

describe('the banner', () => {
  test('names the devices that a Stop has not reached, where several move together', () => {
    const facts = { controller: undefined, followerLost: true, site, troubleLoaded: true };
    const device = { ...ready, stopPhase: 'could-not-send' } as const;
    const text = (more: object) => mostSeriousBanner({ device, ...facts, ...more });
    expect(text({ isOneUnreached: true })).toMatchObject({ text: 'banner.stopFailed.several' });
    expect(text({})).toMatchObject({ text: 'banner.stopFailed.text' });
    // It was let go since: by now another device is in use, or none.
    for (const now of [ready, initialState])
      expect(text({ device: now, isOneUnreached: true })).toMatchObject({ text: 'banner.stopFailed.several' });
  });

  test('is none while all is well, and none without a device', () => {
    expect(title({})).toBeUndefined();
    expect(
      mostSeriousBanner({
        device: { ...initialState, connectingTimeout: true },
        controller: 'app',
        followerLost: false,
        site,
        troubleLoaded: true,
      }),
    ).toBeUndefined();
  });

  test.each([
    ['banner.stopFailed', { stopPhase: 'could-not-send' }],
    ['banner.noCloud', { sseConnected: false, sseError: new DeviceError('network', 'gone') }],
    ['banner.lost', { connected: false }],
    ['trouble.batteryEmpty', { connected: false, disconnectReason: 'battery empty', battery: { level: 0 } }],
    ['banner.lost', { connected: false, battery: { level: 0.01 } }],
    ['banner.lost', { connected: false, battery: { level: 0, charger_connected: true } }],
    ['trouble.restart', { connected: false, disconnectReason: 'reboot' }],
    ['trouble.updating', { ota: { ...initialState.ota, ongoing: true } }],
    ['trouble.motorHot', { trouble: { ...trouble, motorHot: true } }],
    ['trouble.sliderBlocked', { trouble: { ...trouble, sliderBlocked: true } }],
    ['trouble.updateRequired', { info: { fw_status: 2, fw_version: '3.2.0', session_id: '01A' } }],
    ['trouble.lowMemory', { trouble: { ...trouble, lowMemory: true } }],
    ['banner.heldElsewhere', { control: 'elsewhere' }],
    ['trouble.slow', { connectingTimeout: true, connectionState: 'CONNECTING', session_id: undefined }],
    [
      'trouble.deviceOffline',
      { connectingTimeout: true, connectionState: 'CONNECTING', session_id: undefined, connected: false },
    ],
    ['trouble.unknownKey', { ...away, keyUnknown: true }],
    ['trouble.noCredential', { ...away, refusal: new DeviceError('bad-input', 'API token is required') }],
    ['trouble.refused', { ...away, refusal: new DeviceError('unauthenticated', 'Unauthenticated') }],
    ['trouble.keyRefused', { ...away, refusal: new DeviceError('api', 'Forbidden', { http: forbidden }) }],
    // As the tab that holds the event stream passes it on.
    ['trouble.keyRefused', { ...away, refusal: new DeviceError('api', 'Forbidden') }],
    ['connection.refused', { ...away, refusal: new DeviceError('not-initialized', 'Handy API SSE config not set') }],
    [
      'trouble.waiting',
      { ...away, rateLimitedUntil: 1, sseConnected: false, sseError: new DeviceError('rate-limited', 'Too many') },
    ],
  ] as const)('shows %s', (expected, changes) => expect(title(changes)).toBe(expected));

  test('shows the next most serious message while the banner for a missing device is not loaded', () => {
    const of = (changes: Partial<DeviceState>) =>
      titleOf({
        ...{ device: { ...ready, ...changes }, controller: undefined, followerLost: false, site },
        troubleLoaded: false,
      });
    const refusal = new DeviceError('unauthenticated', 'Unauthenticated');
    expect(of({ ...away, refusal, sseConnected: false, sseError: refusal })).toBe('banner.noCloud');
    expect(of({ ...away, keyUnknown: true })).toBe(undefined);
    expect(of({ connected: false, battery: { level: 0 } })).toBe('banner.lost');
  });

  test.each([
    ['trouble.restartAway', 'away'],
    ['trouble.restartLate', 'late'],
  ] as const)('shows %s for a restart, until the device is back', (expected, restart) => {
    const of = (changes: Partial<DeviceState>) =>
      titleOf({
        ...{ device: { ...ready, ...changes }, controller: undefined, followerLost: false, site, restart },
        troubleLoaded: true,
      });
    expect(of({ connected: false, disconnectReason: 'reboot' })).toBe(expected);
    expect(of({ connected: false, disconnectReason: 'wifi' })).toBe('banner.lost');
    expect(of({})).toBeUndefined();
  });

  test('reports that another tab took control until the person closes it, with a button to take it back while that tab has it', () => {
    const of = (changes: Partial<DeviceState>, troubleLoaded = true) =>
      mostSeriousBanner({
        ...{ device: { ...ready, ...changes }, controller: undefined, followerLost: false, site, troubleLoaded },
        takenOver: true,
      });
    expect(of({ control: 'elsewhere' })).toMatchObject({ title: 'trouble.takenOver', action: 'take-control' });
    expect(of({})).toMatchObject({ title: 'trouble.takenOver', action: 'dismiss' });
    expect(of({ control: 'elsewhere' }, false)).toMatchObject({ title: 'banner.heldElsewhere' });
    expect(of({ connected: false })).toMatchObject({ title: 'banner.lost' });
  });

  test('does not call a key right that the cloud cannot distinguish from a wrong one', () => {
    const device = { ...ready, ...away, connectingTimeout: true, connectionState: 'CONNECTING' } as const;
    expect(connectionTrouble(device, {})).toMatchObject({ besides: 'trouble.deviceOffline.orKey', canTry: true });
    expect(connectionTrouble(device, { unknownKeys: true })?.besides).toBeUndefined();
  });

  test('names the client that took control, after dangers and before messages that can wait', () => {
    const required = { fw_status: 2, fw_version: '4.0.19', session_id: '01A' } as const;
    expect(title({ info: required, control: 'elsewhere' }, 'app')).toBe('trouble.otherApp');
    expect(title({ info: required, control: 'elsewhere' }, 'guest')).toBe('trouble.guest');
    expect(title({ info: required }, 'unclear')).toBe('trouble.otherHand');
    expect(title({ trouble: { ...trouble, sliderBlocked: true } }, 'app')).toBe('trouble.sliderBlocked');
  });

  test('shows a fault of the device after dangers, and before the client that took control', () => {
    const of = (changes: Partial<DeviceState>, troubleLoaded = true) =>
      titleOf({
        ...{ device: { ...ready, ...changes }, controller: 'app', followerLost: false, site, hasFault: true },
        troubleLoaded,
      });
    expect(of({})).toBe('fault');
    expect(of({ trouble: { ...trouble, motorHot: true } })).toBe('trouble.motorHot');
    expect(of({ trouble: { ...trouble, sliderBlocked: true } })).toBe('trouble.sliderBlocked');
    expect(of({}, false)).toBeUndefined();
  });

  test('reports that a following device is lost, after the one in use', () => {
    const of = (device: DeviceState) =>
      titleOf({ device, followerLost: true, controller: undefined, site, troubleLoaded: true });
    expect(of(ready)).toBe('trouble.followerLost');
    expect(of({ ...ready, connected: false })).toBe('banner.lost');
  });

  test('is one at a time, the most serious first', () => {
    expect(title({ connected: false, trouble: { motorHot: true, sliderBlocked: true, lowMemory: true } })).toBe(
      'banner.lost',
    );
    expect(title({ trouble: { motorHot: true, sliderBlocked: true, lowMemory: true } })).toBe('trouble.motorHot');
  });

  test('reports on the site without a device too: offline before all but a failed Stop, a newer version when all is well', () => {
    const of = (device: DeviceState, facts: Partial<typeof site>) =>
      titleOf({ device, controller: undefined, followerLost: false, site: { ...site, ...facts }, troubleLoaded: true });
    expect(of(initialState, { offline: true, newVersion: true })).toBe('site');
    expect(of(initialState, { newVersion: true })).toBe('site');
    expect(of({ ...ready, connected: false }, { offline: true })).toBe('site');
    expect(of({ ...ready, connected: false, stopPhase: 'could-not-send' }, { offline: true })).toBe(
      'banner.stopFailed',
    );
    expect(of({ ...ready, control: 'elsewhere' }, { newVersion: true })).toBe('banner.heldElsewhere');
  });

  test('does not report a site that is away while the device is connected', () => {
    const away = { ...site, offline: true };
    expect(
      mostSeriousBanner({ device: ready, controller: undefined, followerLost: false, site: away, troubleLoaded: true }),
    ).toBeUndefined();
  });
});

describe('why the device is not ready', () => {
  const refusal = new DeviceError('unauthenticated', 'no');
  const gone = { sseConnected: false, sseError: new DeviceError('network', 'gone') };
  test.each([
    [undefined, {}, false],
    ['trouble.unknownKey', { keyUnknown: true, connected: false }, false],
    ['trouble.refused', { refusal, connected: false }, false],
    ['trouble.deviceOffline', { ...away, connectingTimeout: true, connectionState: 'CONNECTING' }, false],
    ['banner.lost', { connected: false }, false],
    ['banner.noCloud', gone, false],
    ['connection.noNetwork', gone, true],
    ['connection.noNetwork', { connected: false }, true],
    ['connection.noNetwork', {}, true],
    ['connection.connecting', { ...away, connectionState: 'CONNECTING' }, false],
  ] as const)('is %s', (expected, changes: object, isCutOff) => {
    expect(whyNotReady({ ...ready, ...changes }, { unknownKeys: true }, isCutOff)?.title).toBe(expected);
  });
});
