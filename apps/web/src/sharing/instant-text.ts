const DAY_MS = 24 * 60 * 60 * 1_000;

/** An instant (ms since the epoch) for people: the time of day, with the day where it is not within the next or last day. */
export function formatInstant(atMs: number, nowMs: number, language: string): string {
  const near = Math.abs(atMs - nowMs) < DAY_MS;
  const format = new Intl.DateTimeFormat(language, {
    ...(!near && { dateStyle: 'medium' }),
    timeStyle: 'short',
  });
  return format.format(atMs);
}
