import type { Time, Undo } from '@tactus/time';
import { type SleepWatch, watchSleep } from '@tactus/time/sleep';
import { listenToEvents, type PlayableMedium } from './playable-medium.ts';

/** Pauses a playing medium after a sleep of the machine: browsers go on with it by themselves, and the device with it. */
export function pauseAfterSleep(
  element: PlayableMedium,
  parts: { readonly time: Time; readonly heartbeat: Time['every']; readonly onSlept: () => void },
): Undo {
  const { time, heartbeat, onSlept } = parts;
  let watch: SleepWatch | undefined;
  function onSleep(): void {
    element.pause();
    onSlept();
  }
  function update(): void {
    if (!element.paused) watch ??= watchSleep({ time, heartbeat, onSleep });
    else {
      watch?.close();
      watch = undefined;
    }
  }
  const stop = listenToEvents(element, ['play', 'pause', 'ended', 'emptied'], update);
  update();
  return () => {
    stop();
    watch?.close();
  };
}
