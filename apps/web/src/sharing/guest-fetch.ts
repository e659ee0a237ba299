import { DeviceError, type Fetch } from '@tactus/sdk';
import * as z from 'zod/mini';
import { type SessionOverReason, sessionOverReasonIn } from './guest-api.ts';
import type { GuestHold } from './guest-hold.ts';

const instantMove = z.object({ t: z.literal(0), stop_on_target: z.literal(true) });

const text = z.catch(z.string(), '');
const refusal = z.object({ error: z.object({ name: text, reason: text }) });

/** The calls by which the SDK stops a device. They are always allowed, and never wait. */
function isStop(path: string, body: unknown): boolean {
  if (/\/(stop|mode2?)$/.test(path)) return true;
  return /\/hdsp\/x[ap]t$/.test(path) && z.safeParse(instantMove, body).success;
}

/**
 * The fetch of a guest's device: sends the session with every call, waits for the hold before a driving one, and reports
 * the state of session and hold in each answer. A refusal that the page shows by itself becomes 'aborted', which is silent.
 */
export function guestFetch(parts: {
  readonly fetch: Fetch;
  readonly bearer: string;
  readonly hold: Pick<GuestHold, 'want' | 'ranOut' | 'taken'>;
  readonly onOver: (reason: SessionOverReason) => void;
}): Fetch {
  const { hold } = parts;
  let stops = 0;

  async function handleRefusal(response: Response): Promise<void> {
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined); // an answer without JSON has no state
    const { name, reason } = errorIn(body);
    switch (name) {
      case 'SessionOver':
        parts.onOver(sessionOverReasonIn(body));
        throw silent('The session is over');
      case 'NotHeld':
        hold.ranOut();
        throw silent('The device is not held');
      case 'Forbidden':
        if (reason !== 'viewer') return;
        hold.taken();
        throw silent('This session has no control');
    }
  }

  return async (url, init) => {
    if (init.method === 'PUT') {
      const path = new URL(url, 'http://home.invalid').pathname;
      if (isStop(path, bodyIn(init))) stops += 1;
      else {
        const born = stops;
        await hold.want();
        if (born !== stops) throw silent('Stopped meanwhile');
      }
    }
    const headers = { ...plainHeaders(init.headers), Authorization: `Bearer ${parts.bearer}` };
    const response = await parts.fetch(url, { ...init, headers });
    if (response.status === 401 || response.status === 403 || response.status === 409) await handleRefusal(response);
    return response;
  };
}

const silent = (text: string) => new DeviceError('aborted', text);

/** The SDK passes plain objects; other legal forms are converted. */
const plainHeaders = (headers: RequestInit['headers']) => Object.fromEntries(new Headers(headers).entries());

function bodyIn({ body }: RequestInit): unknown {
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined; // written by the SDK itself
}

/** The error in an answer; empty where there is none. */
function errorIn(body: unknown): { readonly name: string; readonly reason: string } {
  return z.safeParse(refusal, body).data?.error ?? { name: '', reason: '' };
}
