import { DeviceRefusal, errorKinds } from '@tactus/protocol';
import { ParseRefusal } from '../parsing/parse-refusal.ts';

/** Waits for a reader of scripts. Rejects with `DeviceRefusal` 4002 and the reader's sentence where that refuses. */
export async function invalidScript<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ParseRefusal)) throw error;
    throw new DeviceRefusal({ ...errorKinds.scriptInvalid, message: error.message });
  }
}
