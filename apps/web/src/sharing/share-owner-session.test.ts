import { TactusError } from '@tactus/protocol';
import { createFakeBrowser } from '@tactus/sdk/testing';
import { describe, expect, test } from 'vitest';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import type { OwnerApi } from './owner-api.ts';
import { GUEST, KEY, openScriptedOwner, SHARE, TERMS } from './testing/scripted-owner.ts';

describe('the owner’s session', () => {
  test('shows the guests of each link, and the controller', async () => {
    const { facts, reportTrouble } = openScriptedOwner();
    expect(facts().state).toBe('opening');
    await reportTrouble('shares', {
      shares: [{ ...SHARE, guests: [{ ...GUEST, rtt_ms: 42 }] }],
      control: { session: 'g-1', name: 'Ann', holding: true, driven_by: 'guest', locked: false },
    });
    expect(facts()).toMatchObject({
      state: 'open',
      control: { name: 'Ann', driven_by: 'guest' },
      shares: [{ id: 's-1', expires_at: 9_000, guests: [{ name: 'Ann', joined_at: 5, rtt_ms: 42 }] }],
    });
  });

  test('works without facts that a cloud does not report: reaction time, and the controller’s name', async () => {
    const { facts, reportTrouble } = openScriptedOwner();
    await reportTrouble('shares', { shares: [{ ...SHARE, guests: [GUEST] }], control: { session: null, name: null } });
    expect(facts().shares[0]?.guests[0]?.rtt_ms).toBeNull();
    expect(facts().control).toMatchObject({ session: null, driven_by: 'owner', locked: false });
  });

  test('logs the received events, and the log is restored at the next visit', async () => {
    const { facts, reportTrouble, storage, ownerSession } = openScriptedOwner();
    await reportTrouble('audit', { at: 7, share: 's-1', session: 'g-1', who: 'Ann', what: 'start', detail: 'hamp' });
    await reportTrouble('audit', 'nonsense');
    expect(facts().log).toMatchObject([{ at: 7, who: 'Ann', what: 'start' }]);
    expect(openScriptedOwner(storage).facts().log).toHaveLength(1);
    ownerSession.audit.clear();
    expect(facts().log).toEqual([]);
    expect(openScriptedOwner(storage).facts().log).toEqual([]);
  });

  test('stores nothing under the connection key', async () => {
    const names: string[] = [];
    const storage = createMemoryStorage();
    const { reportTrouble } = openScriptedOwner({ ...storage, setItem: (name, value) => names.push(name, value) });
    await reportTrouble('audit', { at: 7, share: null, session: null, who: 'owner', what: 'changed' });
    expect(names.length).toBeGreaterThan(0);
    expect(names.join(' ')).not.toContain(KEY);
  });

  test('sends the key in a header, and never in an address', async () => {
    const { ownerSession, requests } = openScriptedOwner();
    expect(await ownerSession.api.create(TERMS)).toMatchObject({ id: 's-1', path: '/share/s-1#x' });
    await ownerSession.api.change(SHARE, { limits: { ...TERMS.limits, speed: 0.2 } });
    await ownerSession.api.sendAway('s-1', 'g-1');
    await ownerSession.api.setControl(null);
    await ownerSession.api.revoke('s-1');
    expect(requests.map(({ line }) => line)).toEqual([
      'POST /api/tactus/shares',
      'PATCH /api/tactus/shares/s-1',
      'DELETE /api/tactus/shares/s-1/sessions/g-1',
      'PUT /api/tactus/shares/control',
      'DELETE /api/tactus/shares/s-1',
    ]);
    expect(new Set(requests.map(({ key }) => key))).toEqual(new Set([KEY]));
    expect(requests[0]?.body).toEqual(TERMS);
    expect(requests[3]?.body).toEqual({ session: null });
  });

  test('reports a refusal of the cloud with its reason', async () => {
    const { ownerSession, answers } = openScriptedOwner();
    answers(() => Response.json({ error: { name: 'NoRoom', message: 'There is no room' } }, { status: 507 }));
    const thrown: unknown = await ownerSession.api.create(TERMS).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TactusError);
    expect(thrown).toMatchObject({ status: 507, message: 'There is no room' });
  });

  test('makes a link under one key until the cloud has answered, so that the cloud makes it once', async () => {
    const { ownerSession, answers, requests } = openScriptedOwner();
    const failed = (answer: () => Response, terms = TERMS) => {
      answers(answer);
      return ownerSession.api.create(terms).catch((error: unknown) => error);
    };
    const lost = () => {
      throw new TypeError('Failed to fetch');
    };
    const gateway = () => new Response('<h1>504</h1>', { status: 504 });
    await failed(lost);
    await failed(gateway);
    await failed(() => Response.json({ error: { name: 'NoRoom', message: 'No room' } }, { status: 507 }));
    await failed(lost);
    await failed(lost, { ...TERMS, name: 'Morning' });
    await failed(() => Response.json({ ...SHARE, secret: 'x', path: '/share/s-1#x' }, { status: 201 }));
    await failed(lost);
    const keys = requests.map(({ repeatKey }) => repeatKey);
    expect(keys).not.toContain(null);
    const [a, b, c, d, e] = [...new Set(keys)];
    expect(keys).toEqual([a, a, a, b, c, d, e]);
  });

  test.each([
    ['a request without its credential', 401, 'Unauthorized'],
    ['too many requests', 429, 'TooManyRequests'],
  ])('makes a link under the same key after the refusal of %s', async (_, status, name) => {
    const { ownerSession, answers, requests } = openScriptedOwner();
    answers(() => {
      throw new TypeError('Failed to fetch');
    });
    await expect(ownerSession.api.create(TERMS)).rejects.toThrow('Failed to fetch');
    answers(() => Response.json({ error: { name, message: 'Refused' } }, { status }));
    await expect(ownerSession.api.create(TERMS)).rejects.toMatchObject({ status, isOfCloud: true });
    await expect(ownerSession.api.create(TERMS)).rejects.toMatchObject({ status });
    const [first, ...others] = requests.map(({ repeatKey }) => repeatKey);
    expect(first).not.toBeNull();
    expect(others).toEqual([first, first]);
  });

  test.each<[string, (api: OwnerApi) => Promise<void>]>([
    ['revoked', (api) => api.revoke('s-1')],
    ['changed', (api) => api.change(SHARE, { uses: 1 })],
  ])('makes another link once one was %s, with or without an answer', async (_, act) => {
    const { ownerSession, answers, requests } = openScriptedOwner();
    const lost = () => {
      throw new TypeError('Failed to fetch');
    };
    answers(lost);
    await expect(ownerSession.api.create(TERMS)).rejects.toThrow('Failed to fetch');
    await expect(act(ownerSession.api)).rejects.toThrow('Failed to fetch');
    await expect(ownerSession.api.create(TERMS)).rejects.toThrow('Failed to fetch');
    answers(() => Response.json(SHARE));
    await act(ownerSession.api);
    answers(lost);
    await expect(ownerSession.api.create(TERMS)).rejects.toThrow('Failed to fetch');
    const keys = requests.filter(({ line }) => line.startsWith('POST')).map(({ repeatKey }) => repeatKey);
    expect(keys).not.toContain(null);
    expect(new Set(keys).size).toBe(3);
  });

  test('of several tabs has one stream: the others have its facts, and the next tab opens one when its tab is closed', async () => {
    const browser = createFakeBrowser();
    const [first, second] = [browser.tab(), browser.tab()].map((tab) => openScriptedOwner(undefined, tab));
    await first?.reportTrouble('shares', { shares: [SHARE], control: { session: null, name: null } });
    await first?.reportTrouble('audit', { at: 7, share: 's-1', session: 'g-1', who: 'Ann', what: 'start' });
    const late = openScriptedOwner(undefined, browser.tab());
    await late.time.run(10);
    for (const tab of [first, second, late])
      expect(tab?.facts()).toMatchObject({ state: 'open', shares: [{ id: 's-1' }] });
    expect(second?.facts().log).toMatchObject([{ who: 'Ann' }]);
    expect([first, second, late].map((tab) => tab?.streams())).toEqual([1, 0, 0]);
    first?.ownerSession.close();
    await second?.reportTrouble('shares', { shares: [], control: { session: null, name: null } });
    for (const tab of [second, late]) expect(tab?.facts()).toMatchObject({ state: 'open', shares: [] });
    expect([...browser.names].join(' ')).not.toContain(KEY);
    for (const tab of [second, late]) tab?.ownerSession.close();
  });

  test('that is closed leaves no timer behind', async () => {
    const { ownerSession, time } = openScriptedOwner();
    await time.run(10);
    ownerSession.close();
    await time.run(10);
    expect(time.pending()).toBe(0);
  });
});
