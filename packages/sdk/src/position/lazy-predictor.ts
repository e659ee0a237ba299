import type { ScriptPoint } from '@tactus/motion';
import type { FollowedCall, PositionPredictor } from './position.ts';

/** A call made before the predictor is loaded. */
const UNFOLLOWED: FollowedCall = { answered: () => undefined, failed: () => undefined };

/**
 * A predictor that is loaded with the first connection or the first call. Until it is loaded, or if loading fails, no
 * position is known. `onThere` runs when it is loaded; it knows only the scripts that were registered by then. A failed
 * load is retried with the next call.
 */
export function createLazyPredictor(load: () => Promise<PositionPredictor>, onThere: () => void): PositionPredictor {
  let there: PositionPredictor | undefined;
  let loading: Promise<void> | undefined;
  const handedIn = new Map<string, readonly ScriptPoint[]>();

  function tryToLoad(): Promise<void> | undefined {
    if (there) return undefined;
    loading ??= load()
      .then((predictor) => {
        there = predictor;
        for (const [source, points] of handedIn) predictor.knowScript(source, points);
        handedIn.clear();
        onThere();
      })
      .catch(() => undefined) // no position is shown, as for a device without a slider
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  return {
    load: tryToLoad,
    eventReceived: (event) => there?.eventReceived(event),
    changed: (next, previous, atMs) => there?.changed(next, previous, atMs),
    commandSent(state, call, input) {
      void tryToLoad();
      return there?.commandSent(state, call, input) ?? UNFOLLOWED;
    },
    knowScript(source, points) {
      if (there) there.knowScript(source, points);
      else handedIn.set(source, points);
    },
    at: (state, nowMs) => there?.at(state, nowMs),
    uncertaintyMm: (sentMs) => there?.uncertaintyMm(sentMs) ?? 0,
    readings: () => there?.readings() ?? [],
    inStroke01: (state, nowMs) => there?.inStroke01(state, nowMs),
    forget: (isSameDevice) => there?.forget(isSameDevice),
  };
}
