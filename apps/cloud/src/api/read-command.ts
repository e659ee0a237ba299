import { type CallName, type Endpoint, isStopCall } from '@tactus/protocol';
import type { FastifyRequest } from 'fastify';
import type { NumberedCommand, SequenceNumber } from '../devices/device-order.ts';
import type { Caller } from '../features/auth/gate.ts';
import { badRequest } from '../http/http-errors.ts';
import { ThreadParsedBody } from '../http/large-body.ts';

/** The header in which a client numbers its commands. */
const SEQUENCE_HEADER = 'x-tactus-sequence';

const SEQUENCE_PATTERN = /^([A-Za-z0-9_-]{8,64})\/([1-9][0-9]{0,15})$/;
/** As many as a channel has members. */
const NUMBERS_MAX = 64;
const ID_PATTERN = /^[\x20-\x7e]{1,255}$/;

/**
 * The number and the id of a command, from the headers `X-Tactus-Sequence` and `Idempotency-Key`; undefined for a request
 * without either, and for a read. Client ids and keys belong to their caller: two callers' ids never match. Throws 400 for
 * a malformed header.
 */
export function readNumberedCommand(
  { name, endpoint }: { readonly name: CallName; readonly endpoint: Pick<Endpoint, 'method'> },
  request: FastifyRequest,
  caller: Caller,
  input: unknown,
): NumberedCommand | undefined {
  if (endpoint.method === 'GET') return undefined;
  const sequence = request.headers[SEQUENCE_HEADER];
  const key = readIdempotencyKey(request, caller);
  if (sequence === undefined && key === undefined) return undefined;
  const numbers = sequence === undefined ? [] : readSequence(sequence, caller);
  return {
    numbers,
    id: key ?? `${caller.id} number ${String(sequence)}`,
    fingerprint: `${name} ${fingerprintOf(request.body)}`,
    isStop: isStopCall(name, input),
  };
}

/** The `Idempotency-Key` of a request, which belongs to its caller; undefined without one. Throws 400 for a malformed one. */
export function readIdempotencyKey(request: FastifyRequest, caller: Pick<Caller, 'id'>): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && ID_PATTERN.test(key)) return `${caller.id} key ${key}`;
  throw badRequest('Idempotency-Key must be one text of 1 to 255 printable ASCII characters');
}

/** A hash that distinguishes one body from another. */
function fingerprintOf(body: unknown): string {
  if (body instanceof ThreadParsedBody) return body.read.hash;
  return typeof body === 'string' ? body : '';
}

/** The numbers of a request of ours: a Stop of several devices, or one of a lease. */
export function readSequenceNumbers(request: FastifyRequest, caller: Pick<Caller, 'id'>): readonly SequenceNumber[] {
  const sequence = request.headers[SEQUENCE_HEADER];
  return sequence === undefined ? [] : readSequence(sequence, caller);
}

function readSequence(sequence: string | readonly string[], caller: Pick<Caller, 'id'>): readonly SequenceNumber[] {
  const texts = String(sequence)
    .split(',')
    .map((text) => text.trim());
  const numbers = texts.slice(0, NUMBERS_MAX + 1).flatMap((text) => {
    const [, client, digits] = SEQUENCE_PATTERN.exec(text) ?? [];
    const number = Number(digits);
    return Number.isSafeInteger(number) ? [{ client: `${caller.id} ${client}`, number }] : [];
  });
  if (numbers.length === texts.length && numbers.length <= NUMBERS_MAX) return numbers;
  throw badRequest(
    `X-Tactus-Sequence must be CLIENT/NUMBER, or up to ${NUMBERS_MAX} of them with commas: 8 to 64 letters, digits, - and _, and a whole number from 1`,
  );
}
