import type { StrokeWindow } from '@tactus/motion';
import { type Device, type DeviceGroup, initialState } from '@tactus/sdk';
import type { Time } from '@tactus/time';

/** Devices are looked at so often, and rest for so long before the stroke is set, ms. */
const REST_MS = 200;
/** The longest wait for all of them, ms. */
const LONGEST_WAIT_MS = 2_000;

/** Changes of the stroke under a limit of the speed: the strokes rest meanwhile, since a slider moves to its new stroke as fast as it can. */
export interface StrokeAtRest {
  isResting(): boolean;
  readonly setStroke: Device['slider']['setStroke'];
  /** Notes the strokes of the devices. */
  note(): void;
  /**
   * Whether the strokes rest now because one of the devices has another stroke than noted: by its own buttons, or by another
   * program. It goes to its place by itself; further on the points would be faster than the limit in a longer stroke.
   */
  restsAfterChange(): boolean;
}

/** `hold` makes the strokes rest; undefined where there are none, else resolves once no play is on its way. `release` lets them go on. */
export function createStrokeAtRest(parts: {
  readonly devices: () => readonly Device[];
  readonly group: Pick<DeviceGroup, 'slider'>;
  readonly time: Time;
  readonly isMoving: () => boolean;
  readonly hold: () => Promise<unknown> | undefined;
  readonly release: () => void;
}): StrokeAtRest {
  const { devices, group, time, isMoving, hold, release } = parts;
  const strokes = new WeakMap<Device, string>();
  /** How many changes the devices rest for. */
  let resting = 0;
  let newest: StrokeWindow | undefined;
  let settled: Promise<unknown> = Promise.resolve();

  const isLimited = () => devices().some(({ limits }) => limits.current().maxSpeedMmS < Infinity);
  /** Undefined before it is read; a device that is away has none. */
  function strokeOf({ store }: Device): string | undefined {
    const { slider } = store.getState();
    return slider === initialState.slider ? undefined : `${slider.min} ${slider.max}`;
  }

  /** Notes the strokes of the devices; returns whether one is another than before. */
  function note(): boolean {
    let isChanged = false;
    for (const device of devices()) {
      const [before, stroke] = [strokes.get(device), strokeOf(device)];
      if (stroke === undefined) continue;
      strokes.set(device, stroke);
      isChanged ||= before !== undefined && before !== stroke;
    }
    return isChanged;
  }

  /** Makes the strokes rest; returns whether there are any. */
  function holdAll(): boolean {
    const held = hold();
    if (held !== undefined) settled = Promise.all([settled, held]);
    return held !== undefined;
  }

  const withinWait = (promise: Promise<unknown>) => Promise.race([promise, time.sleep(LONGEST_WAIT_MS)]);

  async function rest(): Promise<void> {
    // Requests may overtake each other: a play that was sent before the strokes were held may arrive after their stop.
    await withinWait(settled);
    for (let waitedMs = 0; isMoving() && waitedMs < LONGEST_WAIT_MS; waitedMs += REST_MS) await time.sleep(REST_MS);
    await time.sleep(REST_MS);
    // A slider that is elsewhere than expected would catch up at full speed; one that cannot be read joins from where it is expected.
    await withinWait(Promise.allSettled(devices().map(({ slider }) => slider.readState())));
  }

  async function atRest<T>(run: () => Promise<T>): Promise<T> {
    resting += 1;
    try {
      await rest();
      return await run();
    } finally {
      resting -= 1;
      if (resting === 0) release();
    }
  }

  return {
    isResting: () => resting > 0,
    note: () => void note(),
    restsAfterChange() {
      if (!note() || !isLimited() || !holdAll()) return false;
      void atRest(async () => undefined);
      return true;
    },
    async setStroke(zone) {
      newest = zone;
      const areHeld = isLimited() && holdAll();
      if (!areHeld && resting === 0) return group.slider.setStroke(zone);
      // Of several changes an earlier one may be set last.
      return atRest(() => group.slider.setStroke(newest ?? zone));
    },
  };
}
