import type { ShareView } from '@tactus/protocol';
import { type Ref, useId, useState } from 'react';
import { useLanguage, useTexts } from '../../../i18n/text.tsx';
import { formatInstant } from '../../../sharing/instant-text.ts';
import type { ShareOwnerSession } from '../../../sharing/share-owner-session.ts';
import { useShareAction } from '../../../sharing/use-share-action.ts';
import { Button } from '../../../ui/button.tsx';
import { IconPencil } from '../../../ui/icons.ts';
import { InlineQuestion, takeFocus, useFocusBack } from '../../../ui/inline-question.tsx';
import { useClock } from '../../../ui/time-context.tsx';
import { GuestList } from './guest-list.tsx';
import { GuestSummary } from './guest-summary.tsx';
import { useOfferedModes } from './send-link.tsx';
import { ShareLinkField } from './share-link-field.tsx';
import styles from './sharing.module.css';
import {
  addShareTermsEdits,
  editShareTerms,
  type ShareTermsEdits,
  shareTermsDraftOf,
  toShareTermsChanges,
} from './terms.ts';
import { ShareTermsForm } from './terms-form.tsx';

interface ShareItemProps {
  /** Of its heading. */
  ref: Ref<HTMLHeadingElement> | undefined;
  ownerSession: ShareOwnerSession;
  share: ShareView;
  /** The path of the link with its secret, where it was created on this page. */
  path: string | undefined;
}

/** One link: its terms, its address, its guests, and the actions to narrow and end it. */
export function ShareLinkItem({ ref, ownerSession, share, path }: ShareItemProps) {
  const { t } = useTexts();
  /** What the person has changed in the form; undefined while it is closed. */
  const [edits, setEdits] = useState<ShareTermsEdits>();
  const draft = editShareTerms(shareTermsDraftOf(share), edits ?? {});
  const [isConfirming, setConfirming] = useState(false);
  const revoker = useFocusBack(isConfirming);
  const changer = useFocusBack(edits !== undefined);
  const { busy, run } = useShareAction();
  const offered = useOfferedModes();
  const headingId = useId();

  async function save(changes: ShareTermsEdits) {
    const isSaved = await run(() => ownerSession.api.change(share, toShareTermsChanges(draft, changes)));
    // What was changed meanwhile stays in the form, for the next save.
    if (isSaved) setEdits((now) => (now === changes ? undefined : now));
  }

  return (
    <article className={styles['item']} aria-labelledby={headingId}>
      <h3 ref={ref} tabIndex={-1} id={headingId} className="semibold text-md break">
        {share.name || t('sharing.unnamed')}
      </h3>
      <GuestList ownerSession={ownerSession} share={share} />
      {path === undefined ? <p className="note">{t('sharing.link.once')}</p> : <ShareLinkField path={path} />}
      <div className="note tabular">
        <GuestSummary {...share} />
        <LinkUse share={share} />
      </div>
      {edits !== undefined && (
        <form
          ref={takeFocus}
          tabIndex={-1}
          className={styles['part']}
          aria-label={t('sharing.change')}
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy && draft.allow.length > 0) void save(edits);
          }}
        >
          <ShareTermsForm
            draft={draft}
            offered={offered}
            onChange={(next) => setEdits(addShareTermsEdits(edits, next))}
          />
          <p className="note">{t('sharing.change.narrower')}</p>
          <div className="row wrap gap-10">
            <Button type="submit" variant="primary" busy={busy} disabled={draft.allow.length === 0}>
              {t('sharing.change.save')}
            </Button>
            <Button onClick={() => setEdits(undefined)}>{t('sharing.done')}</Button>
          </div>
        </form>
      )}
      {isConfirming ? (
        <InlineQuestion className={styles['part']} label={t('sharing.revoke.ask')} onClose={() => setConfirming(false)}>
          <p>{t('sharing.revoke.ask')}</p>
          <div className="row wrap gap-10">
            <Button variant="danger" busy={busy} onClick={() => void run(() => ownerSession.api.revoke(share.id))}>
              {t('sharing.revoke')}
            </Button>
            <Button onClick={() => setConfirming(false)}>{t('sharing.revoke.no')}</Button>
          </div>
        </InlineQuestion>
      ) : (
        edits === undefined && (
          <div className="row wrap gap-10">
            <Button ref={changer} icon={<IconPencil size={18} aria-hidden="true" />} onClick={() => setEdits({})}>
              {t('sharing.change')}
            </Button>
            <Button ref={revoker} onClick={() => setConfirming(true)}>
              {t('sharing.revoke')}
            </Button>
          </div>
        )
      )}
    </article>
  );
}

/** Until when the link can be opened, and how often it was. */
function LinkUse({ share: { uses, used, expires_at } }: { share: ShareView }) {
  const { t, number } = useTexts();
  const { language } = useLanguage();
  const time = useClock();
  const opened =
    uses === null
      ? t('sharing.uses.usedAny', { used })
      : t('sharing.uses.used', { used: number(used), uses: number(uses) });
  return (
    <p>
      {t('sharing.until', { time: formatInstant(expires_at, time.now(), language) })} · {opened}
    </p>
  );
}
