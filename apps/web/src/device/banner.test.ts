import { type DeviceState, initialState } from '@tactus/sdk';
import { describe, expect, test } from 'vitest';
import { bannerOf } from './banner.ts';

const ready: DeviceState = {
  ...initialState,
  connectionKey: 'DemoHandy1',
  connected: true,
  sseConnected: true,
  session_id: '01A',
  info: { fw_status: 0, fw_version: '4.0.19', session_id: '01A' },
};
const trouble = { motorHot: false, sliderBlocked: false, lowMemory: false };
const title = (changes: Partial<DeviceState>) => bannerOf({ ...ready, ...changes })?.title;

describe('the banner', () => {
  test('is none while all is well, and none without a device', () => {
    expect(title({})).toBeUndefined();
    expect(bannerOf({ ...initialState, connectingTimeout: true })).toBeUndefined();
  });

  test.each([
    ['banner.stopFailed', { stopPhase: 'could-not-send' }],
    ['banner.lost', { connected: false }],
    ['banner.motorHot', { trouble: { ...trouble, motorHot: true } }],
    ['banner.sliderBlocked', { trouble: { ...trouble, sliderBlocked: true } }],
    ['banner.updateRequired', { info: { fw_status: 2, fw_version: '3.2.0', session_id: '01A' } }],
    ['banner.lowMemory', { trouble: { ...trouble, lowMemory: true } }],
    ['banner.heldElsewhere', { control: 'elsewhere' }],
    [
      'banner.slow',
      { connectingTimeout: true, connectionState: 'CONNECTING', session_id: undefined, connected: false },
    ],
  ] as const)('says %s', (expected, changes) => expect(title(changes)).toBe(expected));

  test('is one at a time, the most serious first', () => {
    expect(title({ connected: false, trouble: { motorHot: true, sliderBlocked: true, lowMemory: true } })).toBe(
      'banner.lost',
    );
    expect(title({ trouble: { motorHot: true, sliderBlocked: true, lowMemory: true } })).toBe('banner.motorHot');
  });
});
