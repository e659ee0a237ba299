import { useStore } from 'zustand';
import type { MessageKey } from '../../../i18n/catalogs.ts';
import { useLanguage, useTexts } from '../../../i18n/text.tsx';
import type { BridgeFacts, BridgeSession } from '../../../sharing/bridge/bridge-session.ts';
import { formatInstant } from '../../../sharing/instant-text.ts';
import { Alert, type AlertTone } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useClock } from '../../../ui/time-context.tsx';

interface Words {
  readonly tone: AlertTone;
  readonly title: MessageKey;
  readonly text: MessageKey;
  /** Restarts the bridge. */
  readonly again?: MessageKey;
}

const WORDS: Readonly<Record<BridgeFacts['phase'], Words>> = {
  starting: { tone: 'info', title: 'sharing.bridge.starting', text: 'sharing.bridge.text' },
  carrying: { tone: 'info', title: 'sharing.bridge', text: 'sharing.bridge.text' },
  cut: { tone: 'warning', title: 'sharing.bridge.since', text: 'sharing.bridge.cut' },
  away: { tone: 'warning', title: 'sharing.bridge.since', text: 'sharing.bridge.away' },
  elsewhere: {
    ...{ tone: 'warning', title: 'sharing.bridge.elsewhere', text: 'sharing.bridge.elsewhere.text' },
    again: 'sharing.bridge.here',
  },
  refused: {
    ...{ tone: 'negative', title: 'sharing.bridge.refused', text: 'sharing.bridge.refused.text' },
    again: 'sharing.bridge.again',
  },
};

/** Shows that this tab bridges the device of another cloud, and whether the bridge is up now. */
export function BridgeNotice({ bridge }: { bridge: BridgeSession }) {
  const { t } = useTexts();
  const { language } = useLanguage();
  const time = useClock();
  const { phase, sinceMs } = useStore(bridge.store);
  const { tone, title, text, again } = WORDS[phase];
  const since = formatInstant(sinceMs, time.now(), language);
  return (
    <Alert
      tone={tone}
      title={t(title, { time: since })}
      action={again && <Button onClick={bridge.again}>{t(again)}</Button>}
    >
      {t(text)}
    </Alert>
  );
}
