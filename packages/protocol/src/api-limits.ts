/** The version of the REST contract, sent as the default API version and used as the OpenAPI document's version. */
export const API_VERSION = '3.0.0';

/** How long the cloud waits for a device before it answers 1002. */
export const DEVICE_TIMEOUT_DEFAULT_MS = 5_000;
/** The shortest wait for a device that a client may request, ms. */
export const DEVICE_TIMEOUT_MIN_MS = 5_000;
/** The longest wait for a device that a client may request, ms. */
export const DEVICE_TIMEOUT_MAX_MS = 60_000;

/** How long the cloud takes at most to download a script from its host, ms. */
export const SCRIPT_DOWNLOAD_MAX_MS = 10_000;

/** Requests a minute, for one application key and one connection key. */
export const RATE_LIMIT_PER_MINUTE = 240;

/** Most points in one `/hsp/add`, by the contract. */
export const HSP_POINTS_PER_ADD_MAX = 100;

/** Random stream ids run from 1 to this; 0 is never sent. */
export const HSP_STREAM_ID_MAX = 4_294_967_295;

/** Slowest and fastest playback: wider than video players offer, and no clock stands still or overflows. */
export const PLAYBACK_RATE_MIN = 0.01;
/** The fastest playback rate. */
export const PLAYBACK_RATE_MAX = 100;

/** How far `/hsp/synctime` moves the clock towards the given time when no filter is given. */
export const SYNC_FILTER_DEFAULT = 0.5;

/** Lifetime of an issued token, in seconds. */
export const TOKEN_TTL_DEFAULT_S = 3_600;
/** The shortest lifetime of a token, in seconds. */
export const TOKEN_TTL_MIN_S = 60;
/** The longest lifetime of a token, in seconds. */
export const TOKEN_TTL_MAX_S = 86_400;

/** Highest frequency that `/hvp/state` takes, in Hz. */
export const HVP_FREQUENCY_MAX_HZ = 10_000;

/** Position that `/hvp/state` takes as "wherever the slider is", in mm. */
export const HVP_POSITION_DEFAULT_MM = 200;

/** The oldest firmware major version that speaks the whole contract; older devices are legacy. */
export const FIRST_FULL_FIRMWARE_MAJOR = 4;

/** Device link (docs/device-link.md). The largest frame either way, in bytes of UTF-8. */
export const LINK_FRAME_MAX_BYTES = 64 * 1_024;
/** The cloud closes a connection that has not sent a hello within this time. */
export const LINK_HELLO_WITHIN_MS = 5_000;
/** How often the cloud sends a ping, and after how long without a frame either side counts the other as gone. */
export const LINK_PING_EVERY_MS = 10_000;
/** After this long without a frame, either side of a link counts the other as gone. */
export const LINK_SILENCE_MAX_MS = 30_000;
/** How long a cut link may take to come back before the device counts as disconnected. */
export const LINK_GRACE_MS = 5_000;
/** A device whose link is away plays a script without a hold on for this long after the cloud's last frame. */
export const LINK_UNATTENDED_MAX_MS = 60_000;
/** The longest that a hold lasts without another `hold` frame, and once the link is closed. */
export const LINK_HOLD_SILENT_MAX_MS = 60_000;
/** The longest that a hold lasts once the link is closed, ms. */
export const LINK_HOLD_CLOSED_MAX_MS = 10_000;
/** Events that a device may have sent and the cloud has not acknowledged. */
export const LINK_UNACKNOWLEDGED_EVENTS_MAX = 256;
/** Commands that may wait for one device. */
export const LINK_WAITING_COMMANDS_MAX = 128;
