import type { ClickPlayer } from './metronome.ts';

const HZ = { strong: 1_320, weak: 880 } as const;
const CLICK_S = 0.05;
const VOLUME = 0.35;

/** Clicks made with Web Audio: short tones, the first of a lap higher. */
export function createWebAudioClickPlayer(): ClickPlayer {
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
