import type { CloudCallName, GroupName, ParsedInputOf, ResultOf } from '@tactus/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../features/auth/gate.ts';
import type { DeviceCallContext } from '../../features/playback/call-device.ts';
import type { CloudParts } from '../parts.ts';

/** The context of a request of the device API for its handler. */
export interface CloudCallContext extends DeviceCallContext {
  readonly parts: CloudParts;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The authenticated caller; undefined for calls that need no credential. */
  readonly caller: Caller | undefined;
  /** The connection key or channel reference; '' for calls without. */
  readonly reference: string;
}

/** The answer of a call that the cloud handles itself; a stream has none, its handler takes the response over. */
export type CloudAnswer<N extends CloudCallName> = N extends 'sse.events' ? undefined : ResultOf<N>;

/** The handler of a call that the cloud answers. It may throw `DeviceRefusal` or `HttpRefusal`. */
export type CloudHandler<N extends CloudCallName> = (
  input: ParsedInputOf<N>,
  context: CloudCallContext,
) => CloudAnswer<N> | Promise<CloudAnswer<N>>;

/** The cloud's handlers for the calls of a group that it answers itself; a missing one does not compile. */
export type CloudHandlers<G extends GroupName> = {
  readonly [N in Extract<CloudCallName, `${G}.${string}`>]: CloudHandler<N>;
};
