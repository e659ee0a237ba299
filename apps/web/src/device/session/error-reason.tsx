import { DeviceError } from '@tactus/sdk';
import { useEffect, useState } from 'react';
import type { MessageKey } from '../../i18n/catalogs.ts';
import { useTextSource, useTexts } from '../../i18n/text.tsx';
import { errorText, loadSpecifiedErrorKey } from './error-text.ts';

/**
 * The reason of an error, inside a message: the specified text where there is one, then advice. With
 * `hostMessage`, the server's own message about a refusal follows.
 */
export function ErrorReason({ error, hostMessage = false }: { error: unknown; hostMessage?: boolean }) {
  const { t } = useTexts();
  const { needText } = useTextSource();
  const [loaded, setLoaded] = useState<{ error: unknown; key: MessageKey | undefined }>();
  useEffect(() => {
    let current = true;
    void loadSpecifiedErrorKey(error, needText).then((found) => {
      if (current) setLoaded({ error, key: found });
    });
    return () => {
      current = false;
    };
  }, [error, needText]);
  // The text of an earlier error does not apply to this one.
  const specified = loaded?.error === error ? loaded?.key : undefined;
  const key = errorText(error);
  if (key === undefined) return null;
  return (
    <>
      {specified !== undefined && <strong>{t(specified)}</strong>} {t(key)}
      {hostMessage && specified === undefined && ` ${messageOfHost(error)}`}
    </>
  );
}

function messageOfHost(error: unknown): string {
  return error instanceof DeviceError && (error.code === 'refused' || error.http?.kind === 'api') ? error.message : '';
}
