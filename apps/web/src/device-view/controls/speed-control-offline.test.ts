import { describe, expect, test } from 'vitest';
import { buildSpeedControl } from './testing/speed-of-a-device.ts';

describe('while the network is gone', () => {
  test('a ramp waits, and goes on from the device’s speed to the requested one', async () => {
    const { control, time, sent, state, cut, restore } = buildSpeedControl();
    control.drag(60);
    await control.start(1000);
    time.advance(400);
    expect(sent).toEqual([12, 24]);
    cut();
    time.advance(20_000);
    expect(sent).toEqual([12, 24, 36]);
    expect(state()).toMatchObject({ leading: true, wantedPercent: 60 });
    restore();
    time.advance(1000);
    expect(sent.slice(3)).toEqual([31, 38, 46, 53, 60]);
  });

  test('a boost that is released ends once the network is back', () => {
    const { control, time, sent, state, cut, restore } = buildSpeedControl({ playing: true, velocity: 0.3 });
    control.boost(true);
    time.advance(400);
    cut();
    control.boost(false);
    time.advance(5_000);
    restore();
    time.advance(1_000);
    expect(sent.at(-1)).toBe(30);
    expect(state().wantedPercent).toBe(30);
  });

  test('the newest speed of the hand is resumed', () => {
    const { control, time, sent, cut, restore } = buildSpeedControl({ playing: true, velocity: 0.3 });
    cut();
    control.drag(50);
    control.release(40);
    control.drag(40);
    control.release(40);
    time.advance(5_000);
    restore();
    time.advance(1_000);
    expect(sent.at(-1)).toBe(40);
  });

  test('a device that was stopped meanwhile is not started, and the person is notified', async () => {
    const { control, time, sent, givenUp, cut, restore } = buildSpeedControl();
    await control.start(1000);
    time.advance(200);
    cut();
    time.advance(200);
    const before = sent.length;
    restore({ playing: false });
    time.advance(60_000);
    expect(sent).toHaveLength(before);
    expect(givenUp).toEqual(['stopped']);
  });

  test('a Stop ends it without a notice: nothing is resumed', async () => {
    const { control, time, sent, givenUp, cut, restore, stop } = buildSpeedControl();
    await control.start(1000);
    time.advance(200);
    cut();
    time.advance(200);
    stop();
    const before = sent.length;
    restore({ playing: false });
    time.advance(60_000);
    expect([sent.length, givenUp]).toEqual([before, []]);
  });

  test('after too long the device does not become faster any more, and the person is notified', async () => {
    const { control, time, sent, givenUp, state, cut, restore } = buildSpeedControl();
    await control.start(1000);
    time.advance(200);
    cut();
    time.advance(61_000);
    const before = sent.length;
    restore({}, false);
    time.advance(60_000);
    expect([sent.length, givenUp]).toEqual([before, ['otherSpeed']]);
    expect(state()).toMatchObject({ leading: false, wantedPercent: 4 });
  });

  test('a device that the person’s own limit slows is at no other speed: there is no notice, and the wanted speed stays', () => {
    const { control, time, sent, givenUp, state, cut, restore } = buildSpeedControl({
      playing: true,
      velocity: 0.4,
      ...{ limited: true, ceilingPercent: 40 },
    });
    cut();
    control.set(80, 0);
    time.advance(61_000);
    const before = sent.length;
    restore({}, false);
    time.advance(60_000);
    expect([sent.length, givenUp]).toEqual([before, []]);
    expect(state()).toMatchObject({ leading: false, wantedPercent: 80 });
  });

  test('a device slower than its limit allows is at another speed: the person is notified, and steps count from it', () => {
    const { control, time, givenUp, state, cut, restore } = buildSpeedControl({
      playing: true,
      velocity: 0.4,
      ...{ limited: true, ceilingPercent: 90 },
    });
    cut();
    control.set(80, 0);
    time.advance(61_000);
    restore({ velocity: 0.1 }, false);
    expect([givenUp, state().wantedPercent]).toEqual([['otherSpeed'], 10]);
  });

  test('a speed that another client has set meanwhile stays', async () => {
    const { control, time, sent, cut, restore } = buildSpeedControl();
    await control.start(1000);
    time.advance(200);
    cut();
    time.advance(1_000);
    const before = sent.length;
    restore({ velocity: 0.7 });
    time.advance(60_000);
    expect(sent).toHaveLength(before);
  });

  test.each(['lost', 'lease'] as const)(
    'a ramp that ended with %s is not resumed, and the person is notified',
    async (cause) => {
      const { control, time, sent, givenUp, cut, restore, stop } = buildSpeedControl();
      await control.start(1000);
      time.advance(200);
      cut();
      stop(cause);
      time.advance(5_000);
      const before = sent.length;
      restore();
      time.advance(60_000);
      expect([sent.length, givenUp]).toEqual([before, ['otherSpeed']]);
    },
  );
});
