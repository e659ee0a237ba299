import type { StrokeWindow } from '@tactus/motion';
import { type Device, type DeviceGroup, isStopBegun } from '@tactus/sdk';
import type { Time } from '@tactus/time';

/** Devices are looked at so often, and rest for so long before the stroke is set, ms. */
const REST_MS = 200;
/** The longest wait for all of them, ms. */
const LONGEST_WAIT_MS = 2_000;

/** Changes of the stroke under a limit of the speed: the strokes rest meanwhile, since a slider moves to its new stroke as fast as it can. */
export interface StrokeAtRest {
  isResting(): boolean;
  /** Whether the strokes go on afterwards. */
  goesOn(): boolean;
  /** Lets them go on afterwards, or not. */
  setGoesOn(goesOn: boolean): void;
  readonly setStroke: Device['slider']['setStroke'];
}

/** `pause` ends the strokes that run, and returns whether there were any; `begin` begins them anew. */
export function createStrokeAtRest(parts: {
  readonly own: Device;
  readonly group: DeviceGroup;
  readonly time: Time;
  readonly isMoving: () => boolean;
  readonly pause: () => boolean;
  readonly begin: () => void;
}): StrokeAtRest {
  const { own, group, time, isMoving, pause, begin } = parts;
  /** How many changes the devices rest for. */
  let resting = 0;
  let goesOn = false;
  let newest: StrokeWindow | undefined;

  async function rest(): Promise<void> {
    for (let waitedMs = 0; isMoving() && waitedMs < LONGEST_WAIT_MS; waitedMs += REST_MS) await time.sleep(REST_MS);
    await time.sleep(REST_MS);
  }

  return {
    isResting: () => resting > 0,
    goesOn: () => goesOn,
    setGoesOn(next) {
      goesOn = next;
    },
    async setStroke(zone) {
      const devices = [own, ...group.members().map(({ device }) => device)];
      const isLimited = devices.some(({ limits }) => limits.current().maxSpeedMmS < Infinity);
      if (!isLimited) return group.slider.setStroke(zone);
      if (pause()) goesOn = true;
      else if (resting === 0) return group.slider.setStroke(zone);
      resting += 1;
      newest = zone;
      const undo = own.store.subscribe((now, before) => {
        if (isStopBegun(now, before)) goesOn = false;
      });
      try {
        await rest();
        // Of several changes an earlier one may be set last.
        return await group.slider.setStroke(newest);
      } finally {
        undo();
        resting -= 1;
        if (resting === 0) {
          if (goesOn) begin();
          goesOn = false;
        }
      }
    },
  };
}
