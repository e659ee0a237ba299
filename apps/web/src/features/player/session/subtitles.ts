const SRT_TIMES = /^(\s*\d+:\d{2}:\d{2}),(\d{1,3}\s*-->\s*\d+:\d{2}:\d{2}),(\d{1,3})/gm;

/** Subtitles as WebVTT, the one form that browsers show: SubRip is converted, WebVTT left as it is. */
export function toWebVtt(text: string): string {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (plain.startsWith('WEBVTT')) return plain;
  return `WEBVTT\n\n${plain.replace(SRT_TIMES, '$1.$2.$3')}`;
}
