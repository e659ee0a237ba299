import * as z from 'zod/mini';

/** A share of a whole: 0 to 1, both included. */
export const fractionSchema = z.number().check(z.gte(0), z.lte(1));

/** A moment or a span in whole milliseconds; may be negative. */
export const wholeMsSchema = z.int();

/** A time of a stream that is sent to a device, in whole milliseconds: `int32`; may be negative. */
export const signedStreamMsSchema = z.int32();

/** What a device is addressed by: 5 to 64 letters and digits. */
export const CONNECTION_KEY_PATTERN = /^[a-zA-Z0-9]{5,64}$/;

/** A connection key or a channel reference, which means all devices of that channel. */
export const DEVICE_REFERENCE_PATTERN = /^(?:chref:?:)?[a-zA-Z0-9]{5,64}$/;

/** Whether a text has the shape of a connection key. */
export const isConnectionKey = (text: string): boolean => CONNECTION_KEY_PATTERN.test(text);

/** Whether a text names a channel rather than one device. */
export const isChannelReference = (text: string): boolean =>
  text.startsWith('chref:') && DEVICE_REFERENCE_PATTERN.test(text);
