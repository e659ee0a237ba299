import type { MonoSound } from './band-filter.ts';

/** A rate that browsers decode well; the sound is resampled to it. */
const RATE = 44_100;
/** The length of a file that suffices to find its beat. */
const LONGEST_S = 120;

/** Decodes an audio file to one channel. Rejects where the browser cannot read it. */
export async function decodeAudioFile(file: Blob): Promise<MonoSound> {
  // An offline context decodes without being allowed to play.
  const context = new OfflineAudioContext(1, 1, RATE);
  const audio = await context.decodeAudioData(await file.arrayBuffer());
  const samples = new Float32Array(Math.min(audio.length, LONGEST_S * audio.sampleRate));
  for (let channel = 0; channel < audio.numberOfChannels; channel += 1) {
    const channelSamples = audio.getChannelData(channel);
    for (let index = 0; index < samples.length; index += 1)
      samples[index] = (samples[index] ?? 0) + (channelSamples[index] ?? 0) / audio.numberOfChannels;
  }
  return { samples, rate: audio.sampleRate };
}
