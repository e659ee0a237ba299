import type { ClickPlayer } from './metronome.ts';

/** The part of a Web Audio context that is used. */
export type ClickAudioContext = Pick<
  AudioContext,
  'currentTime' | 'destination' | 'state' | 'createOscillator' | 'createGain' | 'resume' | 'close'
>;

const HZ = { strong: 1_320, weak: 880 } as const;
const CLICK_S = 0.05;
const VOLUME = 0.35;

/** A browser allows sound after a press only: of a finger once it lifts. */
const PRESSES = ['pointerdown', 'pointerup', 'keydown'];

/**
 * Plays clicks with Web Audio: short tones, the first of a lap higher. Until the browser allows sound, which is asked for
 * again at each press on the page, clicks are left out: the clock of the sound stands still, and all would sound at once.
 */
export function createClickPlayer(audio: ClickAudioContext, page: EventTarget): ClickPlayer {
  function allow(): void {
    // Without the sound the device plays all the same; the next press asks again.
    if (audio.state !== 'running') void audio.resume().catch(() => undefined);
  }
  allow();
  for (const name of PRESSES) page.addEventListener(name, allow, { capture: true });
  return {
    click(inMs, isStrong) {
      if (audio.state !== 'running') return;
      const atS = audio.currentTime + inMs / 1_000;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = isStrong ? HZ.strong : HZ.weak;
      volume.gain.value = 0;
      volume.gain.setValueAtTime(VOLUME, atS);
      volume.gain.exponentialRampToValueAtTime(0.001, atS + CLICK_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(atS);
      tone.stop(atS + CLICK_S);
    },
    close() {
      for (const name of PRESSES) page.removeEventListener(name, allow, { capture: true });
      // A context that is closed already rejects; then there is nothing to close.
      void audio.close().catch(() => undefined);
    },
  };
}
