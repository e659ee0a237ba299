import { DeviceRefusal } from '@tactus/protocol';
import { badRequest } from '../../http/http-errors.ts';
import { HttpRefusal, notFound, tactusErrorBody } from '../../http/refusal.ts';

/** 409 for an action that is impossible at present. */
export const controlConflictRefusal = (message: string) => new HttpRefusal(409, tactusErrorBody('Conflict', message));

/** 404 for a key that no virtual device of this cloud has. */
export const deviceNotFoundRefusal = () => notFound('There is no virtual device with this connection key');

/** The result of a reader, or a 400 with the reader's message. */
export function readOrBadRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw badRequest(error.message);
    throw error;
  }
}

/** The answer of a device. Rejects with a 409 and the device's own message where it refuses. */
export async function answerOrConflict<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof DeviceRefusal) throw controlConflictRefusal(`The device refused: ${error.message}`);
    throw error;
  }
}
