import { useEffect } from 'react';
import { useLatest } from '../../device/session/use-latest.ts';
import { useClock } from '../../ui/time-context.tsx';
import type { BeatPlayer } from './beat-player.ts';
import { beatsAtTempo, type ClickPlayer, createMetronome } from './metronome.ts';

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
      open: createWebAudioClickPlayer,
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

const HZ = { strong: 1_320, weak: 880 } as const;
const CLICK_S = 0.05;
const VOLUME = 0.35;

/** Clicks made with Web Audio: short tones, the first of a lap higher. */
function createWebAudioClickPlayer(): ClickPlayer {
  const audio = new AudioContext();
  return {
    click(inMs, isStrong) {
      const atS = audio.currentTime + inMs / 1_000;
      const tone = new OscillatorNode(audio, { frequency: isStrong ? HZ.strong : HZ.weak });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(VOLUME, atS);
      volume.gain.exponentialRampToValueAtTime(0.001, atS + CLICK_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(atS);
      tone.stop(atS + CLICK_S);
    },
    // A context that is closed already rejects; then there is nothing to close.
    close: () => void audio.close().catch(() => undefined),
  };
}
