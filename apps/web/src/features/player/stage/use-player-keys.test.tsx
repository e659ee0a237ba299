import { renderHook } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { withBoundKey } from '../../../settings/key-bindings.ts';
import { createMemoryStorage } from '../../../settings/key-value-storage.ts';
import { createSettingsStore } from '../../../settings/settings-store.ts';
import { SettingsProvider } from '../../../settings/use-settings.tsx';
import { type PlayerKeyHandlers, usePlayerKeys } from './use-player-keys.ts';

test('a key that the person has bound to Stop does nothing else: it must not start playing', async () => {
  const settings = createSettingsStore({ storage: createMemoryStorage(), log: { warn: () => undefined } });
  const done: string[] = [];
  const names = [
    ' ',
    'k',
    'm',
    'f',
    'l',
    'b',
    'p',
    'n',
    'g',
    'ArrowLeft',
    'ArrowRight',
    'ArrowUp',
    'ArrowDown',
    'c',
    'i',
  ];
  const keys = Object.fromEntries(names.map((name) => [name, () => done.push(name)])) as unknown as PlayerKeyHandlers;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SettingsProvider store={settings}>{children}</SettingsProvider>
  );
  renderHook(() => usePlayerKeys(keys), { wrapper });
  await userEvent.keyboard('km');
  settings.update({ keyBinding: withBoundKey(settings.state.getState().keyBinding, 'stop', 'k') });
  await userEvent.keyboard('kKm');
  expect(done).toEqual(['k', 'm', 'm']);
});
