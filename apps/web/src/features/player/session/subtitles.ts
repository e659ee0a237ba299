/** The largest file of subtitles that is shown; one of a long film has less than a tenth. */
export const SUBTITLES_MAX_BYTES = 8 * 1024 * 1024;

/** Matches within one line, so that the time is in proportion to the size: of blank lines each would be read to their end. */
const SRT_TIMES = /^([ \t]*\d+:\d{2}:\d{2}),(\d{1,3}[ \t]*-->[ \t]*\d+:\d{2}:\d{2}),(\d{1,3})/gm;

/** The encodings whose mark begins a file. */
const MARKS = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;

/**
 * The text of a file of subtitles: in the encoding of its mark, else as UTF-8, and where it is none, as Windows writes
 * western languages.
 */
export function decodeSubtitles(bytes: Uint8Array): string {
  const marked = MARKS.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return new TextDecoder(marked.encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Subtitles as WebVTT, the one form that browsers show: SubRip is converted, WebVTT left as it is. */
export function toWebVtt(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (plain.startsWith('WEBVTT')) return plain;
  return `WEBVTT\n\n${plain.replace(SRT_TIMES, '$1.$2.$3')}`;
}
