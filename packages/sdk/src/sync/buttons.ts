import { ButtonEvent, type ButtonPress, DeviceButton } from '@tactus/protocol';
import type { MediaPort } from './media-port.ts';

/** The seek of LEFT and RIGHT. */
const SEEK_MS = 15_000;
const LONG_SEEK_MS = 60_000;
/** The step of the rate by UP and DOWN. */
const RATE_STEP = 0.1;
/** Browsers play nothing outside this range. */
const RATE_MIN = 0.1;
const RATE_MAX = 16;

/** The actions of the device's buttons apart from moving the medium. */
export interface ButtonActions {
  /** Plays the paused medium, or makes the device join a medium that plays without it. */
  readonly resume: () => void;
  /** Called with a text that is only logged. */
  readonly log: (text: string) => void;
}

/**
 * Applies a button press to the medium. A press counts once it has been released as a short one, or as soon as it is a
 * long one.
 */
export function applyButtonToMedia(
  { button, event }: ButtonPress,
  media: MediaPort,
  { resume, log }: ButtonActions,
): void {
  if (button === DeviceButton.WIFI) log(`The Wi-Fi button: event ${event}`);
  const isLong = event === ButtonEvent.LONG_PRESS_START;
  if (!isLong && event !== ButtonEvent.SHORT_PRESS) return;
  const seekBy = (ms: number) => media.seekTo(Math.min(Math.max(media.timeMs() + ms, 0), media.durationMs()));
  switch (button) {
    case DeviceButton.POWER:
      if (!isLong) resume();
      return;
    case DeviceButton.LEFT:
      seekBy(isLong ? -LONG_SEEK_MS : -SEEK_MS);
      return;
    case DeviceButton.RIGHT:
      seekBy(isLong ? LONG_SEEK_MS : SEEK_MS);
      return;
    case DeviceButton.UP:
      media.setRate(isLong ? 1 : stepped(media.rate() + RATE_STEP));
      return;
    case DeviceButton.DOWN:
      media.setRate(isLong ? 1 : stepped(media.rate() - RATE_STEP));
  }
}

/** Rounds to tenths, without binary rounding errors. */
const stepped = (rate: number): number => Math.min(Math.max(Math.round(rate * 10) / 10, RATE_MIN), RATE_MAX);
