import { endpointOf } from '@tactus/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LeaseHolder } from '../../features/leases/decide-lease.ts';
import type { LeaseRequest, OnConnectionClosed, ReadSequenceNumbers } from '../../features/leases/lease-manager.ts';
import { readField } from '../../http/body-field.ts';
import { onClosedByPeer } from '../../http/closed-by-peer.ts';
import { badRequest, insufficientStorage } from '../../http/http-errors.ts';
import { readOwnerSecret } from '../../http/owner-secret.ts';
import { readDeviceReference } from '../../http/reading.ts';
import { HttpRefusal, notFound, tactusErrorBody } from '../../http/refusal.ts';
import { addressableReferenceOf, admitCaller, limitCaller } from '../admission.ts';
import type { CloudParts } from '../parts.ts';
import { readSequenceNumbers } from '../read-command.ts';

interface OfLease {
  Params: { lease: string };
}

const HOLDER_LENGTH_MAX = 64;
const TTL_MIN_MS = 500;
const TTL_MAX_MS = 60_000;

/** A lease is for callers who may drive: a request is admitted as this call is. */
const DRIVING = endpointOf('hamp.start');

/** Leases: motion goes on as long as the client renews its lease (docs/leases.md). Register it under `/api/tactus`. */
export function mountLeases(api: FastifyInstance, parts: CloudParts): void {
  const { leases } = parts;

  api.post('/leases', async (request, reply) => {
    const caller = admitCaller(parts, DRIVING, request);
    const rawReference = readDeviceReference(DRIVING, request);
    const reference = addressableReferenceOf(parts, rawReference, request);
    limitCaller(parts, { caller, rawReference, reference, stops: false }, request, reply);
    if (!parts.devices.get(reference)) throw notFound('This cloud has no such device');
    const sender = caller && { callerId: caller.id, numbers: readSequenceNumbers(request, caller) };
    const isOvertaken = sender !== undefined && parts.orders.isOvertaken(reference, sender.numbers);
    const wanted = { ...readLeaseRequest(request.body), sender, isOvertaken };
    const granted = leases.request(reference, wanted, connectionOf(request));
    if (granted === 'no-room') throw insufficientStorage('This server has no room for another lease at the moment');
    if ('refused' in granted) throw heldBy(granted.refused);
    await leases.stored(reference).catch((error: unknown) => {
      leases.letGo(granted.lease, granted.secret);
      leases.over(reference);
      throw error;
    });
    reply.code(201).header('cache-control', 'no-store');
    return { lease: granted.lease, secret: granted.secret, expires_at: granted.expiresAt };
  });

  api.put<OfLease>('/leases/:lease', async (request, reply) => {
    const renewal = leases.renew(
      request.params.lease,
      readOwnerSecret(request),
      connectionOf(request),
      numbersOf(request),
    );
    if (renewal === 'unknown') throw noLease();
    if (renewal === 'ran-out') throw gone('LeaseRanOut', 'The lease ran out, and what moved was stopped');
    if (renewal === 'let-go') throw gone('LeaseLetGo', 'The lease was let go');
    if ('takenOverBy' in renewal) throw heldBy(renewal.takenOverBy);
    reply.header('cache-control', 'no-store');
    return { expires_at: renewal.expiresAt };
  });

  api.delete<OfLease>('/leases/:lease', async (request, reply) => {
    const stops = readStop(request);
    const ended = leases.letGo(request.params.lease, readOwnerSecret(request), numbersOf(request));
    if (!ended) throw noLease();
    // Another client has taken over: motion of the older lease is no longer this client's to stop.
    if (ended.held) {
      if (!stops) leases.over(ended.connectionKey);
      else {
        parts.orders.bar(ended.connectionKey, ended.numbers);
        leases.stop(ended.connectionKey);
      }
    }
    return reply.code(204).send();
  });
}

const connectionOf =
  ({ raw }: FastifyRequest): OnConnectionClosed =>
  (run) =>
    onClosedByPeer(raw.socket, run);

const numbersOf =
  (request: FastifyRequest): ReadSequenceNumbers =>
  (id) =>
    readSequenceNumbers(request, { id });

function readLeaseRequest(body: unknown): LeaseRequest {
  const [holder, rank] = ['holder', 'rank'].map((name) => readField(body, name));
  if (typeof holder !== 'string' || holder.trim() === '' || holder.length > HOLDER_LENGTH_MAX)
    throw badRequest(`holder must be a text of 1 to ${HOLDER_LENGTH_MAX} characters`);
  if (rank !== 'owner' && rank !== 'guest') throw badRequest('rank must be owner or guest');
  const ttlMs = readLifeMs('ttlMs', readField(body, 'ttlMs'));
  return { holder, rank, ttlMs, closedMs: readLifeMs('closedMs', readField(body, 'closedMs') ?? ttlMs) };
}

function readLifeMs(name: string, lifeMs: unknown): number {
  if (typeof lifeMs === 'number' && Number.isInteger(lifeMs) && lifeMs >= TTL_MIN_MS && lifeMs <= TTL_MAX_MS)
    return lifeMs;
  throw badRequest(`${name} must be a whole number from ${TTL_MIN_MS} to ${TTL_MAX_MS}`);
}

function readStop({ body }: FastifyRequest): boolean {
  const stop = readField(body, 'stop') ?? false;
  if (typeof stop !== 'boolean') throw badRequest('stop must be true or false');
  return stop;
}

const noLease = () => notFound('There is no such lease, or the secret is not its own');
const gone = (name: string, message: string) => new HttpRefusal(410, tactusErrorBody(name, message));

/** 409 that names the holder of the device. */
const heldBy = ({ holder, rank }: LeaseHolder) =>
  new HttpRefusal(409, {
    error: { name: 'HeldElsewhere', message: 'Somebody else holds the device', holder, rank },
  });
