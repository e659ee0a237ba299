import { refusal } from '@tactus/sdk/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { renderWithDevice } from '../../testing/render-with-device.tsx';
import { OtaDirectPage } from './ota-direct-page.tsx';
import { OtaPage } from './ota-page.tsx';

const NEWEST = { version: '4.2.0', feature_flags: 'production' };
const START_NEWEST = 'PUT /ota/update/latest';
const PATHS = {
  '/': () => <p>Home</p>,
  '/ota': OtaPage,
  '/ota-direct/$version/$fw_feature_flag': OtaDirectPage,
};

/** The home page of a device whose cloud offers a newer firmware, or refuses to list it. */
async function setUp({ offers = true } = {}) {
  const person = await renderWithDevice(PATHS, ['ota']);
  const { cloud, handy } = person;
  cloud.on('GET /ota/latest', () => (offers ? { result: NEWEST } : refusal(2_000, 'Not now')));
  cloud.on('GET /ota/versions', ({ query }) => ({ result: query['s'] === '0' ? [NEWEST] : [] }));
  for (const line of [START_NEWEST, 'PUT /ota/update/version'])
    cloud.on(
      line,
      handy.after(() => 'ok'),
    );
  person.show();
  return {
    ...person,
    async progress(data: object) {
      cloud.stream.send('ota_progress', { done: false, progress: 0, failed: false, ...data });
      await person.pass(10);
    },
    begun: () => cloud.lines().filter((line) => line === START_NEWEST).length,
    /** The tap on the home card. */
    tap: () => person.goTo('/ota', { startUpdate: true }),
  };
}

describe('the one tap on the home card', () => {
  test('starts the update as soon as the newest version is known', async () => {
    const { tap, pass, begun } = await setUp();
    await tap();
    await pass(100);
    expect(begun()).toBe(1);
  });

  test('starts nothing later, when the versions could not be read at once', async () => {
    const { cloud, tap, pass, begun } = await setUp({ offers: false });
    await tap();
    await pass(100);
    cloud.on('GET /ota/latest', () => ({ result: NEWEST }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await pass(100);
    expect(screen.getByRole('button', { name: 'Update to 4.2.0' })).toBeEnabled();
    expect(begun()).toBe(0);
  });

  test('starts nothing when the device is back after a loss', async () => {
    const { cloud, tap, pass, lose, comeBack, begun } = await setUp();
    cloud.on('GET /ota/latest', () => new Promise(() => undefined));
    await tap();
    await lose();
    cloud.on('GET /ota/latest', () => ({ result: NEWEST }));
    await comeBack('01HZ0002');
    await pass(100);
    expect(screen.getByRole('button', { name: 'Update to 4.2.0' })).toBeEnabled();
    expect(begun()).toBe(0);
  });
});

test.each([
  ['none', ''],
  ['production', 'production'],
])(
  'the version of a direct link is requested, with its flag %s as %j; an unknown one is reported there, and not with the newest',
  async (flag, feature_flags) => {
    const { cloud, goTo, pass } = await setUp();
    cloud.on('PUT /ota/update/version', () => refusal(4_100, 'Specific OTA not found'));
    await goTo(`/ota-direct/9.9.9/${flag}`);
    await userEvent.click(screen.getByRole('button', { name: 'Update to 9.9.9' }));
    await pass(100);
    screen.getByText('Specific OTA not found');
    const sent = cloud.requests.find(({ line }) => line === 'PUT /ota/update/version');
    expect(sent?.body).toEqual({ version: '9.9.9', feature_flags });
    await goTo('/ota');
    await pass(100);
    screen.getByRole('button', { name: 'Update to 4.2.0' });
    expect(screen.queryByText('Specific OTA not found')).toBeNull();
  },
);

test('a started update is announced in an existing live region, and the focus stays in the page to its end', async () => {
  const { device, handy, goTo, pass, progress } = await setUp();
  await goTo('/ota');
  await pass(100);
  const place = screen.getByRole('status');
  screen.getByRole('button', { name: 'Update to 4.2.0' }).focus();
  await userEvent.keyboard('{Enter}');
  await pass(100);
  expect(place).toHaveTextContent('Writing the firmware');
  expect(screen.getByRole('main')).toHaveFocus();
  await progress({ progress: 1, done: true });
  for (const _ of [1, 2]) {
    act(() => handy.comeOnline('01HZ0002', '4.2.0'));
    await pass(1_000);
  }
  expect(device.store.getState().info?.fw_version).toBe('4.2.0');
  expect(place).toHaveTextContent('The device runs version 4.2.0');
});

test('a restart is called long by its own duration, not by that of the writing before it', async () => {
  const { goTo, pass, progress } = await setUp();
  await goTo('/ota');
  await pass(100);
  await userEvent.click(screen.getByRole('button', { name: 'Update to 4.2.0' }));
  await progress({ progress: 0.5 });
  await pass(200_000);
  await progress({ progress: 1, done: true });
  await pass(60_000);
  screen.getByText('The device restarts; then its version is checked');
  expect(screen.queryByText(/This takes longer than usual/)).toBeNull();
  await pass(32_000);
  screen.getByText(/This takes longer than usual/);
});

test('a Stop that makes the update possible moves the focus to its check', async () => {
  const { device, cloud, goTo, pass } = await setUp();
  const started = device.hamp.start();
  await pass(100);
  await started;
  await goTo('/ota');
  await pass(100);
  screen.getByRole('button', { name: 'Stop' }).focus();
  await userEvent.keyboard('{Enter}');
  cloud.stream.send('hamp_state_changed', { play_state: 0, velocity: 0, direction: true });
  await pass(2_000);
  expect(screen.getByText('It is at rest').closest('li')).toHaveFocus();
});
