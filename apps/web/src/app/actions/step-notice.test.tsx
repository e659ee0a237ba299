import { createFakeTime } from '@tactus/time/testing';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createLanguageStore } from '../../i18n/language-store.ts';
import { LanguageProvider } from '../../i18n/text.tsx';
import { createMemoryStorage } from '../../settings/key-value-storage.ts';
import { TimeProvider } from '../../ui/time-context.tsx';
import { StepNotice } from './step-notice.tsx';
import type { StepResult } from './stroke-and-offset-steps.ts';

test('the region that announces a step is there before the first one, and each is shown for 1.5 s', async () => {
  const log = { warn: () => undefined, error: () => undefined };
  const language = await createLanguageStore({ storage: createMemoryStorage(), deviceLanguage: 'en-US', log });
  await language.need(['action']);
  const time = createFakeTime();
  let over = 0;
  const notice = (step: StepResult | undefined) => (
    <LanguageProvider store={language}>
      <TimeProvider time={time}>
        <StepNotice
          step={step}
          onOver={() => {
            over += 1;
          }}
        />
      </TimeProvider>
    </LanguageProvider>
  );
  const { rerender } = render(notice(undefined));
  const region = screen.getByRole('status');
  expect(region).toBeEmptyDOMElement();
  await act(() => time.advance(5_000));
  expect(over).toBe(0);
  rerender(notice({ what: 'offset', offsetMs: 20 }));
  expect(screen.getByRole('status')).toBe(region);
  expect(region).toHaveTextContent('20');
  await act(() => time.advance(1_499));
  expect(over).toBe(0);
  await act(() => time.advance(1));
  expect(over).toBe(1);
});
