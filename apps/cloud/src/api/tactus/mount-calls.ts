import {
  readTactusBody,
  type TactusAnswer,
  type TactusBody,
  type TactusEndpoint,
  type TactusEndpoints,
  type TactusErrorName,
  type TactusParams,
} from '@tactus/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest } from '../../http/http-errors.ts';
import { HttpRefusal } from '../../http/refusal.ts';

/** A request of a call, as its handler receives it. */
export interface ReceivedCall<E extends TactusEndpoint = TactusEndpoint> {
  readonly params: TactusParams<E>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The body, checked. Throws a 400 with the schema's text; a handler that admits callers does so before. */
  body(): TactusBody<E>;
}

type Answer<E extends TactusEndpoint> = TactusAnswer<E> | FastifyReply;

/** Answers a call; what it returns for a call without an answer is not sent. A handler that has sent the answer by itself returns the reply. */
type CallHandler<E extends TactusEndpoint> = (
  call: ReceivedCall<E>,
) => undefined extends TactusAnswer<E> ? unknown : Answer<E> | Promise<Answer<E>>;

/** A handler for each row: one that is missing does not compile. */
export type CallHandlers<Rows extends TactusEndpoints> = { readonly [N in keyof Rows]: CallHandler<Rows[N]> };

/** Mounts the routes of rows, each with its handler. */
export function mountCalls<Rows extends TactusEndpoints>(
  api: FastifyInstance,
  rows: Rows,
  handlers: CallHandlers<Rows>,
): void {
  // Each name has the handler of its own row, which the compiler cannot follow through the list.
  const untyped = handlers as Readonly<Record<string, CallHandler<TactusEndpoint>>>;
  for (const [name, row] of Object.entries(rows)) mountCall(api, row, untyped[name] as CallHandler<TactusEndpoint>);
}

function mountCall(api: FastifyInstance, row: TactusEndpoint, handle: CallHandler<TactusEndpoint>): void {
  api.route({
    method: row.method,
    url: row.path,
    async handler(request, reply) {
      const params = request.params as Readonly<Record<string, string>>; // of the row's path
      const answer: unknown = await handle({ params, request, reply, body: () => readBody(row, request.body) });
      if (reply.sent || answer === reply) return reply;
      reply.code(row.status);
      if (row.status === 204) return reply.send();
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      return answer;
    },
  });
}

function readBody(row: TactusEndpoint, raw: unknown): unknown {
  const read = readTactusBody(row, raw);
  if (read.ok) return read.body;
  throw badRequest(read.problem);
}

/** The refusal of a call by one of the errors of its row; `facts` stand beside name and message. */
export const refusalOf = <E extends TactusEndpoint>(
  { errors }: E,
  name: TactusErrorName<E>,
  message: string,
  facts: object = {},
): HttpRefusal => new HttpRefusal(errors[name] ?? 500, { error: { name, message, ...facts } });
