import type { EditableSpeed } from './use-speed-control.ts';

/**
 * A speed with nothing above a limit in it, per cent: neither shown nor requested. The limit's owner holds the device
 * to it; this sends nothing by itself, so that a changed limit does not interrupt a hand on the control.
 */
export function limitEditableSpeed(speed: EditableSpeed, most: number): EditableSpeed {
  const { control } = speed;
  const set = (percent: number, rampMs: number) => control.set(Math.min(percent, most), rampMs);
  const stepBase = (byPercent: number) => Math.min(control.stepBase(byPercent), most);
  return {
    ...speed,
    wantedPercent: Math.min(speed.wantedPercent, most),
    shownPercent: Math.min(speed.shownPercent, most),
    control: {
      ...control,
      drag: (percent) => control.drag(Math.min(percent, most)),
      release: (percent) => control.release(Math.min(percent, most)),
      set,
      step: (byPercent, rampMs) => set(stepBase(byPercent) + byPercent, rampMs),
      stepBase,
    },
  };
}
