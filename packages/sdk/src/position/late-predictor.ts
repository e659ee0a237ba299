import type { ScriptPoint } from '@tactus/motion';
import type { FollowedCall, Predictor } from './position.ts';

/** What is called before there is anybody who follows it. */
const UNFOLLOWED: FollowedCall = { answered: () => undefined, failed: () => undefined };

/**
 * A predictor that is loaded when the device is connected, or asked something, for the first time: until it is there, and when it cannot
 * be loaded, no position is known. `onThere` hears that it is there now; it knows no more than the scripts that were handed
 * in. What could not be loaded is tried again with what is asked next.
 */
export function createLatePredictor(load: () => Promise<Predictor>, onThere: () => void): Predictor {
  let there: Predictor | undefined;
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
      .catch(() => undefined) // whoever looks sees no position, as of a device that tells none
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  return {
    load: tryToLoad,
    heard: (event) => there?.heard(event),
    changed: (next, previous, atMs) => there?.changed(next, previous, atMs),
    asked(state, call, input) {
      void tryToLoad();
      return there?.asked(state, call, input) ?? UNFOLLOWED;
    },
    knowScript(source, points) {
      if (there) there.knowScript(source, points);
      else handedIn.set(source, points);
    },
    sampled: (state, sample, atMs) => there?.sampled(state, sample, atMs),
    at: (state, nowMs) => there?.at(state, nowMs),
    doubtMm: (askedMs) => there?.doubtMm(askedMs) ?? 0,
    readings: () => there?.readings() ?? [],
    inStroke01: (state, nowMs) => there?.inStroke01(state, nowMs),
    forget: () => there?.forget(),
  };
}
