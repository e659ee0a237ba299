import { type DeviceState, hasSlider } from '@tactus/sdk';
import type { CommandContext } from './command.ts';
import { CommandEnd, ExitCode } from './exit-codes.ts';
import { formatPositionError, type PositionErrorSample, positionErrorOf } from './position-error.ts';
import { type ScriptOfFile, scriptFractionAt } from './script-file.ts';
import type { TerminalSession } from './session.ts';

/** A playback that the command follows. */
export interface FollowedScript {
  readonly script: ScriptOfFile;
  /** Its start and end, ms of the script. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** The present position in the script, ms. */
  readonly nowMs: () => number;
  /** Whether it has played to its end, even if `nowMs` has not reached that time. */
  readonly isAtEnd: () => boolean;
  /** Why it ended before its end; `undefined` while it has not. */
  readonly endedEarly: (state: DeviceState) => string | undefined;
}

const SHOWN_EVERY_MS = 200;
/** Two readings a second: half of the vendor's limit of requests. */
const READ_EVERY_MS = 500;
/** Where the progress line cannot be overwritten, a line is printed at each step of this many percent. */
const REPORTED_EVERY_PERCENT = 10;

/** Shows a playback until its end, then prints how far the slider was from the script. */
export async function followScript(
  session: TerminalSession,
  context: CommandContext,
  playback: FollowedScript,
  signal: AbortSignal,
): Promise<void> {
  const { device } = session;
  const { time, screen } = context;
  const { fromMs, untilMs, nowMs } = playback;
  const readings: PositionErrorSample[] = [];
  let lastStep = -1;
  const readingStop = new AbortController();
  const readingSignal = AbortSignal.any([signal, readingStop.signal]);
  void readRepeatedly(readingSignal);
  try {
    while (nowMs() < untilMs && !playback.isAtEnd()) {
      const state = device.store.getState();
      const problem = state.connected ? playback.endedEarly(state) : 'The device was lost';
      if (problem) throw new CommandEnd(state.connected ? ExitCode.FAILED : ExitCode.NOT_THERE, problem);
      report(nowMs());
      await time.sleep(Math.min(SHOWN_EVERY_MS, Math.max(1, untilMs - nowMs())), signal);
    }
    report(untilMs);
  } finally {
    // The Stop that follows does not wait for the answer to a reading.
    readingStop.abort();
    screen.show('');
    const { min_absolute, max_absolute } = device.store.getState().slider;
    for (const line of formatPositionError(positionErrorOf(readings), max_absolute - min_absolute)) screen.print(line);
  }

  function report(atMs: number): void {
    const share = Math.min(1, Math.max(0, (atMs - fromMs) / (untilMs - fromMs)));
    const positionMm = device.position.at()?.positionMm;
    const line = formatProgressLine({ share, atMs, untilMs, positionMm });
    const step = Math.floor((share * 100) / REPORTED_EVERY_PERCENT);
    if (screen.isLive || step === lastStep) screen.show(line);
    else screen.printStatus(line);
    lastStep = step;
  }

  async function readRepeatedly(ends: AbortSignal): Promise<void> {
    if (!hasSlider(device.store.getState())) return;
    while (!ends.aborted) {
      const reading = await readOnce().catch(() => undefined); // a failed reading is skipped, as is one after the end
      if (reading && !ends.aborted) readings.push(reading);
      await time.sleep(READ_EVERY_MS, ends).catch(() => undefined); // an abort only ends the wait early
    }
  }

  async function readOnce(): Promise<PositionErrorSample | undefined> {
    const before = time.monotonic();
    const { position_absolute } = await device.slider.readState();
    const halfTripMs = (time.monotonic() - before) / 2;
    const atMs = nowMs() - halfTripMs;
    if (atMs < fromMs || atMs > untilMs || playback.isAtEnd()) return undefined;
    const { min_absolute, max_absolute } = device.store.getState().slider;
    const commandedMm = min_absolute + scriptFractionAt(playback.script, atMs) * (max_absolute - min_absolute);
    return { reportedMm: position_absolute, commandedMm, uncertainMs: halfTripMs };
  }
}

const BAR_CELLS = 24;

/** The facts in a line of progress; times in ms of the script. */
interface ProgressState {
  readonly share: number;
  readonly atMs: number;
  readonly untilMs: number;
  /** The estimated position of the slider; `undefined` where it is unknown. */
  readonly positionMm: number | undefined;
}

/** Progress in one line: a bar, percent, time, and the estimated position of the slider. @internal */
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
