import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWithDevice } from '../../testing/render-with-device.tsx';
import { DEFAULT_PACE } from '../controls/pace.ts';
import { WHOLE_STROKE } from '../position/use-position-in-stroke.ts';
import { RemotePad } from './remote-pad.tsx';

const HAND = { pointerId: 1, button: 0, clientX: 50 };

/** The pad of a linked device, 100 by 448 px: 4 px are 1 %. */
async function setUp() {
  const Pad = () => <RemotePad part={WHOLE_STROKE} pace={DEFAULT_PACE} disabled={false} />;
  const { device, cloud, handy, show, pass } = await renderWithDevice({ '/': Pad }, ['control', 'hdsp', 'remote']);
  cloud.on(
    'PUT /hdsp/xpt',
    handy.after(() => 'ok'),
  );
  show();
  const input = screen.getByRole('slider', { name: 'Go to' });
  const pad = input.parentElement!;
  pad.getBoundingClientRect = () => DOMRect.fromRect({ x: 0, y: 0, width: 100, height: 448 });
  Object.defineProperty(pad, 'clientHeight', { value: 448 });
  return {
    ...{ pad, input, pass },
    /** The places to which the device was sent, per cent. */
    places: () =>
      cloud.requests
        .filter(({ path }) => path === '/hdsp/xpt')
        .map(({ body }) => Math.round((body as { xp: number }).xp * 100)),
    pressStop: () => act(() => void device.stop()),
  };
}

/** How far from the top of the pad a place is, px. */
const at = (percent: number) => ({ ...HAND, clientY: 24 + 4 * (100 - percent) });

test.each(['mouse', 'touch'])(
  'a Stop ends the press on the pad (%s): only a new one moves the device',
  async (pointerType) => {
    const { pad, places, pressStop, pass } = await setUp();
    const hand = (percent: number) => ({ ...at(percent), pointerType });
    fireEvent.pointerDown(pad, hand(20));
    await pass(300);
    fireEvent.pointerMove(pad, hand(50));
    fireEvent.pointerMove(pad, hand(60));
    await pass(50);
    const before = places();
    expect(before.length).toBeGreaterThan(0);
    await pressStop();
    expect(pad).not.toHaveAttribute('data-held');
    await pass(1_000);
    fireEvent.pointerMove(pad, hand(70));
    await pass(1_000);
    fireEvent.pointerUp(pad, hand(80));
    await pass(1_000);
    expect(places()).toEqual(before);
    fireEvent.pointerDown(pad, hand(90));
    fireEvent.pointerUp(pad, hand(90));
    await pass(1_000);
    expect(places()).toEqual([...before, 90]);
  },
);

test('a Stop ends the press of a key, which must be pressed anew', async () => {
  const { input, places, pressStop, pass } = await setUp();
  fireEvent.keyDown(input, { key: 'PageUp' });
  await pass(500);
  fireEvent.keyDown(input, { key: 'PageUp', repeat: true });
  await pass(500);
  expect(places()).toEqual([10, 20]);
  await pressStop();
  fireEvent.keyDown(input, { key: 'PageUp', repeat: true });
  await pass(1_000);
  expect(places()).toEqual([10, 20]);
  fireEvent.keyDown(input, { key: 'PageUp' });
  await pass(1_000);
  expect(places()).toEqual([10, 20, 30]);
});
