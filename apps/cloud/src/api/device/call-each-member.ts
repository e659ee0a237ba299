import { DeviceRefusal, type Endpoint } from '@tactus/protocol';
import type { FastifyRequest } from 'fastify';
import { internalError, refusalBody } from '../../http/answers.ts';
import { HttpRefusal } from '../../http/refusal.ts';

/** Whether the client of a channel requests the answer of each device. */
export const areMemberAnswersRequested = ({ headers }: FastifyRequest): boolean => headers['x-tactus-members'] === '1';

/**
 * Calls all devices of a channel at the same time. The body is that of the first success, or else of the first device, and
 * `members` lists the answer of each device, in the order of the channel. `onFault` receives the cloud's own errors.
 */
export async function callEachMember(
  connectionKeys: readonly string[],
  endpoint: Endpoint,
  callMember: (connectionKey: string) => Promise<unknown>,
  onFault: (error: unknown) => void,
): Promise<unknown> {
  const members = await Promise.all(
    connectionKeys.map((key) =>
      callMember(key).then(
        (result): object => ({ result }),
        (error: unknown): object => {
          if (error instanceof DeviceRefusal) return refusalBody(error);
          if (error instanceof HttpRefusal && typeof error.body === 'object' && error.body) return error.body;
          onFault(error);
          return { ...(internalError(endpoint).body as object) }; // a body of ours is an object
        },
      ),
    ),
  );
  const first = members.find((member) => 'result' in member) ?? members[0];
  return { ...first, members };
}
