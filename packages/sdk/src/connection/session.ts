/**
 * Whether a session is the current one or a later one: texts in ULID order, anything else as numbers. A session that is
 * unknown on either side counts, and so does one that cannot be compared.
 */
export function isCurrentOrLaterSession(session: string | number | undefined, current: string | undefined): boolean {
  if (session === undefined || current === undefined) return true;
  if (typeof session === 'string') return session >= current;
  return !(session < Number(current));
}
