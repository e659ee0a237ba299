import { DeviceError } from '@tactus/sdk';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderWithDevice } from '../../testing/render-with-device.tsx';
import { ErrorReason } from './error-reason.tsx';

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
