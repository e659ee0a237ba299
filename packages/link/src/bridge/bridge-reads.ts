import { type DeviceCallName, DeviceRefusal, errorKinds } from '@tactus/protocol';
import type { Time, Undo } from '@tactus/time';
import type { BridgeTarget } from './bridge-target.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What guests read. The cloud in which the device is grants so many requests a minute, which commands need: what is known
 * already is not asked for, and what was asked lately is told again.
 */
export interface BridgeReads {
  /** Rejects as the target's calls do, and with `DeviceRefusal` where there are no requests left for readings. */
  read(name: DeviceCallName, input: Fields): Promise<unknown>;
  /** Asks the device, whatever was heard lately. */
  fresh(name: DeviceCallName): Promise<unknown>;
  close: Undo;
}

interface Kept {
  readonly answer: Promise<unknown>;
  readonly atMs: number;
}

const KEPT_MS = 1_000;
/** As many requests are left to commands as the SDK's own readings leave to them. */
const LEFT_TO_COMMANDS = 60;
/** These change only with an event that says so, or hardly ever. */
const LASTING: ReadonlySet<DeviceCallName> = new Set([
  'slider.stroke',
  'info.capabilities',
  'info.sliderSettings',
  'info.sids',
]);

/** Builds it around a way to make calls. */
export function createBridgeReads(parts: {
  readonly target: Pick<BridgeTarget, 'store' | 'on' | 'position' | 'budget'>;
  readonly ask: (name: DeviceCallName, input: Fields) => Promise<unknown>;
  readonly time: Time;
}): BridgeReads {
  const { target, ask, time } = parts;
  const kept = new Map<DeviceCallName, Kept>();
  const closers = [
    target.on('stroke_changed', () => kept.delete('slider.stroke')),
    target.on('device_connected', () => kept.clear()),
  ];

  function fresh(name: DeviceCallName, input: Fields = {}): Promise<unknown> {
    const answer = ask(name, input);
    kept.set(name, { answer, atMs: time.monotonic() });
    answer.catch(() => kept.get(name)?.answer === answer && kept.delete(name));
    return answer;
  }

  function asked(name: DeviceCallName, input: Fields): Promise<unknown> {
    const last = kept.get(name);
    const isBusy = target.budget.headroom().left < LEFT_TO_COMMANDS;
    if (last && (isBusy || LASTING.has(name) || time.monotonic() - last.atMs < KEPT_MS)) return last.answer;
    if (isBusy) return Promise.reject(new DeviceRefusal(errorKinds.queueFull));
    return fresh(name, input);
  }

  /** The last reading, brought to where the slider is thought to be by now. */
  async function slider(): Promise<unknown> {
    const isNew = !kept.has('slider.state');
    const state = fieldsOf(await asked('slider.state', {}));
    const now = isNew ? undefined : target.position.at();
    const { min_absolute: min, max_absolute: max } = fieldsOf(await kept.get('slider.stroke')?.answer);
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
          return mode === undefined ? asked(name, input) : { mode };
        case 'hamp.state':
          return hamp;
        case 'hvp.state':
          return hvp;
        case 'hstp.offset':
          return clockSync.deviceUserTimeOffset === undefined
            ? asked(name, input)
            : { offset: clockSync.deviceUserTimeOffset };
        default:
          return asked(name, input);
      }
    },
    close() {
      for (const close of closers) close();
    },
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}; // an object has fields
}
