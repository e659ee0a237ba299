import { type DeviceCallName, DeviceRefusal, errorKinds, fieldsOf } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { BridgeTarget } from './bridge-target.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Guests' reads. The device's cloud limits the requests of a minute, and commands need them: the bridge answers from
 * known state and recent answers where it can.
 */
export interface BridgeReadCache {
  /** Rejects as the target's calls do, and with `DeviceRefusal` where no requests are left for reads. */
  read(name: DeviceCallName, input: Fields): Promise<unknown>;
  /** Reads from the device, past the cache. */
  fresh(name: DeviceCallName): Promise<unknown>;
  close: Undo;
}

interface CachedAnswer {
  readonly answer: Promise<unknown>;
  readonly atMs: number;
}

const CACHED_MS = 1_000;
/** Reads leave as many requests to commands as the SDK's own reads do. */
const LEFT_TO_COMMANDS = 60;
/** These change only with an event, or hardly ever. */
const LASTING: ReadonlySet<DeviceCallName> = new Set([
  'slider.stroke',
  'info.capabilities',
  'info.sliderSettings',
  'info.sids',
]);

/** Returns a cache without answers, which follows its target until it is closed. */
export function createBridgeReadCache(parts: {
  readonly target: Pick<BridgeTarget, 'store' | 'on' | 'position' | 'budget'>;
  readonly send: (name: DeviceCallName, input: Fields) => Promise<unknown>;
  readonly time: Time;
}): BridgeReadCache {
  const { target, send, time } = parts;
  const cache = new Map<DeviceCallName, CachedAnswer>();
  const closers = [
    target.on('stroke_changed', () => cache.delete('slider.stroke')),
    target.on('device_connected', () => cache.clear()),
  ];

  function fresh(name: DeviceCallName, input: Fields = {}): Promise<unknown> {
    const answer = send(name, input);
    cache.set(name, { answer, atMs: time.monotonic() });
    answer.catch(() => cache.get(name)?.answer === answer && cache.delete(name));
    return answer;
  }

  function cachedOrFresh(name: DeviceCallName, input: Fields): Promise<unknown> {
    const last = cache.get(name);
    const isBusy = target.budget.headroom().left < LEFT_TO_COMMANDS;
    if (last && (isBusy || LASTING.has(name) || time.monotonic() - last.atMs < CACHED_MS)) return last.answer;
    if (isBusy) return Promise.reject(new DeviceRefusal(errorKinds.queueFull));
    return fresh(name, input);
  }

  /** The last reading, moved on to the slider's predicted position. */
  async function slider(): Promise<unknown> {
    const isNew = !cache.has('slider.state');
    const state = fieldsOf(await cachedOrFresh('slider.state', {}));
    const now = isNew ? undefined : target.position.at();
    const { min_absolute: min, max_absolute: max } = fieldsOf(await cache.get('slider.stroke')?.answer);
    if (!now || typeof min !== 'number' || typeof max !== 'number' || max <= min) return state;
    return {
      ...state,
      position: (now.positionMm - min) / (max - min),
      position_absolute: now.positionMm,
      speed_absolute: Math.round(Math.abs(now.speedMmS)),
      dir: now.speedMmS >= 0,
    };
  }

  return {
    fresh,
    async read(name, input) {
      const { mode, hamp, hvp, info, clockSync } = target.store.getState();
      switch (name) {
        case 'slider.state':
          return slider();
        case 'info.info':
          return info;
        case 'info.mode':
          return mode === undefined ? cachedOrFresh(name, input) : { mode };
        case 'hamp.state':
          return hamp;
        case 'hvp.state':
          return hvp;
        case 'hstp.offset':
          return clockSync.deviceUserTimeOffset === undefined
            ? cachedOrFresh(name, input)
            : { offset: clockSync.deviceUserTimeOffset };
        default:
          return cachedOrFresh(name, input);
      }
    },
    close() {
      for (const close of closers) close();
    },
  };
}
