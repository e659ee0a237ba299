import { createDevice } from '@tactus/sdk';
import { createRandom } from '@tactus/time';
import { createFakeTime } from '@tactus/time/testing';
import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createLanguageStore } from '../i18n/language-store.ts';
import { LanguageProvider } from '../i18n/text.tsx';
import { createMemoryStorage } from '../settings/key-value-storage.ts';
import { createGuestConnection } from '../sharing/guest-connection.ts';
import { readWidgetAppearance } from '../widget/appearance.ts';
import { WidgetSession } from './widget-session.tsx';

/** A permission of a cloud that answers a guest who joins with this error. */
async function join(status: number, name: string) {
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['uui']);
  const time = createFakeTime();
  const random = createRandom(1);
  const connection = createGuestConnection({
    ...{ link: { id: 's-1', secret: 'secret' }, time, random, heartbeat: time.every, onError: () => undefined },
    fetch: async () => Response.json({ error: { name, message: 'no' } }, { status }),
    openDevice: (fetch) => createDevice({ apiBase: 'http://home.test/v3', apiKey: 'app', fetch, time, random }),
  });
  const port = { host: createStore(() => 'https://owner'), post: () => undefined, onCommand: () => () => undefined };
  const onOver = vi.fn();
  render(
    <LanguageProvider store={language}>
      <WidgetSession {...{ connection, port, onOver }} appearance={readWidgetAppearance('')} />
    </LanguageProvider>,
  );
  connection.enter('owner');
  await act(() => time.run(10));
  return onOver;
}

test.each([
  ['a name that guests may not have', 400, 'NameReserved'],
  ['an ended permission', 410, 'ShareExpired'],
])('a guest who is refused for %s may ask for permission again', async (_, status, name) => {
  expect(await join(status, name)).toHaveBeenCalled();
});
