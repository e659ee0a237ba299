import { DeviceError } from '@tactus/sdk';
import { expect, test } from 'vitest';
import { commandEndOf } from './session.ts';

/** The message of a command that found no cloud at an address. */
const messageAt = (api: string) =>
  (commandEndOf(new DeviceError('network', 'fetch failed'), { where: `The cloud is ${api} (the default).` }) as Error)
    .message;

test('a command without an answer says to start the cloud where it is on this machine, elsewhere to check the network', () => {
  for (const origin of ['http://localhost:8787', 'http://127.0.0.1:8080', 'https://[::1]:8443'])
    expect(messageAt(`${origin}/api/handy-rest/v3`)).toContain(
      'The cloud could not be reached. Is it running? (npm start) The cloud is',
    );
  for (const origin of ['https://cloud.example', 'https://localhost.example'])
    expect(messageAt(`${origin}/api/handy-rest/v3`)).toContain('Check the connection to the internet.');
});
