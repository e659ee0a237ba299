const BAR_CELLS = 24;

/** The facts in a line of progress; times in ms of the script. */
export interface ProgressState {
  readonly share: number;
  readonly atMs: number;
  readonly untilMs: number;
  /** The estimated position of the slider; `undefined` where it is unknown. */
  readonly positionMm: number | undefined;
}

/** Progress in one line: a bar, percent, time, and the estimated position of the slider. */
export function formatProgressLine({ share, atMs, untilMs, positionMm }: ProgressState): string {
  const full = Math.round(share * BAR_CELLS);
  const bar = `[${'#'.repeat(full)}${'.'.repeat(BAR_CELLS - full)}]`;
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  const times = `${toClock(Math.min(Math.max(atMs, 0), untilMs))} / ${toClock(untilMs)}`;
  const position = positionMm === undefined ? '' : `  ${positionMm.toFixed(0).padStart(3)} mm (estimated)`;
  return `${bar} ${percent}  ${times}${position}`;
}

/** Minutes and seconds, hours where there are any. */
function toClock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}
