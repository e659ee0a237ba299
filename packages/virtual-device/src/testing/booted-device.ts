import type { DeviceEvent, EventName, ParsedInputOf } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import type { ModelName } from '../hardware/models.ts';
import { createVirtualDevice } from '../virtual-device.ts';

/** An event, with the monotonic time of its arrival. */
export type TimedEvent = DeviceEvent & { readonly atMs: number };

/** A device under a fake clock, all its events, and short forms of the most common calls. */
export function bootDevice({ model = 'handy', firmware, seed = 1 }: Boot = {}) {
  const time = createFakeTime();
  const device = createVirtualDevice({
    connectionKey: 'TestKey01',
    model,
    time,
    random: createRandom(seed),
    ...(firmware === undefined ? {} : { firmware }),
  });
  const events: TimedEvent[] = [];
  device.onEvent((event) => events.push({ ...event, atMs: time.monotonic() }));

  return {
    time,
    device,
    events,
    names: () => events.map(({ name }) => name),
    /** The times of an event, ms. */
    timesOf: (name: EventName) => events.filter((event) => event.name === name).map(({ atMs }) => atMs),
    slider: () => device.call('slider.state', {}),
    mm: async () => (await device.call('slider.state', {})).position_absolute,
    /** Measures the device's clock without any error, as the cloud would. */
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

/** Points every `everyMs`, going slowly up and down between 40 and 60 percent. */
export const slowPairs = (count: number, everyMs = 100, fromMs = 0): Pairs =>
  Array.from({ length: count }, (_, index) => {
    const phase = index % 40;
    return [fromMs + index * everyMs, 40 + (phase < 20 ? phase : 40 - phase)] as const;
  });

/** The shape of a refusal with a code. */
export const refusalOf = (kind: { readonly code: number }) => ({ kind: { code: kind.code } });
