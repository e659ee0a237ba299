import * as z from 'zod/mini';
import { modeChangedPayloadSchema } from './mode.ts';
import { fractionSchema } from './scalars.ts';

/** Whether the device's firmware is current. Version 2 of the API swaps 1 and 2. */
export const FirmwareStatus = { UP_TO_DATE: 0, UPDATE_AVAILABLE: 1, UPDATE_REQUIRED: 2 } as const;
export type FirmwareStatus = (typeof FirmwareStatus)[keyof typeof FirmwareStatus];

/** Device models by `hw_model_no`. Use the capabilities, not the model, to decide what a device can do. */
export const HardwareModel = { HANDY_1: 0, OH: 1, HANDY_1_2: 2, HANDY_2: 3, HANDY_2_PRO: 4 } as const;
export type HardwareModel = (typeof HardwareModel)[keyof typeof HardwareModel];

/** Buttons on the device. */
export const DeviceButton = { POWER: 0, UP: 1, LEFT: 2, RIGHT: 3, DOWN: 4, WIFI: 5 } as const;
export type DeviceButton = (typeof DeviceButton)[keyof typeof DeviceButton];

/** What happened to a button. */
export const ButtonEvent = {
  PRESSED: 0,
  RELEASED: 1,
  SHORT_PRESS: 2,
  LONG_PRESS_START: 3,
  LONG_PRESS_STEP: 4,
  LONG_PRESS_END: 5,
} as const;
export type ButtonEvent = (typeof ButtonEvent)[keyof typeof ButtonEvent];

/** State of the device's Wi-Fi link. */
export const WifiState = {
  DISCONNECTED: 0,
  CONNECTED: 1,
  CONNECTING: 2,
  RECONNECTING: 3,
  FAILED: 4,
  DISCONNECTING: 5,
} as const;
export type WifiState = (typeof WifiState)[keyof typeof WifiState];

/** State of the device's Bluetooth link. */
export const BleState = { NOT_INITIALIZED: 0, INITIALIZING: 1, ADVERTISING: 2, CONNECTED: 3 } as const;
export type BleState = (typeof BleState)[keyof typeof BleState];

/** Reads a fact as absent where its value does not fit the schema. */
const ifReadable = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);

/** What names a session: another cloud may number them (docs/decisions/035). */
const sessionIdOrNumber = z.union([z.string(), z.number()]);
/** The same, read as a text. The types do not follow that no number is left. */
const sessionIdAsText = sessionIdOrNumber.check(z.overwrite(String)) as z.ZodMiniType as z.ZodMiniType<string>;

/**
 * Facts about a device as a client reads them. Only the version and the session are required; a field with a value that
 * this schema does not know is read as absent.
 */
export const lenientDeviceInfoSchema = z.object({
  fw_status: ifReadable(z.enum(FirmwareStatus)),
  fw_version: z.string(),
  fw_feature_flags: ifReadable(z.string()),
  hw_model_no: ifReadable(z.int()),
  hw_model_name: ifReadable(z.string()),
  hw_model_variant: ifReadable(z.int()),
  session_id: sessionIdAsText,
});
/** Facts about a device, as a client reads them: unknown facts are absent. */
export type DeviceInfo = z.output<typeof lenientDeviceInfoSchema>;

/** The same facts as the cloud sends them; `session_id` is a ULID that is new at every connect. */
export const deviceInfoSchema: z.ZodMiniType<DeviceInfo> = z.object({
  fw_status: z.enum(FirmwareStatus),
  fw_version: z.string(),
  fw_feature_flags: z.optional(z.string()),
  hw_model_no: z.optional(z.int()),
  hw_model_name: z.optional(z.string()),
  hw_model_variant: z.optional(z.int()),
  session_id: z.string(),
});

/** What the hardware has. Nothing is required: a field that is missing is unknown. */
export const deviceCapabilitiesSchema = z.object({
  vulva_oriented: z.optional(z.boolean()),
  battery: z.optional(z.boolean()),
  slider: z.optional(z.int()),
  lra: z.optional(z.int()),
  erm: z.optional(z.int()),
  external_memory: z.optional(z.boolean()),
  rgb_led_indicator: z.optional(z.boolean()),
  led_matrix: z.optional(z.boolean()),
  led_matrix_leds_x: z.optional(z.int()),
  led_matrix_leds_y: z.optional(z.int()),
  rgb_ring: z.optional(z.boolean()),
  rgb_ring_leds: z.optional(z.int()),
});
/** What the hardware of a device has. */
export type DeviceCapabilities = z.output<typeof deviceCapabilitiesSchema>;

/** Numbers that name the current boot, socket connection and mode span. */
export const sessionIdsSchema = z.object({
  boot_session_id: z.int(),
  socket_session_id: z.int(),
  mode_session_id: z.int(),
});
/** Numbers that name the current boot, socket connection and mode span of a device. */
export type SessionIds = z.output<typeof sessionIdsSchema>;

/** Counters of the link between device and cloud. Sizes in bytes. */
export const deviceStatisticsSchema = z.object({
  timestamp: z.string(),
  transit_size: z.optional(z.int()),
  max_transit_size: z.optional(z.int()),
  buffer_size: z.optional(z.int()),
  max_buffer_size: z.optional(z.int()),
  total_bytes: z.optional(z.int()),
  total_messages: z.optional(z.int()),
  dropped_bytes: z.optional(z.int()),
  dropped_messages: z.optional(z.int()),
  acked_bytes: z.optional(z.int()),
  acked_messages: z.optional(z.int()),
});
/** Counters of the link between device and cloud. */
export type DeviceStatistics = z.output<typeof deviceStatisticsSchema>;

/** Facts that do not fit the schema are left out, so that a client still learns that the device is connected. */
const statusWith = (info: z.ZodMiniType<DeviceInfo>) =>
  z.object({
    connected: z.boolean(),
    info: ifReadable(info),
    // Whether any device has the key. Sent only by a cloud that tells unknown keys from disconnected devices.
    known: z.optional(z.boolean()),
  });
const connectedWith = (info: z.ZodMiniType<DeviceInfo>) =>
  z.object({ connected: z._default(z.boolean(), true), info: ifReadable(info) });

/** Whether the device can be reached, with its facts when it can. */
export type DeviceStatus = z.output<ReturnType<typeof statusWith>>;

const deviceDisconnected = z.object({
  session_id: z.optional(sessionIdOrNumber),
  reason: z.optional(z.string()),
  timestamp: z.optional(z.string()),
  description: z.optional(z.string()),
});

/** Battery. `level` is a share 0..1; voltages in V. */
export const batteryStatusSchema = z.object({
  level: fractionSchema,
  charger_connected: z.optional(z.boolean()),
  charging_complete: z.optional(z.boolean()),
  usb_voltage: z.optional(z.number()),
  battery_voltage: z.optional(z.number()),
  usb_adc_value: z.optional(z.int()),
  battery_adc_value: z.optional(z.int()),
});
/** The charge and the charger of a device. */
export type BatteryStatus = z.output<typeof batteryStatusSchema>;

/** A press that the current mode did not handle. */
export const buttonPressSchema = z.object({ button: z.enum(DeviceButton), event: z.enum(ButtonEvent) });
/** A press of a button that the current mode did not handle. */
export type ButtonPress = z.output<typeof buttonPressSchema>;

const lowMemoryWarning = z.object({ available_heap: z.optional(z.int()), larges_free_block: z.optional(z.int()) });
const lowMemoryError = z.extend(lowMemoryWarning, { discarded_msg_size: z.optional(z.int()) });
const wifiStatus = z.object({ socket_connected: z.optional(z.boolean()), state: z.enum(WifiState) });
const noPayload = z.optional(z.unknown());

/** Events about the device as a whole. */
export const deviceEvents = {
  device_status: statusWith(deviceInfoSchema),
  device_connected: connectedWith(deviceInfoSchema),
  device_disconnected: deviceDisconnected,
  device_error: z.object({ code: z.int(), message: z.optional(z.string()) }),
  mode_changed: modeChangedPayloadSchema,
  battery_changed: batteryStatusSchema,
  button_event: buttonPressSchema,
  low_memory_warning: lowMemoryWarning,
  low_memory_error: lowMemoryError,
  wifi_status_changed: wifiStatus,
  wifi_status: wifiStatus,
  wifi_scan_complete: z.object({ nr_of_networks: z.int() }),
  ble_status_changed: z.object({ state: z.enum(BleState) }),
  slider_blocked: noPayload,
  slider_unblocked: noPayload,
  temp_high: noPayload,
  temp_ok: noPayload,
};

/** The events of which a client accepts more than the cloud sends. */
export const lenientDeviceEvents = {
  device_status: statusWith(lenientDeviceInfoSchema),
  device_connected: connectedWith(lenientDeviceInfoSchema),
};
