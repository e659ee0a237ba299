import { useEffect } from 'react';
import { openAudioContext } from '../../device/browser/audio-context.ts';
import { useClock } from '../../ui/time-context.tsx';
import { useLatest } from '../../ui/use-latest.ts';
import type { BeatPlayer } from './beat-player.ts';
import { createClickPlayer } from './click-player.ts';
import { beatsAtTempo, createMetronome } from './metronome.ts';

interface MetronomeOptions {
  readonly on: boolean;
  /** Time between beats, ms. */
  readonly beatMs: number;
  readonly player: BeatPlayer | undefined;
  readonly isPlaying: boolean;
}

/** Ticks with the playing beat, or by itself at the tempo of the editor. */
export function useMetronome({ on, beatMs, player, isPlaying }: MetronomeOptions): void {
  const time = useClock();
  const newest = useLatest({ player, isPlaying });
  useEffect(() => {
    if (!on) return;
    const startMs = time.monotonic();
    const metronome = createMetronome({
      time,
      open() {
        const audio = openAudioContext();
        return audio && createClickPlayer(audio, window);
      },
      beatsBetween(fromMs, toMs) {
        const now = newest.current;
        return now.isPlaying
          ? (now.player?.beatsBetween(fromMs, toMs) ?? [])
          : beatsAtTempo(startMs, beatMs, fromMs, toMs);
      },
    });
    metronome.setOn(true);
    return () => metronome.close();
  }, [on, beatMs, time, newest]);
}
