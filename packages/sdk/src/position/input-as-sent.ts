import type { CallName } from '@tactus/protocol';
import { createRandom } from '@tactus/time';
import type { ClientCallName } from '../client/client.ts';
import { prepareCallInput } from '../client/prepare-call-input.ts';

/** The movement does not depend on the number of a stream. */
const ANY_STREAM_ID = createRandom(1);

/** The input of a call as it is sent; `undefined` for one that is refused before sending. */
export function inputAsSent(call: CallName, rawInput: unknown): object | undefined {
  try {
    return prepareCallInput(call as ClientCallName, rawInput, ANY_STREAM_ID); // only a client's calls are sent
  } catch {
    return undefined; // the client rejects the call with the reason
  }
}
