/** Opens the sound of this browser; undefined where it has none, or allows no more of it. */
export function openAudioContext(): AudioContext | undefined {
  try {
    return new AudioContext();
  } catch {
    return undefined;
  }
}
