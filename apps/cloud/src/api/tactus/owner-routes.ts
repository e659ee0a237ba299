import { endpointOf, shareCalls, type TactusAnswer, type TactusEndpoint } from '@tactus/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toSseFrame } from '../../events/sse-broadcaster.ts';
import type { Caller } from '../../features/auth/gate.ts';
import type { Share, ShareSettings } from '../../features/shares/share.ts';
import { toOwnerView, toShareView } from '../../features/shares/views.ts';
import { insufficientStorage } from '../../http/http-errors.ts';
import { readDeviceReference } from '../../http/reading.ts';
import { notFound } from '../../http/refusal.ts';
import { hashSecret } from '../../store/secret-hash.ts';
import { addressableReferenceOf, admitCaller, limitCaller } from '../admission.ts';
import { openEventStream } from '../open-event-stream.ts';
import type { CloudParts } from '../parts.ts';
import { readIdempotencyKey } from '../read-command.ts';
import { mountCalls, type ReceivedCall } from './mount-calls.ts';
import { changeShareTerms, defaultShareTerms } from './share-terms.ts';

/** A caller who may drive may lend: a request is admitted as this call is. */
const DRIVING = endpointOf('hamp.start');

/** The owner of a device: any caller who presents its key, because there are no accounts. */
export interface Owner {
  readonly caller: Caller | undefined;
  readonly connectionKey: string;
}

/** Identifies the caller. Throws as the device API does. */
export function admitOwner(
  parts: CloudParts,
  request: FastifyRequest,
  reply: FastifyReply,
  opensStream = false,
): Owner {
  const caller = admitCaller(parts, DRIVING, request);
  const rawReference = readDeviceReference({ ...DRIVING, address: 'connection-key' }, request);
  const reference = addressableReferenceOf(parts, rawReference, request);
  limitCaller(parts, { caller, rawReference, reference, stops: false, opensStream }, request, reply);
  reply.header('cache-control', 'no-store');
  return { caller, connectionKey: reference };
}

/** The shares of a device and the control of it, as its owner sees them. */
export const ownerViewOf = ({ shares, leases }: CloudParts, connectionKey: string) =>
  toOwnerView(shares.registry.list(connectionKey), shares.sharedControlOf(connectionKey), leases.leftBy(connectionKey));

/** The owner's side of sharing. */
export function mountOwnerRoutes(api: FastifyInstance, parts: CloudParts): void {
  const { shares, time } = parts;
  const { registry } = shares;

  function shareOf({ request, reply, params }: ReceivedCall<TactusEndpoint<'/:id'>>): Share {
    const { connectionKey } = admitOwner(parts, request, reply);
    const share = registry.of(connectionKey, params.id);
    if (!share) throw notFound('This device has no such share');
    return share;
  }

  async function make(connectionKey: string, terms: ShareSettings): Promise<TactusAnswer<typeof shareCalls.create>> {
    const made = await registry.make(connectionKey, terms);
    if (!made) throw insufficientStorage('There is no room for another share of this device');
    shares.changed(connectionKey);
    const { share, secret } = made;
    const view = toShareView(share, shares.sharedControlOf(connectionKey));
    return { ...view, secret, path: `/share/${share.id}#${secret}` };
  }

  mountCalls(api, shareCalls, {
    create({ request, reply, body }) {
      const { caller, connectionKey } = admitOwner(parts, request, reply);
      const terms = changeShareTerms(defaultShareTerms(time.now()), body(), time.now());
      if (!parts.devices.get(connectionKey)) throw notFound('This cloud has no such device');
      const id = caller && readIdempotencyKey(request, caller);
      if (id === undefined) return make(connectionKey, terms);
      // Of a body that may be large only the hash is remembered.
      const fingerprint = `shares.create ${hashSecret(JSON.stringify(request.body ?? {}))}`;
      const command = { numbers: [], id, fingerprint, isStop: false };
      return parts.orders.execute(connectionKey, command, () => make(connectionKey, terms));
    },

    list: ({ request, reply }) => ownerViewOf(parts, admitOwner(parts, request, reply).connectionKey),

    async change(call) {
      const share = shareOf(call);
      await shares.change(share, changeShareTerms(share.terms, call.body(), time.now()));
      return toShareView(share, shares.sharedControlOf(share.connectionKey));
    },

    revoke: (call) => shares.revoke(shareOf(call)),

    async removeGuest(call) {
      const share = shareOf(call);
      const sharedControl = shares.sharedControlOf(share.connectionKey);
      const session = [...(sharedControl?.sessions ?? [])].find(({ id }) => id === call.params.session);
      if (session?.share !== share) throw notFound('This share has no such guest');
      await shares.remove(session, 'removed');
    },

    events({ request, reply }) {
      const { caller, connectionKey } = admitOwner(parts, request, reply, true);
      const sink = openEventStream(parts, request, reply, () => caller?.isAlive() ?? true);
      sink.write(toSseFrame('shares', ownerViewOf(parts, connectionKey)));
      sink.onClose(shares.owners.add(connectionKey, sink));
      parts.metrics.answered({ call: 'tactus.shares', status: 200, refusal: undefined, seconds: undefined });
      return reply;
    },
  });
}
