import { useState } from 'react';
import { useCloudFeatures } from '../../../device/session/deployment.ts';
import { useDevice } from '../../../device/session/device-context.tsx';
import { useTexts } from '../../../i18n/text.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ChooseFileButton } from '../../../ui/choose-file-button.tsx';
import { IconDownload } from '../../../ui/icons.ts';
import { saveFile } from '../../../ui/save-file.ts';
import styles from '../debug.module.css';
import { type FlightRecording, readFlightRecording, toFlightRecording } from './flight.ts';
import { FlightReplay } from './flight-replay.tsx';
import { FlightSteps } from './flight-steps.tsx';

/** Larger files are no recordings of ours. */
const LARGEST_BYTES = 30_000_000;

/** Saves a session as a file, opens one, steps through it and replays it against a virtual device. */
export function FlightRecorder() {
  const { t } = useTexts();
  const device = useDevice();
  const features = useCloudFeatures();
  const [flight, setFlight] = useState<FlightRecording>();
  const [wrong, setWrong] = useState(false);

  const record = () =>
    toFlightRecording({ trace: device.trace.export(), info: device.store.getState().info, features: { ...features } });

  function show(next: FlightRecording | undefined) {
    setFlight(next);
    setWrong(next === undefined);
  }

  async function open(file: File) {
    // An unreadable file, such as one deleted meanwhile, is no recording either.
    show(file.size > LARGEST_BYTES ? undefined : readFlightRecording(await file.text().catch(() => '')));
  }

  return (
    <div className="column gap-16 shrink">
      <Card title={t('debug.flight')}>
        <p className={styles['text']}>{t('debug.flight.text')}</p>
        <div className="row wrap gap-10">
          <Button
            variant="primary"
            icon={<IconDownload size={18} aria-hidden="true" />}
            onClick={() => saveFile('tactus-flight.json', JSON.stringify(record(), undefined, 1))}
          >
            {t('debug.flight.save')}
          </Button>
          <Button onClick={() => show(record())}>{t('debug.flight.now')}</Button>
          <ChooseFileButton
            label={t('debug.flight.open')}
            accept=".json,application/json"
            onFile={(file) => void open(file)}
          >
            {t('debug.flight.open')}
          </ChooseFileButton>
        </div>
        {wrong && (
          <Alert tone="negative" title={t('debug.flight.wrong')}>
            {t('debug.flight.wrong.text')}
          </Alert>
        )}
      </Card>
      {flight !== undefined && (
        <>
          <FlightSteps key={flight.trace.exportedAtMs} flight={flight} />
          <FlightReplay key={`replay ${flight.trace.exportedAtMs}`} flight={flight} />
        </>
      )}
    </div>
  );
}
