import { DeviceError, type DeviceErrorCode } from '@tactus/sdk';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderWithDevice } from '../../testing/render-with-device.tsx';
import { ErrorReason } from './error-reason.tsx';

function hostRefusal(code: DeviceErrorCode, status: number, message: string): DeviceError {
  const body = { error: message };
  return new DeviceError(code, message, { http: { kind: 'api', url: '/temp/upload', status, statusText: '', body } });
}

test('the specified text of an error disappears with the error', async () => {
  let fail: (error: unknown) => void = () => undefined;
  function Page() {
    const [error, setError] = useState<unknown>(new DeviceError('no-result', 'No result'));
    fail = setError;
    return (
      <p data-testid="reason">
        <ErrorReason error={error} />
      </p>
    );
  }
  const { show } = await renderWithDevice({ '/': () => <Page /> }, ['failure']);
  show();
  expect(await screen.findByText('No result')).toBeVisible();
  // Before the text of the other error is loaded.
  act(() => fail(new DeviceError('bad-input', 'times must be at least 1')));
  expect(screen.queryByText('No result')).toBeNull();
  expect(await screen.findByText('times must be at least 1')).toBeVisible();
});

test.each([
  ['refused', new DeviceError('refused', 'Too big', { refusal: { message: 'Too big' } }), true],
  ['rate-limited by its host', hostRefusal('rate-limited', 429, 'Too many uploads'), true],
  ['unauthenticated', hostRefusal('unauthenticated', 401, 'No such key'), true],
  ['rate-limited before it was sent', new DeviceError('rate-limited', 'Too many requests this minute'), false],
])('a request that is %s shows the message of the host, where there is one', async (_, error, isShown) => {
  const { show } = await renderWithDevice({ '/': () => <ErrorReason error={error} hostMessage /> }, ['failure']);
  show();
  const shown = document.body.textContent ?? '';
  expect([shown !== '', shown.includes(error.message)]).toEqual([true, isShown]);
});
