import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { GoOnContext } from './control-pages.ts';
import { GoOnPlace } from './go-on-place.tsx';

function Card({ onRead }: { onRead: () => void }) {
  useEffect(onRead, [onRead]);
  return <p>The film played last</p>;
}

test('the card of the film played last is shown in a browser without room for its height', () => {
  const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(90);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  onTestFinished(() => {
    height.mockRestore();
    full.mockRestore();
  });
  render(
    <GoOnContext value={Card}>
      <GoOnPlace />
    </GoOnContext>,
  );
  expect(full).toHaveBeenCalledWith('tactus.goOnHeight', '90');
  expect(screen.getByText('The film played last').parentElement).toHaveStyle({ minHeight: '90px' });
});
