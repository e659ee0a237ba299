import { GUEST_MODES, type GuestMode } from '@tactus/protocol';
import { useState } from 'react';
import { useMissingCapabilities } from '../../../device/session/capability.ts';
import { useTexts } from '../../../i18n/text.tsx';
import type { ShareOwnerSession } from '../../../sharing/share-owner-session.ts';
import { useShareAction } from '../../../sharing/use-share-action.ts';
import { Button } from '../../../ui/button.tsx';
import { IconSend } from '../../../ui/icons.ts';
import { GuestSummary } from './guest-summary.tsx';
import styles from './sharing.module.css';
import { addShareTermsEdits, DEFAULT_SHARE_TERMS, editShareTerms, type ShareTermsEdits } from './terms.ts';
import { ShareTermsForm } from './terms-form.tsx';
import { useSendAddress } from './use-send-address.ts';

interface SendLinkProps {
  /** Resolves once the device can be shared; undefined where that is refused. */
  getOwnerSession: () => Promise<ShareOwnerSession | undefined>;
  /** Called with the id of the new link. */
  onSent: (id: string) => void;
}

/** One sentence about what the guest may do, the button that makes and sends the link, and its limits on demand. */
export function SendLink({ getOwnerSession, onSent }: SendLinkProps) {
  const { t } = useTexts();
  const offered = useOfferedModes();
  const [edits, setEdits] = useState<ShareTermsEdits>({});
  const draft = editShareTerms({ ...DEFAULT_SHARE_TERMS, allow: offered }, edits);
  const { busy, run } = useShareAction();
  const { send } = useSendAddress();
  const isEmpty = draft.allow.length === 0;

  async function sendLink() {
    let address = '';
    const made = await run(async () => {
      const ownerSession = await getOwnerSession();
      if (!ownerSession) return;
      const { id, path } = await ownerSession.api.create({
        ...draft,
        expiresInMs: draft.expiresInMs ?? DEFAULT_SHARE_TERMS.expiresInMs,
        name: draft.name.trim(),
      });
      ownerSession.saveLink(id, path);
      onSent(id);
      address = path;
    });
    if (made && address !== '') await send(address);
  }

  return (
    <form
      className={styles['part']}
      aria-label={t('sharing.send')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !isEmpty) void sendLink();
      }}
    >
      {isEmpty ? <p className={styles['problem']}>{t('sharing.nomodes')}</p> : <GuestSummary {...draft} />}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        busy={busy}
        disabled={isEmpty}
        icon={<IconSend size={20} aria-hidden="true" />}
      >
        {t(busy ? 'sharing.busy' : 'sharing.send')}
      </Button>
      <details className={styles['fold']}>
        <summary>{t('sharing.limits')}</summary>
        <ShareTermsForm
          draft={draft}
          offered={offered}
          onChange={(next) => setEdits(addShareTermsEdits(edits, next))}
        />
      </details>
    </form>
  );
}

/** The modes that the device in use can follow. */
export function useOfferedModes(): readonly GuestMode[] {
  const lacking = useMissingCapabilities();
  const offered = GUEST_MODES.filter((mode) => !lacking[mode === 'hvp' ? 'vibration' : 'slider']);
  // A device without either has none that could be offered instead.
  return offered.length > 0 ? offered : GUEST_MODES;
}
