import { describe, expect, test } from 'vitest';
import { lacksCapability } from './capability.ts';

const handy = { info: undefined, capabilities: { slider: 1 } };
const oh = { info: undefined, capabilities: { slider: 0, lra: 1 } };

describe('the missing capabilities of a device', () => {
  test('are read from its capabilities', () => {
    expect([lacksCapability(handy, 'slider'), lacksCapability(handy, 'vibration')]).toEqual([false, true]);
    expect([lacksCapability(oh, 'slider'), lacksCapability(oh, 'vibration')]).toEqual([true, false]);
    expect(lacksCapability({ info: undefined, capabilities: { erm: 1 } }, 'vibration')).toBe(false);
  });

  test('are none while its capabilities are unknown', () => {
    const unknown = { info: undefined, capabilities: undefined };
    expect([lacksCapability(unknown, 'slider'), lacksCapability(unknown, 'vibration')]).toEqual([false, false]);
  });
});
