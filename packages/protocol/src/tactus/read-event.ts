import * as z from 'zod/mini';
import type { TactusEvents } from './endpoint.ts';

/** An event of a stream, by its name. */
export type TactusEvent<V extends TactusEvents> = {
  readonly [N in keyof V]: { readonly name: N; readonly data: z.output<V[N]> };
}[keyof V];

/** Reads a frame of a call's event stream; undefined for an event that the row does not list, or with another payload. */
export function readTactusEvent<V extends TactusEvents>(
  { events }: { readonly events: V },
  { name, data }: { readonly name: string | undefined; readonly data: string },
): TactusEvent<V> | undefined {
  const schema = name !== undefined && Object.hasOwn(events, name) ? events[name] : undefined;
  if (!schema) return undefined;
  try {
    const read = z.safeParse(schema, JSON.parse(data));
    // The row of this name read it, which the compiler cannot follow.
    return read.success ? ({ name, data: read.data } as TactusEvent<V>) : undefined;
  } catch {
    return undefined; // an invalid frame is ignored
  }
}
