import { useEffect, useState } from 'react';
import { watchAndNumberCurrentBeat } from '../../settings/beat-number.ts';
import type { BeatboxSettings } from '../../settings/beatbox-settings.ts';
import { useSetting, useSettingsStore } from '../../settings/use-settings.tsx';
import { useRandom } from '../../ui/time-context.tsx';
import { currentBeatOf, type EditorStep, type PlayableBeat, withStepUndone } from './beat-editor.ts';

/** The number of changes that can be undone. */
const MOST_UNDONE = 50;

/** The beat in the editor, and its actions. */
export interface BeatEditor {
  readonly box: BeatboxSettings;
  readonly beat: PlayableBeat;
  /** Changes the stored state, from its newest version, not from the rendered one. */
  change(step: (box: BeatboxSettings) => BeatboxSettings): void;
  /** The same, as a step that can be undone. */
  draw(step: (box: BeatboxSettings) => BeatboxSettings): void;
  readonly canUndo: boolean;
  undo(): void;
}

/** The editor of this browser: every change is stored at once. */
export function useBeatEditor(): BeatEditor {
  const store = useSettingsStore();
  const random = useRandom();
  useEffect(() => watchAndNumberCurrentBeat(store, random), [store, random]);
  const box = useSetting((settings) => settings.beatbox);
  const [past, setPast] = useState<readonly EditorStep[]>([]);
  const change: BeatEditor['change'] = (step) => store.update({ beatbox: step(store.state.getState().beatbox) });
  return {
    box,
    beat: currentBeatOf(box),
    change,
    draw(step) {
      const beatNow = () => store.state.getState().beatbox.currentBeat;
      const before = beatNow();
      change(step);
      const after = beatNow();
      setPast((steps) => [...steps, { before, after }].slice(-MOST_UNDONE));
    },
    canUndo: past.length > 0,
    undo() {
      const last = past.at(-1);
      if (last === undefined) return;
      setPast(past.slice(0, -1));
      change((now) => withStepUndone(now, last));
    },
  };
}
