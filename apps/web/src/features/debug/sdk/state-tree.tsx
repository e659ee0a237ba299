import { maskKey } from '../../../device/linked/linked-device-name.ts';
import { useDeviceState } from '../../../device/session/device-context.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { Card } from '../../../ui/card.tsx';
import { Fact, FactList } from '../../../ui/facts.tsx';
import styles from '../debug.module.css';

/** The whole state of the SDK: single facts first, then part by part. */
export function StateTree() {
  const { t } = useTexts();
  const state = useDeviceState((whole) => whole);
  const rows = Object.entries(state).toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <Card title={t('debug.state')}>
      <FactList>
        {rows
          .filter(([, value]) => !isPart(value))
          .map(([name, value]) => (
            <Fact key={name} name={name}>
              {name === 'connectionKey' && typeof value === 'string' ? maskKey(value) : String(value ?? '–')}
            </Fact>
          ))}
      </FactList>
      {rows
        .filter(([, value]) => isPart(value))
        .map(([name, value]) => (
          <details key={name} className={styles['fold']}>
            <summary>{name}</summary>
            <pre className={styles['code']}>{JSON.stringify(value, undefined, 2)}</pre>
          </details>
        ))}
    </Card>
  );
}

const isPart = (value: unknown): boolean => typeof value === 'object' && value !== null;
