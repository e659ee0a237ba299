import { DeviceRefusal, errorKinds } from '@tactus/protocol';
import { ParseRefusal } from '../../parsing/parse-refusal.ts';
import { downloadRefusal } from './download-refusal.ts';

/**
 * Waits for a reader of scripts. Where that refuses, rejects with its message in a `DeviceRefusal`: 4002 for a text that is no
 * playable script, 4001 where the script may be read later.
 */
export async function refuseInvalidScript<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ParseRefusal)) throw error;
    if (error.reason === 'busy' || error.reason === 'over-limit') throw downloadRefusal(error.message);
    throw new DeviceRefusal({ ...errorKinds.scriptInvalid, message: error.message });
  }
}
