import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';

/** The answers of the page's home, by method and path; any other request gets 404. */
function home(answers: Readonly<Record<string, () => Response>>): void {
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const answer = answers[`${init?.method ?? 'GET'} ${address}`];
    return answer ? answer() : Response.json({}, { status: 404 });
  });
}

const browserFetch = globalThis.fetch;
afterEach(() => vi.stubGlobal('fetch', browserFetch));

describe('a share link', () => {
  test('is removed from the address at once, needs no set-up, and asks for a name', async () => {
    const app = await renderApp({ path: '/share/s-Ab_9/hamp#geheim-und-lang', home: { shares: true } });
    expect(await screen.findByRole('textbox', { name: 'Your name' })).toHaveValue('Guest');
    expect(app.address()).toBe('/share/here/hamp');
    expect(app.settings.state.getState()).toMatchObject({ deviceSelectionComplete: false, connectionKey: '' });
    expect(JSON.stringify(app.events)).not.toContain('geheim');
    app.close();
  });

  test('that is refused shows why, in plain words', async () => {
    home({
      'POST /api/tactus/shares/s-1/sessions': () => Response.json({ error: { name: 'ShareExpired' } }, { status: 410 }),
    });
    const app = await renderApp({ path: '/share/s-1#secret', home: { shares: true } });
    await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
    await screen.findByRole('heading', { level: 1, name: 'This link has expired' });
    app.close();
  });

  test('at a site that cannot share shows that', async () => {
    const app = await renderApp({ path: '/share/s-1#secret', home: { shares: false } });
    await screen.findByRole('heading', { level: 1, name: 'Nothing can be shared here' });
    app.close();
  });

  test('whose secret is gone asks the person to open it again', async () => {
    const app = await renderApp({ path: '/share/here' });
    await screen.findByRole('heading', { level: 1, name: 'Open the link again' });
    app.close();
  });
});

describe('a plain connection key', () => {
  test('does nothing before the person has confirmed, and is removed from the address', async () => {
    const app = await renderApp({ path: '/share/DemoHandy1/hamp' });
    await screen.findByRole('heading', { level: 1, name: 'This link hands over full control' });
    expect(app.address()).toBe('/share/here/hamp');
    expect(app.settings.state.getState().connectionKey).toBe('');
    expect(app.requests).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Continue with full control' }));
    await screen.findByRole('heading', { level: 1, name: 'Manual' });
    expect(app.address()).toBe('/hamp');
    expect(app.settings.state.getState()).toMatchObject({ connectionKey: 'DemoHandy1', deviceSelectionComplete: true });
    expect(JSON.stringify([app.events, app.logged, app.requests])).not.toContain('DemoHandy1');
    app.close();
  });
});
