import type { MessageKey } from '../i18n/catalogs.ts';
import { useTexts } from '../i18n/text.tsx';
import { type DotTone, Pill } from '../ui/pill.tsx';
import { type ShownWord, useConnectionWord } from './device-context.tsx';
import { useRoundTrip } from './use-round-trip.ts';

/** How each word of the connection is said and shown. */
export const CONNECTION_LOOK: Readonly<Record<ShownWord, { text: MessageKey; tone: DotTone }>> = {
  offline: { text: 'connection.offline', tone: 'idle' },
  connecting: { text: 'connection.connecting', tone: 'busy' },
  ready: { text: 'connection.ready', tone: 'ok' },
  lost: { text: 'connection.lost', tone: 'lost' },
  noNetwork: { text: 'connection.noNetwork', tone: 'idle' },
  unknown: { text: 'connection.unknown', tone: 'lost' },
  refused: { text: 'connection.refused', tone: 'lost' },
  waiting: { text: 'connection.waiting', tone: 'busy' },
};

/** The connection in a word, and how far away the device is. */
export function ConnectionPill() {
  const { t, number } = useTexts();
  const word = useConnectionWord();
  const roundTrip = useRoundTrip();
  const look = CONNECTION_LOOK[word];
  return (
    <Pill dot={look.tone}>
      {t(look.text)}
      {word === 'ready' && roundTrip > 0 && ` · ${t('unit.ms', { value: number(roundTrip) })}`}
    </Pill>
  );
}
