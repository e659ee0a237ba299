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
export const deviceMode = z.enum(DeviceMode);

/** A mode that a client may set (0 to 8). */
export const settableMode = deviceMode.check(
  z.refine((mode) => mode <= DeviceMode.VIBRATE, 'Mode must be between 0 and 8'),
);

/** The mode with the number of its span, which rises by one at every change. */
export const modeState = z.object({ mode: deviceMode, mode_session_id: z.optional(z.int()) });
export type ModeState = z.output<typeof modeState>;

/** The mode with its span, both known. */
export const modeChangedPayload = z.object({ mode: deviceMode, mode_session_id: z.int() });
