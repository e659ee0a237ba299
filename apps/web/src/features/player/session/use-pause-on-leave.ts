import { useCallback, useEffect, useLayoutEffect } from 'react';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useShowStopReason } from '../../../device/session/stop-reason.ts';
import { useSettingsStore } from '../../../settings/use-settings.tsx';
import { useLatest } from '../../../ui/use-latest.ts';
import { listenToEvents } from './playable-medium.ts';
import type { Player } from './use-player.ts';

/**
 * Pauses the film when its page is left, where the settings stop motion then. Before a page that may command the device, the
 * device stops and the film is paused, from wherever the person comes; while it is shown the film stays paused. A page that
 * removes the player stops the device, too.
 */
export function usePauseOnLeave(
  { element, session }: Player,
  { isAway, isBlocked }: { isAway: boolean; isBlocked: boolean },
): void {
  const settings = useSettingsStore();
  const device = useDevice();
  const showReason = useShowStopReason();
  const latest = useLatest({ element, session, showReason });
  const stopIfPlaying = useCallback(() => {
    if (latest.current.element?.paused !== false) return;
    void device.stop();
    latest.current.showReason('page-left');
  }, [device, latest]);
  // In the layout phase: the film is paused before the effect runs that ends the session.
  useLayoutEffect(() => {
    const { element, session } = latest.current;
    if (!isAway || !(isBlocked || settings.state.getState().stopOnLeave)) return;
    session?.cancelPlay();
    if (isBlocked) stopIfPlaying();
    element?.pause();
  }, [isAway, isBlocked, settings, stopIfPlaying, latest]);
  // A page without the dock of the app removes the player.
  useLayoutEffect(() => stopIfPlaying, [stopIfPlaying]);
  useEffect(() => {
    if (!isBlocked || element === undefined) return;
    element.pause();
    return listenToEvents(element, ['play'], () => element.pause());
  }, [isBlocked, element]);
}
