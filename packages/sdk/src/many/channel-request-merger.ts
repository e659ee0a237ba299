import { parseJson } from '@tactus/protocol';
import * as z from 'zod/mini';
import type { Fetch } from '../client/client.ts';
import { COMMAND_NUMBER_HEADER } from '../client/command-numbers.ts';

/** The devices whose requests may become one: those of a channel, in its order. */
export interface ChannelRequestMergerParts {
  readonly reference: string;
  readonly devices: number;
  readonly fetch: Fetch;
  /** Called when the cloud does not know the channel. */
  readonly onUnknown: () => void;
}

/** The requests of one command of a group, one for each device. */
export interface ChannelRequestMerger {
  /** The `fetch` for one device's request. */
  fetchOf(index: number): Fetch;
  /**
   * Sends the collected requests at once: nothing waits that a Stop could overtake. The request of a device that comes
   * later is sent by itself.
   */
  send(): void;
}

interface Waiting {
  readonly url: string;
  readonly init: RequestInit;
  readonly resolve: (answer: Promise<Response>) => void;
}

/**
 * Collects the requests of all devices. If they are the same but for the key, one goes to the channel, and each device
 * gets its own answer from it; otherwise each is sent by itself. So the limits of a device, its offset, scale and
 * control apply as for any other command.
 */
export function createChannelRequestMerger({
  reference,
  devices,
  fetch,
  onUnknown,
}: ChannelRequestMergerParts): ChannelRequestMerger {
  const waiting = new Map<number, Waiting>();
  let isSent = false;

  function together(requests: readonly Waiting[], { url, init }: Waiting): void {
    const headers = new Headers(init.headers);
    headers.set('X-Connection-Key', reference);
    headers.set('X-Tactus-Members', '1');
    const numbers = requests.flatMap(({ init }) => new Headers(init.headers).get(COMMAND_NUMBER_HEADER) ?? []);
    if (numbers.length > 0) headers.set(COMMAND_NUMBER_HEADER, numbers.join(', '));
    const answer = fetch(url, { ...init, signal: allAborted(requests), headers }).then(readMembers);
    for (const [index, one] of requests.entries())
      one.resolve(
        answer.then(({ response, text, members }) => {
          const member = members?.length === requests.length ? members[index] : undefined;
          if (member) return answerOf(JSON.stringify(member), response);
          if (!response.ok) return answerOf(text, response);
          if (index === 0) onUnknown();
          return fetch(one.url, one.init);
        }),
      );
  }

  return {
    fetchOf: (index) => (url, init) =>
      isSent ? fetch(url, init) : new Promise((resolve) => waiting.set(index, { url, init, resolve })),
    send() {
      isSent = true;
      const requests = [...waiting].sort(([one], [other]) => one - other).map(([, request]) => request);
      const [first] = requests;
      if (first && requests.length === devices && requests.every((request) => isSame(request, first)))
        together(requests, first);
      else for (const { url, init, resolve } of requests) resolve(fetch(url, init));
    },
  };
}

/** Whether two requests differ only in their device and their numbers. */
function isSame(one: Waiting, other: Waiting): boolean {
  const partsOf = ({ url, init }: Waiting) => {
    const headers = new Headers(init.headers);
    headers.delete('X-Connection-Key');
    headers.delete(COMMAND_NUMBER_HEADER);
    return JSON.stringify([url, init.method, init.body, [...headers]]);
  };
  return partsOf(one) === partsOf(other);
}

/** Aborts when no request waits for the answer any more. */
function allAborted(requests: readonly Waiting[]): AbortSignal {
  const controller = new AbortController();
  let waiting = requests.length;
  for (const { init } of requests)
    init.signal?.addEventListener('abort', () => {
      waiting -= 1;
      if (waiting === 0) controller.abort(init.signal?.reason);
    });
  return controller.signal;
}

const answers = z.object({ members: z.array(z.looseObject({})) });

async function readMembers(response: Response) {
  const text = await response.text();
  return { response, text, members: z.safeParse(answers, parseJson(text)).data?.members };
}

const answerOf = (text: string, { status, statusText, headers }: Response) =>
  new Response(text, {
    status,
    statusText,
    headers: { 'Content-Type': headers.get('content-type') ?? 'application/json' },
  });
