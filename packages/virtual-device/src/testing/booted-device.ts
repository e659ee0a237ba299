import type { DeviceEvent, EventName, ParsedInputOf } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import type { ModelName } from '../hardware/models.ts';
import { createVirtualDevice } from '../virtual-device.ts';

/** An event, and when on monotonic time it was heard. */
export type Heard = DeviceEvent & { readonly atMs: number };

/** A device under a fake clock, everything it tells, and short forms of the calls that tests make most. */
export function bootDevice({ model = 'handy', firmware, seed = 1 }: Boot = {}) {
  const time = createFakeTime();
  const device = createVirtualDevice({
    connectionKey: 'TestKey01',
    model,
    time,
    random: createRandom(seed),
    ...(firmware === undefined ? {} : { firmware }),
  });
  const heard: Heard[] = [];
  device.onEvent((event) => heard.push({ ...event, atMs: time.monotonic() }));

  return {
    time,
    device,
    heard,
    names: () => heard.map(({ name }) => name),
    /** When an event was told, ms. */
    toldAt: (name: EventName) => heard.filter((event) => event.name === name).map(({ atMs }) => atMs),
    slider: () => device.call('slider.state', {}),
    mm: async () => (await device.call('slider.state', {})).position_absolute,
    /** What the cloud would do: measures the device's clock without any error. */
    async measureClock() {
      const { time: deviceMs } = await device.call('hstp.info', {});
      return device.setClock({ clock_offset: time.now() - deviceMs, rtd: 0 });
    },
    add: (pairs: Pairs, more: Partial<ParsedInputOf<'hsp.add'>> = {}) =>
      device.call('hsp.add', { points: pointsOf(pairs), flush: false, ...more }),
    play: (more: Partial<ParsedInputOf<'hsp.play'>> = {}) =>
      device.call('hsp.play', { start_time: 0, playback_rate: 1, loop: false, pause_on_starving: false, ...more }),
    state: () => device.call('hsp.state', {}),
  };
}

/** A device under test. */
export type BootedDevice = ReturnType<typeof bootDevice>;

interface Boot {
  readonly model?: ModelName;
  readonly firmware?: string;
  readonly seed?: number;
}

/** Points as pairs of time (ms) and position (percent). */
export type Pairs = readonly (readonly [t: number, x: number])[];

export const pointsOf = (pairs: Pairs) => pairs.map(([t, x]) => ({ t, x }));

/** Absolute mm of a percentage of a Handy 1's travel. */
export const mmOf = (percent: number) => 5 + (97.826 * percent) / 100;

/** So many points, one every `everyMs`, going slowly up and down between 40 and 60 percent. */
export const slowPairs = (count: number, everyMs = 100, fromMs = 0): Pairs =>
  Array.from({ length: count }, (_, index) => {
    const phase = index % 40;
    return [fromMs + index * everyMs, 40 + (phase < 20 ? phase : 40 - phase)] as const;
  });

/** What a refusal with a code looks like. */
export const refusalOf = (kind: { readonly code: number }) => ({ kind: { code: kind.code } });
