import type { Device, DeviceGroup, StopResult } from '@tactus/sdk';
import type { SharedStrokes } from './shared-strokes.ts';

/** The device that pages use while others follow: reads go to the device in use, commands to all that follow, Stop to all. */
export function asOneDevice(parts: {
  own: Device;
  group: DeviceGroup;
  strokes: SharedStrokes;
  reached: () => boolean;
  followers: () => readonly { readonly device: Device }[];
}): Device {
  const { own, group, strokes, reached, followers } = parts;
  const slider: Device['slider'] = { ...own.slider, setStroke: strokes.setStroke };
  return {
    ...own,
    get hamp() {
      return reached() || strokes.isRunning() ? strokes.hamp : own.hamp;
    },
    get hdsp() {
      return reached() ? group.hdsp : own.hdsp;
    },
    get hvp() {
      return reached() ? group.hvp : own.hvp;
    },
    get slider() {
      return reached() ? slider : own.slider;
    },
    async stop() {
      const stops = group.stop();
      strokes.end();
      return leastGood(await stops);
    },
    hold: {
      ...own.hold,
      async takeOver() {
        await Promise.all([own, ...followers().map(({ device }) => device)].map((device) => device.hold.takeOver()));
      },
    },
    limits: {
      ...own.limits,
      set(changes) {
        own.limits.set(changes);
        for (const { device } of followers()) device.limits.set(changes);
        strokes.update();
      },
    },
  };
}

/** The result of a Stop of several: that of one which could not be stopped, else of the slowest. */
function leastGood(results: readonly StopResult[]): StopResult {
  const worseOf = (one: StopResult, other: StopResult) => {
    if (one.outcome !== other.outcome) return one.outcome === 'could-not-send' ? one : other;
    return one.tookMs >= other.tookMs ? one : other;
  };
  return results.reduce(worseOf, { outcome: 'confirmed', tookMs: 0, cause: undefined });
}
