/** A number of minutes in words: whole hours as hours. */
export function durationText(minutes: number, language: string): string {
  const isHours = minutes % 60 === 0;
  const format = { style: 'unit', unit: isHours ? 'hour' : 'minute', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, format).format(isHours ? minutes / 60 : minutes);
}
