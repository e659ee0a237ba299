import { type EventName, isEventName } from '@tactus/protocol';

/**
 * The events that an `events=` list asks for. Unknown names are passed over; an absent or empty list means all, which
 * is undefined. `device_status` comes with every list.
 */
export function readWantedEvents(list: string | undefined): ReadonlySet<EventName> | undefined {
  const names = (list ?? '').split(',').map((name) => name.trim());
  if (names.every((name) => name === '')) return undefined;
  return new Set<EventName>(['device_status', ...names.filter(isEventName)]);
}
