const RATE = 22_050;
const CLICK_HZ = 1_000;
const FIRST_S = 0.4;

/** A WAV file of clicks at a tempo: 16 bits, one channel. */
export function clickWav(bpm: number, seconds: number): Buffer {
  const samples = new Int16Array(seconds * RATE);
  for (let atS = FIRST_S; atS < seconds; atS += 60 / bpm) {
    const from = Math.round(atS * RATE);
    for (let index = 0; index < 0.03 * RATE && from + index < samples.length; index += 1) {
      const s = index / RATE;
      samples[from + index] = 26_000 * Math.sin(2 * Math.PI * CLICK_HZ * s) * Math.exp(-s / 0.008);
    }
  }
  const data = Buffer.from(samples.buffer);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
