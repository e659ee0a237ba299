import { describe, expect, test } from 'vitest';
import { lacks } from './capability.ts';

const handy = { info: undefined, capabilities: { slider: 1 } };
const oh = { info: undefined, capabilities: { slider: 0, lra: 1 } };

describe('the missing capabilities of a device', () => {
  test('are read from its capabilities', () => {
    expect([lacks(handy, 'slider'), lacks(handy, 'vibration')]).toEqual([false, true]);
    expect([lacks(oh, 'slider'), lacks(oh, 'vibration')]).toEqual([true, false]);
    expect(lacks({ info: undefined, capabilities: { erm: 1 } }, 'vibration')).toBe(false);
  });

  test('are none while its capabilities are unknown', () => {
    const unknown = { info: undefined, capabilities: undefined };
    expect([lacks(unknown, 'slider'), lacks(unknown, 'vibration')]).toEqual([false, false]);
  });
});
