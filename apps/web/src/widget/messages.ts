/**
 * The messages between an embedding page and our frame by `postMessage`, version 1 (docs/widget.md).
 * They contain no secret: any script of that page can read a message to the page.
 */

/** The version that every message carries under the name `tactus`; others are not for us. */
const WIDGET_VERSION = 1;

/** The states of the frame: it needs permission, is ready, moves the device, does not reach it, or somebody else has control. */
export const WIDGET_STATES = ['permission', 'ready', 'moving', 'lost', 'taken'] as const;
/** One of the states of the frame. */
export type WidgetState = (typeof WIDGET_STATES)[number];

/** From the page to the frame. `hello` answers `ready`; `value` is the speed as a share 0..1 of the device's top speed. */
export type HostMessage =
  | { readonly type: 'hello' | 'start' | 'stop' }
  | { readonly type: 'speed'; readonly value: number };

/** From the frame to the page. `height` is the height that the frame needs, in CSS pixels. */
export type FrameMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'state'; readonly state: WidgetState; readonly speed: number }
  | { readonly type: 'size'; readonly height: number };

/** A message with the version of the widget's protocol, as it is posted. */
export function withWidgetVersion(message: HostMessage | FrameMessage): object {
  return { tactus: WIDGET_VERSION, ...message };
}

/** Reads a message of a page; undefined for anything but this version. */
export function decodeHostMessage(data: unknown): HostMessage | undefined {
  const fields = fieldsOf(data);
  if (!fields) return undefined;
  const { type, value } = fields;
  if (type === 'hello' || type === 'start' || type === 'stop') return { type };
  if (type === 'speed' && isNumberWithin(value, 1)) return { type, value };
  return undefined;
}

/** Reads a message of our frame; undefined for anything but this version. */
export function decodeFrameMessage(data: unknown): FrameMessage | undefined {
  const fields = fieldsOf(data);
  if (!fields) return undefined;
  const { type, height, speed } = fields;
  if (type === 'ready') return { type };
  const state = WIDGET_STATES.find((known) => known === fields.state);
  if (type === 'state' && state !== undefined && isNumberWithin(speed, 1)) return { type, state, speed };
  if (type === 'size' && isNumberWithin(height, HEIGHT_MAX_PX)) return { type, height };
  return undefined;
}

/** The largest height of our frame. */
const HEIGHT_MAX_PX = 2_000;

/** The possible fields of a message with our version. */
interface Fields {
  readonly tactus?: unknown;
  readonly type?: unknown;
  readonly value?: unknown;
  readonly state?: unknown;
  readonly speed?: unknown;
  readonly height?: unknown;
}

function fieldsOf(data: unknown): Fields | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const fields: Fields = data; // every field is optional and unknown
  return fields.tactus === WIDGET_VERSION ? fields : undefined;
}

function isNumberWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most;
}
