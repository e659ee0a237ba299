import { DeviceError, type HttpFailure } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { errorText } from './error-text.ts';

const refusal = { name: 'NoRoom', message: 'Full' };

test.each([
  [502, 'api', undefined, 'error.timeout'],
  [504, 'api', undefined, 'error.timeout'],
  [520, 'http', undefined, 'error.timeout'],
  [499, 'http', undefined, 'error.timeout'],
  [500, 'api', refusal, 'error.timeout'],
  [507, 'api', refusal, 'error.api'],
  [404, 'api', undefined, 'error.api'],
  [401, 'unauthenticated', undefined, 'error.unauthenticated'],
] as const)(
  'of an answer with status %i, code %s and refusal %j the text says whether the device may have moved',
  (status, code, own, text) => {
    const http: HttpFailure = {
      kind: code === 'http' ? 'http' : 'api',
      url: '',
      status,
      statusText: '',
      body: undefined,
    };
    expect(errorText(new DeviceError(code, '', { http, refusal: own }))).toBe(text);
  },
);
