import { STATUS_CODES } from 'node:http';
import { type DeviceRefusal, type Endpoint, errorKinds } from '@tactus/protocol';
import { HttpRefusal } from './refusal.ts';

const { deviceNotConnected, serverDeviceNotConnected, invalidParameter, serverError } = errorKinds;

/** Body of a device's refusal, which the vendor's API sends with HTTP 200. */
export function refusalBody({ kind }: DeviceRefusal) {
  const connected = kind.code !== deviceNotConnected.code && kind.code !== serverDeviceNotConnected.code;
  return { error: { code: kind.code, name: kind.name, message: kind.message, connected } };
}

/** 400 for input outside the contract; calls without a device answer in the general form. */
export function invalidInputRefusal(endpoint: Endpoint, problem: string, connected: boolean): HttpRefusal {
  if (endpoint.address === 'none') return statusError(endpoint, 400, { problem });
  const { code, name } = invalidParameter;
  return new HttpRefusal(400, { error: { code, name, message: problem, connected } });
}

/** 400 for a malformed connection key; like the 400 for a missing key, it is not wrapped. */
export const malformedKeyRefusal = (message: string) => new HttpRefusal(400, { name: 'Bad request', message });

/** 403 for a token that does not allow this request. */
export const forbiddenRefusal = (broken: string) =>
  new HttpRefusal(403, { error: { name: 'Forbidden', message: `The token is not for this ${broken}` } });

/** 429 with the wait in whole seconds. */
export const tooManyRequests = (limit: number, waitS: number) =>
  new HttpRefusal(
    429,
    { error: { name: 'TooManyRequests', message: `More than ${limit} requests in a minute; try again in ${waitS} s` } },
    { 'retry-after': String(waitS) },
  );

/** 429 for an address that names too many unknown keys. */
export const tooManyKeysRefusal = (waitS: number) =>
  new HttpRefusal(
    429,
    {
      error: {
        name: 'TooManyRequests',
        message: `Too many unknown connection keys from this address; try again in ${waitS} s`,
      },
    },
    { 'retry-after': String(waitS) },
  );

/** An error in the general form of the token calls, with the specified text for that status. */
export function statusError(endpoint: Endpoint, status: number, data?: Readonly<Record<string, string>>): HttpRefusal {
  const name = STATUS_CODES[status] ?? 'Error';
  const message = endpoint.statusTexts[status] ?? name;
  return new HttpRefusal(status, { error: { code: status, name, message, ...(data && { data }) } });
}

/** 500 for an error of the cloud itself. */
export function internalError(endpoint: Endpoint | undefined): HttpRefusal {
  const { code, name, message } = serverError;
  return new HttpRefusal(500, { error: { code, name, message: endpoint?.statusTexts[500] ?? message } });
}
