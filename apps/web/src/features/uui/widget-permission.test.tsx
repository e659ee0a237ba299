import { createFakeTime, createScriptedCloud } from '@tactus/sdk/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { SHARE } from '../../sharing/testing/scripted-owner.ts';
import { renderApp } from '../../testing/render-app.tsx';

const NONCE = '0123456789abcdef0123456789abcdef';
const CONTROL = { session: null, name: null, holding: false, driven_by: 'owner', locked: false };
const MADE = { ...SHARE, viewers: 1, minutes_end_at: null, guests: [], secret: 'x', path: '/share/s-1#x' };
const READ = 'GET /api/tactus/shares';
const CREATE = 'POST /api/tactus/shares';
const REVOKE = 'DELETE /api/tactus/shares/s-1';
const DONE = 'Done. You can close this window.';

const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
afterEach(() => close.mockClear());
afterAll(() => close.mockRestore());

/** The permission window; the cloud answers a call when the test releases it, and so many first revocations with an error. */
async function openWindow(failingRevocations = 0) {
  const cloud = createScriptedCloud();
  const time = createFakeTime();
  const answers: unknown[] = [];
  const channel = new BroadcastChannel(`tactus-widget-${NONCE}`);
  channel.onmessage = ({ data }) => answers.push(data.answer);
  const releases = new Map<string, () => void>();
  const held = (line: string, body: () => Response) =>
    cloud.on(line, () => new Promise((resolve) => releases.set(line, () => resolve(body()))));
  held(READ, () => Response.json({ shares: [], control: CONTROL }));
  held(CREATE, () => Response.json(MADE, { status: 201 }));
  let revocations = 0;
  held(REVOKE, () => {
    revocations += 1;
    return new Response(undefined, { status: revocations > failingRevocations ? 204 : 500 });
  });
  const app = await renderApp({
    path: `/uui?${new URLSearchParams({ allow: 'https://pages.test', ask: NONCE })}`,
    settings: { deviceSelectionComplete: true, connectionKey: 'DemoHandy1' },
    features: { shares: true },
    home: { shares: true },
    scripted: {
      cloud: { ...cloud, fetch: (url, init) => cloud.fetch(new URL(url, 'http://cloud.test').href, init) },
      time,
    },
  });
  await screen.findByRole('button', { name: 'Allow' });
  await act(() => time.run(1_000));
  return {
    answers,
    /** Answers a call once it was made. */
    async release(line: string) {
      await waitFor(() => expect(releases.has(line)).toBe(true));
      await act(async () => releases.get(line)?.());
    },
    made: () => cloud.lines().filter((line) => line.includes('/shares')),
    press: (name: string) => userEvent.click(screen.getByRole('button', { name })),
    end() {
      channel.close();
      app.close();
    },
  };
}

test('a site that is allowed gets its link', async () => {
  const { answers, release, press, end } = await openWindow();
  await press('Allow');
  await release(READ);
  await release(CREATE);
  await waitFor(() => expect(answers).toEqual([{ id: 's-1', secret: 'x' }]));
  expect(close).toHaveBeenCalledOnce();
  end();
});

test('a refusal while the list of links is read makes no link', async () => {
  const { answers, release, press, made, end } = await openWindow();
  await press('Allow');
  await press('Refuse');
  expect(close).not.toHaveBeenCalled();
  expect(screen.queryByText(DONE)).toBeNull();
  await release(READ);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(made()).toEqual([READ]);
  await waitFor(() => expect(answers).toEqual([{ refused: true }]));
  screen.getByText(DONE);
  end();
});

test('a refusal while the link is made revokes it, and the window closes afterwards', async () => {
  const { answers, release, press, made, end } = await openWindow();
  await press('Allow');
  await release(READ);
  await waitFor(() => expect(made()).toContain(CREATE));
  await press('Refuse');
  await release(CREATE);
  await waitFor(() => expect(made()).toEqual([READ, CREATE, REVOKE]));
  expect(close).not.toHaveBeenCalled();
  expect(screen.queryByText(DONE)).toBeNull();
  await release(REVOKE);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  screen.getByText(DONE);
  expect(answers).toEqual([{ refused: true }]);
  end();
});

test.each([
  ['fails is tried once more', 1],
  ['fails twice ends all the same: nobody has the link', 2],
])('a revocation that %s', async (_, failing) => {
  const { release, press, made, end } = await openWindow(failing);
  await press('Allow');
  await release(READ);
  await waitFor(() => expect(made()).toContain(CREATE));
  await press('Refuse');
  await release(CREATE);
  await release(REVOKE);
  await waitFor(() => expect(made()).toEqual([READ, CREATE, REVOKE, REVOKE]));
  expect(close).not.toHaveBeenCalled();
  expect(screen.queryByText(DONE)).toBeNull();
  await release(REVOKE);
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  screen.getByText(DONE);
  end();
});
