import { jsonResponse, refusal } from '@tactus/sdk/testing';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { renderWithDevice } from '../../testing/render-with-device.tsx';
import { ConfigurePage } from './configure-page.tsx';

const HOLD_MS = 1_300;
const SET_LINKS = 'PUT /system/interfaces/status';

async function setUp() {
  const person = await renderWithDevice({ '/configure': ConfigurePage }, ['configure', 'control', 'led']);
  const { cloud, handy, pass, show } = person;
  let environment = 0;
  cloud.on(
    'GET /system/interfaces/status',
    handy.after(() => ({ wifi: true, ble: false })),
  );
  cloud.on(
    'GET /system/environment',
    handy.after(() => ({ environment })),
  );
  cloud.on('PUT /system/environment', (request) => {
    ({ environment } = request.body as { environment: number }); // from our own client
    return { result: 'ok' };
  });
  cloud.on('GET /slider/settings', () => refusal(2_000, 'Not here'));
  for (const line of [SET_LINKS, 'PUT /system/reboot'])
    cloud.on(
      line,
      handy.after(() => 'ok'),
    );
  show();
  await pass(200);
  return {
    ...person,
    /** Holds a button by keyboard, until it acts or disappears. */
    async hold(name: string) {
      const button = screen.getByRole('button', { name });
      act(() => button.focus());
      fireEvent.keyDown(button, { key: 'Enter' });
      await pass(HOLD_MS);
      await pass(100);
      return button;
    },
  };
}

const wifi = () => screen.getByRole('switch', { name: 'Wi-Fi' });

describe('the focus', () => {
  test('is in the row of Wi-Fi after its question, whatever the answer', async () => {
    const { hold } = await setUp();
    const row = wifi().closest('li');
    await userEvent.click(wifi());
    screen.getByRole('button', { name: 'Cancel' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(row).toHaveFocus();
    await userEvent.click(wifi());
    await hold('Hold to switch Wi-Fi off');
    expect(screen.queryByRole('button', { name: 'Hold to switch Wi-Fi off' })).toBeNull();
    expect(row).toHaveFocus();
  });

  test('moves to the next element after the question about another environment', async () => {
    await setUp();
    await userEvent.click(screen.getByRole('radio', { name: 'Staging' }));
    screen.getByRole('button', { name: 'Cancel' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toHaveTextContent(/^Says which firmware/);
  });

  test('stays on the button that restarts the device', async () => {
    const { hold, lose } = await setUp();
    const button = await hold('Hold to restart');
    await lose();
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    screen.getByText('Asked to restart.');
  });

  test('of a control disabled without the device moves to the group', async () => {
    const { lose } = await setUp();
    act(() => wifi().focus());
    await lose();
    expect(screen.getByRole('group', { name: 'Configure' })).toHaveFocus();
  });
});

test.each([
  ['a restart', [], 'Hold to restart', 'Asked to restart.'],
  ['Wi-Fi that was switched off', [wifi], 'Hold to switch Wi-Fi off', 'The device has left the network'],
])(
  'a restart requested on purpose is not given as the reason of a later loss: %s',
  async (_what, first, button, notice) => {
    const { hold, lose, comeBack } = await setUp();
    for (const control of first) await userEvent.click(control());
    await hold(button);
    await lose();
    screen.getByText(notice);
    await comeBack('01HZ0002');
    await lose();
    expect(screen.queryByText(notice)).toBeNull();
  },
);

test('a question about one device is not shown for the next', async () => {
  const { device, pass } = await setUp();
  await userEvent.click(wifi());
  await userEvent.click(screen.getByRole('radio', { name: 'Staging' }));
  await userEvent.click(screen.getByRole('combobox'));
  await userEvent.click(screen.getByRole('option', { name: 'Offline' }));
  const chosen = screen.getByRole('combobox').textContent;
  act(() => void device.connect('DemoHandy2').catch(() => undefined));
  await pass(10);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(screen.getByRole('combobox').textContent).not.toBe(chosen);
});

test('the boot mode can be chosen only while the device is connected', async () => {
  const { lose, comeBack } = await setUp();
  const boot = screen.getByRole('combobox');
  await userEvent.click(boot);
  await userEvent.click(screen.getByRole('option', { name: 'Offline' }));
  await userEvent.click(boot);
  await lose();
  expect(boot).toBeDisabled();
  expect(screen.queryByRole('option')).toBeNull();
  expect(boot).toHaveTextContent('Offline');
  await comeBack('01HZ0002');
  expect(boot).toBeEnabled();
  expect(screen.queryByRole('option')).toBeNull();
});

test('the button with "Earlier" raises the offset, since with a positive one the device is ahead', async () => {
  const { cloud, device, pass } = await setUp();
  expect(device.store.getState().clockSync.deviceUserTimeOffset).toBe(-20);
  await userEvent.click(screen.getByRole('button', { name: 'Earlier by 10 ms' }));
  await pass(200);
  await userEvent.click(screen.getByRole('button', { name: 'Later by 10 ms' }));
  await userEvent.click(screen.getByRole('button', { name: 'Later by 10 ms' }));
  await pass(200);
  const sent = cloud.requests.filter(({ line }) => line === 'PUT /hstp/offset').map(({ body }) => body);
  expect([sent[0], sent.at(-1)]).toEqual([{ offset: -10 }, { offset: -30 }]);
});

test.each([
  [700, 250],
  [5_000, 3_000],
])(
  'Bluetooth that is switched on and off again before the first answer, after %i ms, stays off',
  async (answerMs, pauseMs) => {
    const { cloud, time, pass } = await setUp();
    let radios: unknown = { wifi: true, ble: false };
    cloud.on('GET /system/interfaces/status', () => ({ result: radios }));
    cloud.on(SET_LINKS, async ({ body }) => {
      await time.sleep(answerMs);
      radios = body;
      return { result: 'ok' };
    });
    const ble = screen.getByRole('switch', { name: 'Bluetooth' });
    await userEvent.click(ble);
    await pass(pauseMs);
    expect(ble).toBeChecked();
    await userEvent.click(ble);
    expect(ble).not.toBeChecked();
    await pass(3 * answerMs);
    expect(radios).toEqual({ wifi: true, ble: false });
    expect(ble).not.toBeChecked();
  },
);

test('Wi-Fi whose switching off is refused is not switched off by the next press on Bluetooth', async () => {
  const { cloud, hold, pass } = await setUp();
  cloud.on(SET_LINKS, () => refusal(2_000, 'Not now'));
  await userEvent.click(wifi());
  await hold('Hold to switch Wi-Fi off');
  expect(wifi()).toBeChecked();
  await userEvent.click(screen.getByRole('switch', { name: 'Bluetooth' }));
  await pass(500);
  const sent = cloud.requests.filter(({ line }) => line === SET_LINKS).map(({ body }) => body);
  expect(sent).toEqual([
    { wifi: false, ble: false },
    { wifi: true, ble: true },
  ]);
});

describe('a restart that the cloud refuses', () => {
  test.each([
    [400, 'Bad request.', 'Ungültige Anfrage.'],
    [401, 'Unauthorized', 'Nicht autorisiert'],
    [403, 'Forbidden', 'Nicht erlaubt'],
    [408, 'Request timeout.', 'Zeitüberschreitung der Anfrage.'],
    [500, 'Internal server error.', 'Interner Serverfehler.'],
  ])('with %i shows %s, in German %s, and advice', async (status, english, german) => {
    for (const [code, button, message] of [
      ['en-US', 'Hold to restart', english],
      ['de', 'Halten zum Neustarten', german],
    ] as const) {
      const { cloud, hold, language, notifications } = await setUp();
      cloud.on('PUT /system/reboot', () => jsonResponse({}, status));
      await act(() => language.choose(code));
      await hold(button);
      const caption = expect.stringMatching(/\.$/);
      await waitFor(() => expect(notifications.state.getState()).toMatchObject([{ message, caption }]));
      cleanup();
    }
  });
});
