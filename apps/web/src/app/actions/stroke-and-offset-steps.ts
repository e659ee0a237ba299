import type { Device } from '@tactus/sdk';
import type { BoundAction } from '../../settings/key-bindings.ts';
import type { Settings } from '../../settings/schema.ts';

/** The time offset stays within this, ms, as on the page where it is typed. */
const OFFSET_MAX_MS = 5000;

/** The result of a step: the stroke window in shares 0..1, or the time offset in ms. */
export type StepResult =
  | { readonly what: 'stroke'; readonly min: number; readonly max: number }
  | { readonly what: 'offset'; readonly offsetMs: number };

type Part = 'min' | 'max';
const STROKE_STEPS: Readonly<Partial<Record<BoundAction, { part: Part; direction: 1 | -1 }>>> = {
  topUp: { part: 'max', direction: 1 },
  topDown: { part: 'max', direction: -1 },
  bottomUp: { part: 'min', direction: 1 },
  bottomDown: { part: 'min', direction: -1 },
};

/**
 * The six steps bound to keys. Steps that come faster than the device answers add up: the newest window is sent, and
 * once everything is answered the next step starts from what the device reports.
 */
export function createStrokeAndOffsetSteps(parts: {
  device: Device;
  keyBinding: () => Settings['keyBinding'];
  /** Called with the result of each step. */
  onStep: (stepped: StepResult) => void;
  onError: (error: unknown) => void;
}): (action: BoundAction) => void {
  const { device, keyBinding, onStep, onError } = parts;
  let readIn: string | undefined;
  let waiting: BoundAction[] = [];
  const stroke = createDraft((to: { min: number; max: number }) => device.slider.setStroke(to));
  const offset = createDraft((to: number) => device.hstp.setOffset(to));

  /** A value that is in flight to the device: the newest wins, and it is forgotten once nothing is in flight. */
  function createDraft<Value>(send: (value: Value) => Promise<unknown>) {
    let newest: Value | undefined;
    let sending = false;
    async function run(): Promise<void> {
      sending = true;
      for (let sent: Value | undefined; newest !== undefined && newest !== sent; ) {
        sent = newest;
        try {
          await send(sent);
        } catch (error) {
          onError(error);
          break;
        }
      }
      newest = undefined;
      sending = false;
    }
    return {
      now: () => newest,
      send(value: Value) {
        newest = value;
        if (!sending) void run();
      },
    };
  }

  /** The first step of a session reads the window from the device: the state may still hold the initial one. */
  async function readFirst(): Promise<void> {
    const { session_id } = device.store.getState();
    try {
      await device.slider.readStroke();
      readIn = session_id ?? '';
      for (const action of waiting) take(action);
    } catch (error) {
      onError(error);
    }
    waiting = [];
  }

  function take(action: BoundAction): void {
    const { stroke: strokeKeys, timeOffset } = keyBinding();
    const step = STROKE_STEPS[action];
    if (step === undefined) {
      const base = offset.now() ?? device.store.getState().clockSync.deviceUserTimeOffset ?? 0;
      const by = action === 'offsetUp' ? timeOffset.incrementValue : -timeOffset.incrementValue;
      const offsetMs = clamp(base + by, -OFFSET_MAX_MS, OFFSET_MAX_MS);
      offset.send(offsetMs);
      onStep({ what: 'offset', offsetMs });
      return;
    }
    const { min, max } = stroke.now() ?? device.store.getState().slider;
    const by = (step.direction * strokeKeys.incrementValue) / 100;
    const next =
      step.part === 'max' ? { min, max: clamp(share(max + by), min, 1) } : { min: clamp(share(min + by), 0, max), max };
    stroke.send(next);
    onStep({ what: 'stroke', ...next });
  }

  return (action) => {
    if (STROKE_STEPS[action] === undefined || readIn === (device.store.getState().session_id ?? '')) take(action);
    else if (waiting.push(action) === 1) void readFirst();
  };
}

/** Rounds binary fractions: 0.1 + 0.2 becomes 0.3. */
const share = (value: number): number => Number(value.toFixed(6));
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
