import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { QrCode } from './qr-code.tsx';

test('an address is shown as a picture', async () => {
  render(<QrCode address="https://here.test/share" label="Code" />);
  const code = screen.getByRole('img', { name: 'Code' });
  await vi.waitFor(() => expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/));
});

test('where the code that draws it could not be loaded there is no picture, until it is opened again', async () => {
  vi.doMock('uqr', () => {
    throw new Error('It is not here');
  });
  onTestFinished(() => void vi.doUnmock('uqr'));
  const { unmount } = render(<QrCode address="https://here.test/share" label="Code" />);
  await vi.waitFor(() => expect(screen.queryByRole('img')).toBeNull());
  unmount();
  vi.doUnmock('uqr');
  render(<QrCode address="https://here.test/share" label="Code" />);
  const code = screen.getByRole('img', { name: 'Code' });
  await vi.waitFor(() => expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/));
});
