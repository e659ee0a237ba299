import * as z from 'zod/mini';

/** Device modes by number on the wire. The specification names 0 to 8; later firmware reports 9 and 10. */
export const DeviceMode = {
  HAMP: 0,
  HSSP: 1,
  HDSP: 2,
  MAINTENANCE: 3,
  HSP: 4,
  OTA: 5,
  BUTTON: 6,
  IDLE: 7,
  VIBRATE: 8,
  HRPP: 9,
  DISABLED: 10,
} as const;
export type DeviceMode = (typeof DeviceMode)[keyof typeof DeviceMode];

/** A mode as its number. */
export const deviceModeSchema = z.enum(DeviceMode);

/** A mode that a client may set (0 to 8). */
export const settableModeSchema = deviceModeSchema.check(
  z.refine((mode) => mode <= DeviceMode.VIBRATE, 'Mode must be between 0 and 8'),
);

/** The mode with the number of its span, which rises by one at every change. */
export const modeStateSchema = z.object({ mode: deviceModeSchema, mode_session_id: z.optional(z.int()) });
/** The current mode with the number of its span, which rises by one at every change. */
export type ModeState = z.output<typeof modeStateSchema>;

/** The mode with its span, both known. */
export const modeChangedPayloadSchema = z.object({ mode: deviceModeSchema, mode_session_id: z.int() });
