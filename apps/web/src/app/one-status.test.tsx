import { HdspState } from '@tactus/protocol';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderLinkedApp } from '../testing/render-linked-app.tsx';

/** A page with a linked, connected Handy, and the shown state. */
async function open(path: string) {
  const { app, cloud, pass } = await renderLinkedApp(path);
  const bar = await screen.findByRole('region', { name: 'Device' });
  /** The state above the page. */
  const header = () => screen.getByRole(path === '/' ? 'main' : 'banner').textContent;
  const dockText = () => bar.textContent;
  return {
    ...{ app, cloud, pass, header, dockText },
    statusText: () => bar.querySelector('[data-status]')?.textContent,
  };
}

test.each(['/', '/settings'])(
  'the dock and the header of %s show the same state in every phase of the device',
  async (path) => {
    const { app, cloud, pass, header, statusText, dockText } = await open(path);
    expect(statusText()).toBe('Ready');
    expect(header()).toContain('Ready');
    expect(dockText()).not.toContain('Idle');

    act(() => void app.device.hamp.start());
    await pass(100);
    expect(statusText()).toBe('Moving');
    expect(header()).toContain('Moving');
    expect(header()).not.toContain('Ready');

    cloud.on('PUT /hamp/stop', () => new Promise(() => undefined));
    cloud.on('PUT /mode2', () => new Promise(() => undefined));
    act(() => void app.device.stop());
    expect(statusText()).toBe('Stopping…');
    expect(header()).toContain('Stopping…');
    await pass(10_000);
    expect(statusText()).toBe('Stop could not be sent. Use the power button on the device.');
    expect(header()).toContain('Stop could not be sent');
  },
);

test('the round trip stands beside the state while the device is reached', async () => {
  const { app, pass, header } = await open('/settings');
  act(() => void app.device.hamp.start());
  await pass(100);
  expect(header()).toMatch(/Moving · \d+\sms/);
});

test('short moves are not announced, and one that lasts is announced once', async () => {
  const { cloud, pass } = await open('/hdsp');
  await screen.findByRole('slider', { name: 'Go to' });
  const announced: (string | null)[] = [];
  const regions = document.querySelectorAll('[aria-live], [role=status]');
  const observer = new MutationObserver((changes) =>
    announced.push(...changes.map(({ target }) => target.textContent)),
  );
  for (const region of regions) observer.observe(region, { childList: true, characterData: true, subtree: true });
  const report = async (state: HdspState, ms: number) => {
    cloud.stream.send('hdsp_state_changed', { state });
    await pass(ms);
  };
  for (let move = 0; move < 12; move += 1) {
    await report(HdspState.MOVING, 60);
    await report(HdspState.POINT_REACHED, 60);
  }
  await pass(1_000);
  expect(announced).toEqual([]);
  await report(HdspState.MOVING, 1_000);
  expect(announced).toEqual(['Moving']);
});

test.each([
  ['the palette', () => userEvent.keyboard('{Control>}k{/Control}')],
  [
    'the sheet of the device',
    () => userEvent.click(within(screen.getByRole('region', { name: 'Device' })).getByTitle('Device')),
  ],
])('a Stop that cannot be sent is announced in %s, which covers the page', async (_, openIt) => {
  const { app, cloud, pass } = await open('/settings');
  await openIt();
  const dialog = within(await screen.findByRole('dialog'));
  const announced = () => dialog.getAllByRole('status').map((region) => region.textContent);
  act(() => void app.device.hamp.start());
  await pass(1_000);
  expect(announced()).toContain('Moving');

  cloud.on('PUT /hamp/stop', () => new Promise(() => undefined));
  cloud.on('PUT /mode2', () => new Promise(() => undefined));
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  await pass(0);
  expect(announced()).toContain('Stopping…');
  await pass(10_000);
  const alert = dialog.getByRole('alert');
  expect(alert).toHaveTextContent('Stop could not be sent. Use the power button on the device.');
  expect(announced()).not.toContain(alert.textContent);

  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  await pass(0);
  expect(announced()).toContain('Stopping…');
  expect(alert).not.toBeInTheDocument();
});
