import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { IconCircleCheckFilled, IconX } from './icons.ts';

test('an icon is a picture of its size, with lines of the colour of the text', () => {
  render(<IconX size={20} stroke={1.5} className="one" role="img" aria-label="Close" />);
  const icon = screen.getByRole('img', { name: 'Close' });
  const expected = {
    ...{ width: '20', height: '20', viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', class: 'one' },
    ...{ 'stroke-width': '1.5', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
  };
  for (const [name, value] of Object.entries(expected)) expect(icon).toHaveAttribute(name, value);
  expect(icon.querySelectorAll('path[d^="M"]')).toHaveLength(1);
});

test('a filled icon has no lines', () => {
  const { container } = render(<IconCircleCheckFilled aria-hidden="true" />);
  const icon = container.querySelector('svg');
  expect(icon).toHaveAttribute('width', '24');
  expect(icon).toHaveAttribute('fill', 'currentColor');
  expect(icon).toHaveAttribute('stroke', 'none');
});
