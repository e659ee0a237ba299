import { fieldsOf, type GuestSessionEnd } from '@tactus/protocol';
import { HttpRefusal } from '../../http/refusal.ts';

const MESSAGES = {
  'not-shared': 'Guests do not have this call',
  'mode-not-allowed': 'The owner does not allow this mode',
  viewer: 'Somebody else has control',
  'other-device': 'This session is not for this device',
  'in-address': 'A session travels in a header, never in an address',
} as const;

/** 403 of the device API for a guest (docs/sharing.md). */
export const guestForbiddenRefusal = (reason: keyof typeof MESSAGES) =>
  new HttpRefusal(403, { error: { name: 'Forbidden', message: MESSAGES[reason], reason } });

/** 409 of the device API for a guest. */
export const guestNotInControlRefusal = (reason: 'no-hold' | 'stopped') =>
  new HttpRefusal(409, {
    error: {
      name: 'NotHeld',
      message: reason === 'no-hold' ? 'Hold the device first' : 'Somebody stopped meanwhile',
      reason,
    },
  });

/** 409 for motion that cannot be limited. */
export const guestMotionNotLimitableRefusal = (reason: 'stream' | 'limits') =>
  new HttpRefusal(409, {
    error:
      reason === 'stream'
        ? { name: 'StreamNotYours', message: 'Begin a stream of your own first', reason }
        : { name: 'NotLimitable', message: 'This cannot be held to the limits of the owner', reason },
  });

/** 401 for a session that is over. */
export const guestSessionOverRefusal = (reason: GuestSessionEnd) =>
  new HttpRefusal(401, { error: { name: 'SessionOver', message: 'This session is over', reason } });

/** The line in the owner's log for a refusal; undefined for refusals that are not logged. */
export function auditEntryOfRefusal(error: unknown): string | undefined {
  if (!(error instanceof HttpRefusal) || (error.status !== 403 && error.status !== 409)) return undefined;
  const { reason } = fieldsOf(fieldsOf(error.body)['error']);
  return typeof reason === 'string' ? reason : undefined;
}
