import { useEffect, useRef, useState } from 'react';
import type { MessageKey } from '../i18n/catalogs.ts';
import { useTexts } from '../i18n/text.tsx';
import { Button } from '../ui/button.tsx';
import { awaitPermissionAnswer, makeNonce, permissionWindowPath } from '../widget/permission-window.ts';
import type { EmbeddingPagePort } from './embedding-page-port.ts';

/** A window of a phone's size, where the platform has windows. */
const WINDOW = 'popup,width=480,height=820';

interface PermissionPromptProps {
  /** The requesting site; nothing can be requested before the page has sent `hello`. */
  host: string | undefined;
  port: EmbeddingPagePort;
  /** An earlier permission has ended. */
  ended: boolean;
  onGrant: (link: { readonly id: string; readonly secret: string }) => void;
}

/** The only action without permission: asking for it, in a window of ours that no page can cover. */
export function PermissionPrompt({ host, port, ended, onGrant }: PermissionPromptProps) {
  const { t } = useTexts();
  const [note, setNote] = useState<MessageKey>(ended ? 'uui.ended' : 'uui.ask.text');
  const endWaiting = useRef<() => void>(undefined);
  useEffect(() => port.post({ type: 'state', state: 'permission', speed: 0 }), [port]);
  useEffect(() => () => endWaiting.current?.(), []);

  function prompt(origin: string) {
    endWaiting.current?.();
    const nonce = makeNonce();
    const popup = window.open(permissionWindowPath({ origin, nonce }), '_blank', WINDOW);
    setNote(popup ? 'uui.ask.text' : 'uui.ask.blocked');
    if (!popup) return;
    endWaiting.current = awaitPermissionAnswer(nonce, popup, (answer) => {
      if ('refused' in answer) setNote('uui.ask.refused');
      else onGrant(answer);
    });
  }

  return (
    <>
      <p className="row align-center gap-8 note" role="status">
        {t(note)}
      </p>
      <Button variant="primary" disabled={host === undefined} onClick={() => host !== undefined && prompt(host)}>
        {t(ended ? 'uui.again' : 'uui.ask')}
      </Button>
    </>
  );
}
