import { type EventName, isEventName } from '@tactus/protocol';

/**
 * The events in an `events=` list. Unknown names are ignored; an absent or empty list means all, which
 * is undefined. Every list includes `device_status`.
 */
export function readWantedEvents(list: string | undefined): ReadonlySet<EventName> | undefined {
  const names = (list ?? '').split(',').map((name) => name.trim());
  if (names.every((name) => name === '')) return undefined;
  return new Set<EventName>(['device_status', ...names.filter(isEventName)]);
}
